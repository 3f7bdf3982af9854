import { AppError, assert } from '../../errors/app-error.ts';
import type { SessionsDeps } from './deps.ts';
import { userExists } from './login.sql.ts';

/** Tries of a username that is taken, each with another ending. */
const USERNAME_TRIES = 8;
/** Longest username (contract 18.28). */
const MAX_USERNAME_CHARACTERS = 30;
/** Digits of the ending of a username that was taken. */
const ENDING_DIGITS = 5;

/** Makes the users behind accounts of the identity provider. */
export interface Accounts {
  /**
   * Makes the user of an account unless there is one: with the mode of this service and, in paper
   * mode, the deposit of a sign-up. Repeating it after a crash finishes what was begun.
   */
  ensureUser(account: { readonly userId: string; readonly username: string }): Promise<void>;
}

export function createAccounts(
  deps: Pick<SessionsDeps, 'database' | 'identity' | 'random' | 'config'>,
): Accounts {
  const { database, identity, random, config } = deps;
  const { mode, paperDeposit } = config;
  const deposit =
    mode === 'paper' && paperDeposit > 0n ? { amount: paperDeposit, source: 'sign-up' } : null;

  /** The name with digits at its end that nobody guesses to be free. */
  function another(username: string): string {
    const number = Buffer.from(random(4)).readUInt32BE() % 10 ** ENDING_DIGITS;
    const ending = `_${String(number).padStart(ENDING_DIGITS, '0')}`;
    return username.slice(0, MAX_USERNAME_CHARACTERS - ending.length) + ending;
  }

  return {
    async ensureUser({ userId, username }) {
      if ((await database.reads.query(userExists, [userId])).length > 0) return;
      let name = username;
      for (let tries = 1; ; tries += 1) {
        assert(tries <= USERNAME_TRIES, 'some username is free');
        try {
          await identity.createUser({ userId, username: name, mode, deposit, key: null });
          return;
        } catch (problem) {
          if (!isTaken(problem)) throw problem;
          name = another(username);
        }
      }
    },
  };
}

const isTaken = (problem: unknown): boolean =>
  problem instanceof AppError && (problem.problems ?? []).includes('username is taken');
