import { hash } from 'node:crypto';
import type { RandomBytes } from '../identity/index.ts';
import { base32 } from './totp.ts';

/** Bits of a secret that is carried by a cookie or a mail: 256. */
const SECRET_BYTES = 32;
/** Recovery codes of an enrolment. */
export const RECOVERY_CODES = 10;
/** Ten base32 characters carry 50 bits: ten characters of seven bytes' worth are kept. */
const RECOVERY_BYTES = 7;
const RECOVERY_CHARACTERS = 10;

/** SHA-256 of a secret of full entropy, the form that is stored and looked up by. */
export const hashSecret = (secret: string): string => hash('sha256', secret, 'hex');

/** A secret for a cookie or a mail. */
export const newSecret = (random: RandomBytes): string =>
  Buffer.from(random(SECRET_BYTES)).toString('base64url');

/** Recovery codes as people read them: `abcde-fghij`. */
export const newRecoveryCodes = (random: RandomBytes): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => {
    const text = base32(random(RECOVERY_BYTES)).slice(0, RECOVERY_CHARACTERS).toLowerCase();
    return `${text.slice(0, 5)}-${text.slice(5)}`;
  });

/** What is stored of a recovery code, however it was typed; null for what cannot be one. */
export function hashOfRecoveryCode(userId: string, typed: string): string | null {
  const text = typed.toLowerCase().replaceAll(/[\s-]/g, '');
  return /^[a-z2-7]{10}$/.test(text) ? hashSecret(`${userId}:${text}`) : null;
}

/** A random id for what must not be guessed; ids that grow with time could be. */
export function secretId(random: RandomBytes): string {
  const hex = Buffer.from(random(16)).toString('hex');
  return [
    [0, 8],
    [8, 12],
    [12, 16],
    [16, 20],
    [20, 32],
  ]
    .map(([a, b]) => hex.slice(a, b))
    .join('-');
}
