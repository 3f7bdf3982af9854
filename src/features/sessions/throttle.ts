import { AppError } from '../../errors/app-error.ts';
import { type Clock, isoTime } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/pool.ts';
import { type AttemptsRow, countAttempts, forgetAttempts } from './login.sql.ts';
import { networkOf } from './origin.ts';
import { hashSecret } from './secrets.ts';

/** The window in which attempts are counted. */
export const ATTEMPT_WINDOW_MS = 900_000;
/** Passwords tried for one account, known or not, in a window. */
export const MAX_ATTEMPTS_PER_ACCOUNT = 10;
/** Sign-in requests from one address in a window. */
export const MAX_ATTEMPTS_PER_ADDRESS = 100;
/** Codes tried for one second factor in a window: a guess has 3 in a million each. */
export const MAX_CODES_PER_ACCOUNT = 5;
/** Mails to one address in a window, asked for without a session. */
export const MAX_MAILS_PER_ADDRESS = 5;

const limits = {
  account: MAX_ATTEMPTS_PER_ACCOUNT,
  address: MAX_ATTEMPTS_PER_ADDRESS,
  code: MAX_CODES_PER_ACCOUNT,
  mail: MAX_MAILS_PER_ADDRESS,
} as const;

/** What attempts are counted by. The text is an e-mail address, a network address or a user. */
export interface ThrottleKey {
  readonly kind: keyof typeof limits;
  readonly of: string;
}

/** Counts attempts in the database, so that all processes share one count. */
export interface Throttle {
  /**
   * Counts an attempt before it is made, so that many at once are not more than one after another.
   * RATE_LIMITED when one of the keys has had its attempts.
   */
  take(...keys: readonly ThrottleKey[]): Promise<void>;
  /** The same, without a refusal: whether there was an attempt left. */
  allows(key: ThrottleKey): Promise<boolean>;
  /** Forgets the attempts of a key after one that was right. */
  forget(...keys: readonly ThrottleKey[]): Promise<void>;
}

/** Only hashes are kept: whose addresses were tried is nobody's business. */
const textOf = ({ kind, of }: ThrottleKey): string => {
  const text = kind === 'address' ? networkOf(of) : of;
  return `${kind}:${hashSecret(text).slice(0, 32)}`;
};

export function createThrottle(deps: {
  database: Pick<Database, 'withClient'>;
  wallClock: Clock;
}): Throttle {
  const { database, wallClock } = deps;

  /** When the first of the keys that have had their attempts may go on; null when none has. */
  async function count(keys: readonly ThrottleKey[]): Promise<number | null> {
    const most = new Map(keys.map((key) => [textOf(key), limits[key.kind]]));
    const texts = [...most.keys()].sort();
    const values = [texts, texts.map(() => ATTEMPT_WINDOW_MS), isoTime(wallClock.now())];
    const { rows } = await database.withClient((client) =>
      client.query<AttemptsRow>({ ...countAttempts, values }),
    );
    const over = rows.filter((row) => row.attempts > (most.get(row.key) ?? 0));
    return over.length === 0 ? null : Math.max(...over.map((row) => row.windowEnds));
  }

  return {
    async take(...keys) {
      const until = await count(keys);
      if (until === null) return;
      const retryAfterSeconds = Math.max(1, Math.ceil((until - wallClock.now()) / 1_000));
      throw new AppError('RATE_LIMITED', {
        message: 'Too many attempts; try again later.',
        retryAfterSeconds,
      });
    },
    async allows(key) {
      return (await count([key])) === null;
    },
    async forget(...keys) {
      const values = [keys.map(textOf)];
      await database.withClient((client) => client.query({ ...forgetAttempts, values }));
    },
  };
}
