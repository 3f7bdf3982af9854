import { scrypt, timingSafeEqual } from 'node:crypto';
import { AppError, assert, invalid } from '../../errors/app-error.ts';
import type { RandomBytes } from '../identity/index.ts';
import { commonPasswords } from './common-passwords.ts';

/** Fewest characters of a password, counted as people count them. */
export const MIN_PASSWORD_CHARACTERS = 12;
/** Most characters: what is longer only costs time. */
export const MAX_PASSWORD_CHARACTERS = 256;
/** Fewest different characters in a password. */
export const MIN_DIFFERENT_CHARACTERS = 5;
/** Hashes worked on at once: each takes 32 MiB and one of the four threads of the process. */
export const MAX_HASHES_AT_ONCE = 2;
/** Hashes that wait; more are refused, so that guessing cannot exhaust the process. */
export const MAX_HASHES_WAITING = 32;

/** OWASP password storage: scrypt with N = 2^15, r = 8, p = 3 (32 MiB). */
const LOG_COST = 15;
const BLOCK_SIZE = 8;
const PARALLEL = 3;
const HASH_BYTES = 32;
const SALT_BYTES = 16;
const MEMORY_BYTES = 64 * 1024 * 1024;

/** The whole stored form: cost, block size, parallelism, salt and hash. */
const STORED = /^scrypt\$15\$8\$3\$([A-Za-z0-9_-]{22})\$([A-Za-z0-9_-]{43})$/;

/** The same text however a keyboard composes it. */
const normal = (password: string): string => password.normalize('NFKC');

/**
 * The strength rule: 12 to 256 characters, at least 5 different ones, not among the commonest
 * passwords, and neither the account's own e-mail address or username nor made around them.
 * VALIDATION_FAILED with the problem; the password itself is never repeated.
 */
export function requireStrongPassword(
  password: string,
  own: { readonly email: string; readonly username: string | null },
): void {
  const text = normal(password).toLowerCase();
  const characters = [...text];
  const problems: string[] = [];
  if (characters.length < MIN_PASSWORD_CHARACTERS) {
    problems.push(`password must have at least ${MIN_PASSWORD_CHARACTERS} characters`);
  } else if (characters.length > MAX_PASSWORD_CHARACTERS) {
    problems.push(`password must have at most ${MAX_PASSWORD_CHARACTERS} characters`);
  } else if (new Set(characters).size < MIN_DIFFERENT_CHARACTERS) {
    problems.push(`password must have at least ${MIN_DIFFERENT_CHARACTERS} different characters`);
  } else if (commonPasswords.has(text)) {
    problems.push('password is one of the commonest; choose another one');
  } else if (isMadeAround(text, own)) {
    problems.push('password must not be made of your e-mail address or username');
  }
  if (problems.length > 0) throw invalid(...problems);
}

/** Whether next to nothing is left of a password without the names of its owner. */
function isMadeAround(text: string, own: { email: string; username: string | null }): boolean {
  const email = own.email.toLowerCase();
  const names = [email, email.split('@')[0] ?? '', own.username?.toLowerCase() ?? ''];
  const long = names.filter((name) => name.length >= 3);
  return long.some((name) => [...text.replaceAll(name, '')].length < MIN_PASSWORD_CHARACTERS / 2);
}

/** Hashes passwords, a few at a time. */
export interface Passwords {
  /** The form that is stored. OVERLOADED when too many wait. */
  hash(password: string): Promise<string>;
  /**
   * Whether a password is the one that was stored. With null, for an account that does not exist,
   * it takes as long and is false. OVERLOADED when too many wait.
   */
  matches(password: string, stored: string | null): Promise<boolean>;
}

export function createPasswords(random: RandomBytes): Passwords {
  const waiting: (() => void)[] = [];
  let running = 0;

  async function derive(password: string, salt: Buffer): Promise<Buffer> {
    if (running >= MAX_HASHES_AT_ONCE) {
      if (waiting.length >= MAX_HASHES_WAITING) {
        throw new AppError('OVERLOADED', { retryAfterSeconds: 1 });
      }
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await scryptOf(normal(password), salt);
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  }

  return {
    async hash(password) {
      const salt = Buffer.from(random(SALT_BYTES));
      const derived = await derive(password, salt);
      const parts = ['scrypt', LOG_COST, BLOCK_SIZE, PARALLEL];
      return [...parts, salt.toString('base64url'), derived.toString('base64url')].join('$');
    },
    async matches(password, stored) {
      const parts = stored === null ? null : STORED.exec(stored);
      assert(stored === null || parts !== null, 'a stored password has a known form');
      const salt = Buffer.from(parts?.[1] ?? 'A'.repeat(22), 'base64url');
      const derived = await derive(password, salt);
      const expected = Buffer.from(parts?.[2] ?? 'A'.repeat(43), 'base64url');
      return timingSafeEqual(derived, expected) && parts !== null;
    },
  };
}

const scryptOf = (password: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const options = { N: 2 ** LOG_COST, r: BLOCK_SIZE, p: PARALLEL, maxmem: MEMORY_BYTES };
    scrypt(password, salt, HASH_BYTES, options, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    });
  });
