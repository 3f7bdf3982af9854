import { plainFetch, tokens } from '../../api/client.ts';
import { checked, sendOnce } from '../../api/http.ts';
import type { ToldClock } from '../../live/service-clock.ts';

interface Session {
  readonly userId: string;
  readonly token: string;
}
interface FirstStep {
  readonly challenge: string | null;
  readonly session: Session | null;
}

/** How people sign in at this service. */
export interface SignInConfig {
  readonly minPasswordCharacters: number;
  readonly outbox: boolean;
  /** The public address of the service, which its tokens name. */
  readonly issuer: string;
  /** How people call the OIDC issuer; null without one. */
  readonly oidcName: string | null;
  /** Whether there is a sandbox, for who has its token. */
  readonly sandbox: boolean;
  /** The clock of the service as it read when it answered. */
  readonly clock: ToldClock;
}

/** What a visit at the OIDC issuer has led to. */
export interface OidcEnd {
  readonly purpose: 'sign-in' | 'link';
  readonly to: string;
  /** Of a second factor that is still to be met. */
  readonly challenge: string | null;
}

async function call<Data>(method: 'GET' | 'POST', url: string, body?: object): Promise<Data> {
  const answer = await sendOnce(plainFetch, { method, url, body });
  return (checked(answer).body as { data: Data }).data;
}

/** Takes the session that a call has begun; its cookie is set already. */
function entered({ token }: Session): void {
  tokens.take(token);
}

/** The calls below /auth that begin a session; each failure is an ApiError. */
export const auth = {
  config: () => call<SignInConfig>('GET', '/auth/config'),
  demoIsOpen: async () => (await call<{ open: boolean }>('GET', '/auth/demo')).open,
  signUp: (body: { email: string; username: string; password: string }) =>
    call<{ accepted: boolean }>('POST', '/auth/sign-up', body),
  requestReset: (email: string) =>
    call<{ accepted: boolean }>('POST', '/auth/reset-password/request', { email }),
  resetPassword: (body: { token: string; password: string }) =>
    call<{ done: boolean }>('POST', '/auth/reset-password', body),

  /** The challenge of a second factor, or null when the session has begun. */
  async signIn(body: { email: string; password: string }): Promise<string | null> {
    const { challenge, session } = await call<FirstStep>('POST', '/auth/sign-in', body);
    if (session) entered(session);
    return challenge;
  },
  async secondFactor(body: { challenge: string; code: string }): Promise<void> {
    entered(await call<Session>('POST', '/auth/sign-in/second-factor', body));
  },
  async verifyEmail(body: { token: string; password: string }): Promise<void> {
    entered(await call<Session>('POST', '/auth/verify-email', body));
  },
  async enterDemo(role: 'leader' | 'follower'): Promise<void> {
    entered(await call<Session>('POST', '/auth/demo', { role }));
  },

  startOidc: (body: { purpose: 'sign-in' | 'link'; to: string }) =>
    call<{ url: string }>('POST', '/auth/oidc/start', body),
  async finishOidc(body: { state: string; code: string; iss?: string }): Promise<OidcEnd> {
    type End = OidcEnd & Pick<FirstStep, 'session'>;
    const { session, ...end } = await call<End>('POST', '/auth/oidc/finish', body);
    if (session) entered(session);
    return end;
  },

  /** Asks the device for a passkey. The code that speaks to it is loaded when it is needed. */
  async passkey(): Promise<void> {
    const { startAuthentication } = await import('@simplewebauthn/browser');
    const begun = await call<{ challengeId: string; optionsJson: string }>(
      'POST',
      '/auth/passkey/options',
      {},
    );
    const response = await startAuthentication({ optionsJSON: JSON.parse(begun.optionsJson) });
    const responseJson = JSON.stringify(response);
    const { challengeId } = begun;
    entered(await call<Session>('POST', '/auth/passkey/sign-in', { challengeId, responseJson }));
  },
};

/** The secret behind `#token=` of a mailed link; it never goes to a server by itself. */
export const mailedToken = (hash: string): string | null =>
  /^#?token=([A-Za-z0-9_-]{43})$/.exec(hash)?.[1] ?? null;
