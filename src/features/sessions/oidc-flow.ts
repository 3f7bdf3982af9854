import { AppError, assert } from '../../errors/app-error.ts';
import { isoTime } from '../../platform/clock.ts';
import { isId } from '../../platform/ids.ts';
import type { Origin, SessionsDeps } from './deps.ts';
import { type ChallengeRow, challengeOfId, insertChallenge, takeChallenge } from './factors.sql.ts';
import type { OidcSignIn, OidcSubject } from './oidc.ts';
import { OIDC_ATTEMPT_MS } from './oidc-limits.ts';
import type { OidcLinks } from './oidc-links.ts';
import { IssuerTrouble } from './oidc-request.ts';
import { hashSecret, newSecret, secretId } from './secrets.ts';
import type { SessionRow } from './sessions.sql.ts';
import type { Entered, PasswordSignIn } from './sign-in.ts';
import type { Throttle } from './throttle.ts';
import type { Tokens } from './tokens.ts';
import { inTransaction } from './transaction.ts';

const KIND = 'oidc';

/** The page of the console that the issuer sends people back to. */
export const OIDC_RETURN_PATH = '/sign-in/oidc';

export type OidcPurpose = 'sign-in' | 'link';

/** An attempt as its row keeps it, sealed: what must come back, and what proves who began it. */
interface Attempt {
  readonly purpose: OidcPurpose;
  readonly to: string;
  readonly nonce: string;
  readonly verifier: string;
  /** SHA-256 of the secret in the cookie of the browser that began it. */
  readonly browser: string;
  /** The session that wants the link. */
  readonly sessionId: string | null;
}

/** Whom a request comes from: its cookies and its address. */
export interface OidcVisitor {
  /** Of the cookie that `start` gave. */
  readonly secret: string | null;
  /** The live session of the session cookie. */
  readonly session: SessionRow | null;
  readonly origin: Origin;
}

export interface OidcEnd {
  readonly purpose: OidcPurpose;
  /** The path of the console to go on at, as it was given at the start. */
  readonly to: string;
  /** Null after a link. */
  readonly entered: Entered | null;
}

/**
 * Signing in at the configured issuer: the authorization code flow with PKCE (RFC 7636), a state
 * that works once, a nonce, and a cookie that ties them to one browser.
 */
export interface OidcFlow {
  /**
   * Where to send the browser, and the secret of its cookie. NOT_FOUND without an issuer,
   * UNAUTHORIZED for a link without a session, OVERLOADED while the issuer cannot be asked.
   */
  start(
    wish: { readonly purpose: OidcPurpose; readonly to: string },
    visitor: OidcVisitor,
  ): Promise<{ readonly url: string; readonly secret: string }>;
  /**
   * What the answer of the issuer leads to. UNAUTHORIZED for an answer that does not belong to what
   * this browser began, VALIDATION_FAILED for an account that is another user's.
   */
  finish(
    answer: { readonly state: string; readonly code: string; readonly iss?: string | null },
    visitor: OidcVisitor,
  ): Promise<OidcEnd>;
}

const ended = (): AppError =>
  new AppError('UNAUTHORIZED', { message: 'The sign-in has ended; begin it again.' });
const refused = (): AppError =>
  new AppError('UNAUTHORIZED', { message: 'The issuer has not confirmed the sign-in.' });

