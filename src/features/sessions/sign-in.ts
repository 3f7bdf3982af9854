import { AppError } from '../../errors/app-error.ts';
import { isoTime } from '../../platform/clock.ts';
import { isId } from '../../platform/ids.ts';
import type { Credentials, CredentialsDeps } from './credentials.ts';
import type { Origin } from './deps.ts';
import { type ChallengeRow, challengeOfId, insertChallenge, takeChallenge } from './factors.sql.ts';
import type { SecondFactor } from './second-factor.ts';
import { secretId } from './secrets.ts';
import type { SignInMethod, StartedSession } from './session-store.ts';
import { inTransaction } from './transaction.ts';

/** The second factor must follow the password within this time. */
export const SECOND_STEP_MS = 300_000;

const KIND = 'second-factor';

/** A session, or the challenge of a second factor that must be met before there is one. */
export type Entered = { readonly session: StartedSession } | { readonly challenge: string };

/** Signing in with a password, and a code where a second factor is enrolled. */
export interface PasswordSignIn {
  /** A session, or the challenge that a code must be given for. UNAUTHORIZED, RATE_LIMITED. */
  start(
    wish: { readonly email: string; readonly password: string },
    origin: Origin,
  ): Promise<Entered>;
  /** The same for somebody whom something else has proved, such as an OIDC issuer. */
  enter(userId: string, method: SignInMethod, origin: Origin): Promise<Entered>;
  /** UNAUTHORIZED for a challenge that is not open, SECOND_FACTOR_INVALID for a wrong code. */
  finish(
    wish: { readonly challenge: string; readonly code: string },
    origin: Origin,
  ): Promise<StartedSession>;
}

export function createPasswordSignIn(
  deps: Pick<CredentialsDeps, 'database' | 'random' | 'wallClock' | 'throttle' | 'store'> & {
    readonly credentials: Credentials;
    readonly secondFactor: SecondFactor;
  },
): PasswordSignIn {
  const { database, random, wallClock, throttle, store, credentials, secondFactor } = deps;
  const at = (ms = 0): string => isoTime(wallClock.now() + ms);
  const ended = () =>
    new AppError('UNAUTHORIZED', { message: 'The sign-in has ended; begin it again.' });

  const enter: PasswordSignIn['enter'] = async (userId, method, origin) => {
    if (await secondFactor.enrolled(userId)) {
      const challenge = secretId(random);
      const values = [challenge, KIND, userId, method, at(SECOND_STEP_MS)];
      await inTransaction(database, (run) => run(insertChallenge, values));
      return { challenge };
    }
    const session = await inTransaction(database, (run) =>
      store.start(run, { userId, method, origin }),
    );
    return { session };
  };

  return {
    async start(wish, origin) {
      const { userId } = await credentials.check(wish, origin);
      return enter(userId, 'password', origin);
    },
    enter,

    async finish({ challenge, code }, origin) {
      await throttle.take({ kind: 'address', of: origin.ip ?? '' });
      const values = [challenge, KIND, at()];
      const [open] = isId(challenge)
        ? await database.reads.query<ChallengeRow & Record<string, unknown>>(challengeOfId, values)
        : [];
      const userId = open?.userId ?? null;
      if (userId === null) throw ended();
      await secondFactor.spend(userId, code, origin);
      return inTransaction(database, async (run) => {
        const taken = await run(takeChallenge, values);
        if (taken.length === 0) throw ended();
        const method = open?.value === 'oidc' ? 'oidc' : 'password';
        return store.start(run, { userId, method, origin });
      });
    },
  };
}
