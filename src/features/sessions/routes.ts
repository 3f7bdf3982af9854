import { AppError } from '../../errors/app-error.ts';
import type { ErrorCode } from '../../errors/catalogue.ts';
import type { BusinessClock } from '../../platform/business-clock.ts';
import { isoTime } from '../../platform/clock.ts';
import { type Answer, answer } from '../../platform/http/answer.ts';
import { defineRoute, type Route } from '../../platform/http/route.ts';
import { requireOwnOrigin, type SessionCookie, sessionCookie } from './cookie.ts';
import type { SignIn } from './create-sessions.ts';
import type { Origin } from './deps.ts';
import { mailRoutes } from './mail-routes.ts';
import { oidcRoutes } from './oidc-routes.ts';
import type { OriginOf } from './origin.ts';
import { MIN_PASSWORD_CHARACTERS } from './password.ts';
import {
  CHALLENGE,
  configSchema,
  doneSchema,
  optionsSchema,
  passkeyBody,
  secondStepBody,
  signInBody,
  signInSchema,
  tokenExample,
  tokenSchema,
} from './schemas.ts';
import { SESSION_LIFE_MS, type StartedSession } from './session-store.ts';
import { ACCESS_TOKEN_SECONDS } from './tokens.ts';
import { inTransaction } from './transaction.ts';

const tag = 'Sign-in';
/** What every request that begins or ends a session can be refused with. */
const errors: readonly ErrorCode[] = ['UNAUTHORIZED', 'FORBIDDEN', 'RATE_LIMITED', 'OVERLOADED'];
type Token = typeof tokenExample;

export interface AuthRouteDeps {
  readonly signIn: SignIn;
  /** Whether mail goes to the outbox. */
  readonly outbox: boolean;
  /** Whether there is a sandbox. */
  readonly sandbox: boolean;
  /** Business time. */
  readonly clock: Pick<BusinessClock, 'now' | 'frozen' | 'state'>;
}

/** What the routes share. */
export interface AuthContext extends Pick<AuthRouteDeps, 'signIn'> {
  readonly cookie: SessionCookie;
  /** Where a request comes from. FORBIDDEN, UNSUPPORTED_MEDIA_TYPE for one of another site. */
  readonly own: (request: Parameters<OriginOf>[0]) => Origin;
  /** Sets the cookie of a new session and ends the one that the request came with. */
  readonly enter: <Data>(
    request: Parameters<OriginOf>[0],
    session: StartedSession,
    shape: (token: Token) => Data,
  ) => Promise<Answer<Data>>;
}

/** Signing in and out under `/auth`: nothing here redirects, nothing reads a secret from a URL. */
export function authRoutes(deps: AuthRouteDeps): readonly Route[] {
  const context = authContext(deps);
  return [
    configRoute(deps),
    ...mailRoutes(context),
    signInRoute(context),
    secondStepRoute(context),
    passkeyOptionsRoute(context),
    passkeySignInRoute(context),
    ...oidcRoutes(context),
    tokenRoute(context),
    signOutRoute(context),
  ];
}

/** What the routes share: the cookie, whom a request comes from, how a session is entered. */
export function authContext(deps: Pick<AuthRouteDeps, 'signIn'>): AuthContext {
  const { store, tokens, originOf, config } = deps.signIn;
  const cookie = sessionCookie(config.publicUrl);
  return {
    ...deps,
    cookie,
    own(request) {
      requireOwnOrigin(request.headers, config.publicUrl);
      return originOf(request);
    },
    async enter({ headers }, { id, userId, secret }, shape) {
      const before = cookie.read(headers);
      if (before !== null) {
        await inTransaction(deps.signIn.database, (run) => store.revokeSecret(run, before));
      }
      const issued = await tokens.issue({ userId, sessionId: id }, ACCESS_TOKEN_SECONDS);
      const token = { userId, token: issued.token, expiresAt: isoTime(issued.expiresAt) };
      const setCookie = cookie.set(secret, SESSION_LIFE_MS / 1_000);
      return answer(shape(token), { headers: { 'set-cookie': setCookie } });
    },
  };
}

/** Business seconds in a real second, as text like every decimal. */
const rateOf = (clock: AuthRouteDeps['clock']): string =>
  clock.frozen ? '0' : String(clock.state().speed);

const configRoute = ({ signIn: { config }, outbox, sandbox, clock }: AuthRouteDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/auth/config',
    auth: 'public',
    scope: 'none',
    tag,
    summary: 'How people sign in here',
    description: 'What a client must know before anybody is signed in: the ways in, and the time.',
    response: configSchema,
    examples: {
      response: {
        issuer: 'http://localhost:3000',
        minPasswordCharacters: MIN_PASSWORD_CHARACTERS,
        outbox: true,
        sandbox: true,
        clock: { now: '2026-01-31T14:30:00.000Z', rate: '1' },
        oidcIssuer: null,
        oidcName: null,
        oidcClientId: null,
      },
    },
    handler: () => ({
      issuer: config.publicUrl,
      minPasswordCharacters: MIN_PASSWORD_CHARACTERS,
      outbox,
      sandbox,
      clock: { now: isoTime(clock.now()), rate: rateOf(clock) },
      oidcIssuer: config.oidc?.issuer ?? null,
      oidcName: config.oidc?.name ?? null,
      oidcClientId: config.oidc?.clientId ?? null,
    }),
  });