export function createOidcFlow(
  deps: Pick<SessionsDeps, 'database' | 'random' | 'wallClock' | 'log' | 'config'> & {
    readonly oidc: OidcSignIn | null;
    readonly links: OidcLinks;
    readonly throttle: Throttle;
    readonly tokens: Pick<Tokens, 'seal'>;
    readonly passwordSignIn: Pick<PasswordSignIn, 'enter'>;
  },
): OidcFlow {
  const { database, random, wallClock, log, config, oidc, links, throttle, tokens } = deps;
  const redirectUri = `${config.publicUrl}${OIDC_RETURN_PATH}`;
  const at = (ms = 0): string => isoTime(wallClock.now() + ms);
  const sealedFor = (state: string): string => `oidc ${state}`;

  function configured(): OidcSignIn {
    if (!oidc) throw new AppError('NOT_FOUND', { message: 'No OIDC issuer is configured.' });
    return oidc;
  }

  /** Takes the attempt of a state, if this browser and session began it: a state works once. */
  async function take(state: string, visitor: OidcVisitor): Promise<Attempt> {
    const values = [state, KIND, at()];
    if (!isId(state) || visitor.secret === null) throw ended();
    const [row] = await database.reads.query<ChallengeRow & Record<string, unknown>>(
      challengeOfId,
      values,
    );
    const text = row && tokens.seal.open(row.value, sealedFor(state));
    if (!text) throw ended();
    const attempt = JSON.parse(text) as Attempt;
    if (attempt.browser !== hashSecret(visitor.secret)) throw ended();
    if (attempt.sessionId !== null && attempt.sessionId !== visitor.session?.id) throw ended();
    const taken = await inTransaction(database, (run) => run(takeChallenge, values));
    if (taken.length === 0) throw ended();
    return attempt;
  }

  /** What the issuer is asked is nobody's fault here: OVERLOADED, and the log tells the operator. */
  async function asking<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    try {
      return await work();
    } catch (problem) {
      if (!(problem instanceof IssuerTrouble)) throw problem;
      log.warn({ err: problem }, 'the OIDC issuer does not answer as it should');
      throw new AppError('OVERLOADED', { retryAfterSeconds: 1 });
    }
  }

  /** Whom the issuer has signed in: the code is exchanged, the ID token checked. */
  async function subjectOf(
    { issuer, config: { issuer: name }, checkIdToken }: OidcSignIn,
    { code, iss }: Parameters<OidcFlow['finish']>[0],
    { nonce, verifier }: Attempt,
  ): Promise<OidcSubject> {
    const idToken = await asking(async () => {
      const { namesItself } = await issuer.document();
      // The answer of another issuer must not be taken to this one (RFC 9207).
      const mixedUp = typeof iss === 'string' ? iss !== name : namesItself;
      return mixedUp ? null : issuer.exchange(code, { verifier, redirectUri });
    });
    if (idToken === null) throw refused();
    return checkIdToken(idToken, nonce).catch((problem: unknown) => {
      const isWrong = problem instanceof AppError && problem.code === 'UNAUTHORIZED';
      throw isWrong ? refused() : problem;
    });
  }

  return {
    async start({ purpose, to }, { session, origin }) {
      const { issuer } = configured();
      await throttle.take({ kind: 'address', of: origin.ip ?? '' });
      if (purpose === 'link' && !session) throw new AppError('UNAUTHORIZED');
      const [state, secret] = [secretId(random), newSecret(random)];
      const [nonce, verifier] = [newSecret(random), newSecret(random)];
      const ask = { state, nonce, verifier, redirectUri };
      const url = await asking(() => issuer.authorizationUrl(ask));
      const owner = purpose === 'link' ? session : null;
      const browser = hashSecret(secret);
      const attempt: Attempt = {
        ...{ purpose, to, nonce, verifier, browser },
        sessionId: owner?.id ?? null,
      };
      const sealed = tokens.seal.close(JSON.stringify(attempt), sealedFor(state));
      const values = [state, KIND, owner?.userId ?? null, sealed, at(OIDC_ATTEMPT_MS)];
      await inTransaction(database, (run) => run(insertChallenge, values));
      return { url, secret };
    },

    async finish(answer, visitor) {
      const issuer = configured();
      const { origin, session } = visitor;
      await throttle.take({ kind: 'address', of: origin.ip ?? '' });
      const attempt = await take(answer.state, visitor);
      const { purpose, to } = attempt;
      const subject = await subjectOf(issuer, answer, attempt);
      if (purpose === 'link') {
        assert(session !== null, 'the attempt of a link has its session');
        await links.link(session.userId, subject, origin);
        return { purpose, to, entered: null };
      }
      const { userId } = await issuer.userOfSubject(subject);
      return { purpose, to, entered: await deps.passwordSignIn.enter(userId, 'oidc', origin) };
    },
  };
}