const signInRoute = ({ signIn, own, enter }: AuthContext): Route =>
  defineRoute({
    method: 'POST',
    path: '/auth/sign-in',
    auth: 'public',
    scope: 'none',
    tag,
    summary: 'Sign in with a password',
    description:
      'Sets the cookie of a new session, or answers a challenge where a second factor is enrolled. ' +
      'A wrong password, an unknown address and one that is not confirmed are answered alike.',
    body: signInBody,
    response: signInSchema,
    errors,
    examples: {
      request: { email: 'ada@example.org', password: 'a violet skein of geese' },
      response: { challenge: null, session: tokenExample },
    },
    async handler(context) {
      const begun = await signIn.passwordSignIn.start(context.body, own(context));
      if ('challenge' in begun) return { challenge: begun.challenge, session: null };
      return enter(context, begun.session, (session) => ({ challenge: null, session }));
    },
  });

const secondStepRoute = ({ signIn, own, enter }: AuthContext): Route =>
  defineRoute({
    method: 'POST',
    path: '/auth/sign-in/second-factor',
    auth: 'public',
    scope: 'none',
    tag,
    summary: 'Sign in: the second factor',
    description:
      'A code works once, here or for a withdrawal; a recovery code works once. The challenge is ' +
      'open for 5 minutes.',
    body: secondStepBody,
    response: tokenSchema,
    errors: [...errors, 'SECOND_FACTOR_INVALID', 'SECOND_FACTOR_REQUIRED'],
    examples: { request: { challenge: CHALLENGE, code: '492039' }, response: tokenExample },
    async handler(context) {
      const session = await signIn.passwordSignIn.finish(context.body, own(context));
      return enter(context, session, (token) => token);
    },
  });

const passkeyOptionsRoute = ({ signIn, own }: AuthContext): Route =>
  defineRoute({
    method: 'POST',
    path: '/auth/passkey/options',
    auth: 'public',
    scope: 'none',
    tag,
    summary: 'Begin to sign in with a passkey',
    description: 'The same for everybody: it does not ask who wants to sign in.',
    response: optionsSchema,
    errors: ['FORBIDDEN', 'RATE_LIMITED', 'OVERLOADED'],
    examples: {
      response: {
        challengeId: CHALLENGE,
        optionsJson: '{"challenge":"…","rpId":"localhost","userVerification":"required"}',
      },
    },
    handler: (context) => signIn.passkeys.beginSignIn(own(context)),
  });

const passkeySignInRoute = ({ signIn, own, enter }: AuthContext): Route =>
  defineRoute({
    method: 'POST',
    path: '/auth/passkey/sign-in',
    auth: 'public',
    scope: 'none',
    tag,
    summary: 'Sign in with a passkey',
    description: 'A passkey is two factors at once, so no code is asked for.',
    body: passkeyBody,
    response: tokenSchema,
    errors,
    examples: {
      request: { challengeId: CHALLENGE, responseJson: '{"id":"…","type":"public-key"}' },
      response: tokenExample,
    },
    async handler(context) {
      const session = await signIn.passkeys.signIn(context.body, own(context));
      return enter(context, session, (token) => token);
    },
  });

const tokenRoute = ({ signIn, cookie, own }: AuthContext): Route =>
  defineRoute({
    method: 'POST',
    path: '/auth/token',
    auth: 'public',
    scope: 'none',
    tag,
    summary: 'The next access token',
    description:
      'For the session in the cookie; a token lasts 10 minutes. UNAUTHORIZED without a session ' +
      'that is signed in. Send `{}` as JSON.',
    response: tokenSchema,
    errors: ['UNAUTHORIZED', 'FORBIDDEN', 'OVERLOADED'],
    examples: { response: tokenExample },
    async handler(context) {
      own(context);
      const secret = cookie.read(context.headers);
      const session = secret === null ? null : await signIn.store.ofSecret(secret);
      if (!session) throw new AppError('UNAUTHORIZED', { message: 'Nobody is signed in.' });
      const { userId, id: sessionId } = session;
      const issued = await signIn.tokens.issue({ userId, sessionId }, ACCESS_TOKEN_SECONDS);
      return { userId, token: issued.token, expiresAt: isoTime(issued.expiresAt) };
    },
  });

const signOutRoute = ({ signIn, cookie, own }: AuthContext): Route =>
  defineRoute({
    method: 'POST',
    path: '/auth/sign-out',
    auth: 'public',
    scope: 'none',
    tag,
    summary: 'Sign out',
    description:
      'Ends the session in the cookie, its tokens and sockets with it. Done as well when there ' +
      'is none. Send `{}` as JSON.',
    response: doneSchema,
    errors: ['FORBIDDEN', 'OVERLOADED'],
    examples: { response: { done: true } },
    async handler(context) {
      const origin = own(context);
      const secret = cookie.read(context.headers);
      if (secret !== null) await signIn.signOut(secret, origin);
      return answer({ done: true }, { headers: { 'set-cookie': cookie.clear() } });
    },
  });
