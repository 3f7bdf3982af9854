import { hash } from 'node:crypto';
import { assert } from '../../errors/app-error.ts';

/** Fills as many bytes as asked with chance. */
export type RandomBytes = (size: number) => Uint8Array;

/** A new key: the secret is shown once to its owner, the rest is stored (contract 3). */
export interface IssuedKey {
  readonly secret: string;
  readonly stored: StoredSecret;
}

export interface StoredSecret {
  /** `svc_` and the first 6 characters: tells keys apart without giving them away. */
  readonly prefix: string;
  /** SHA-256 of the whole secret, 64 hex digits. */
  readonly secretHash: string;
}

const KEY_PREFIX = 'svc_';
const SECRET_BYTES = 32;
/** 62^43 > 2^256: 43 characters hold all 256 bits. */
const SECRET_CHARACTERS = 43;
const SHOWN_CHARACTERS = KEY_PREFIX.length + 6;
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The whole Authorization header of a request with an API key; group 1 is the key. */
export const API_KEY_HEADER = /^[Bb][Ee][Aa][Rr][Ee][Rr] (svc_[0-9A-Za-z]{43})$/;

/** Makes a key of 256 random bits: `svc_` and 43 base62 characters. */
export function issueKey(random: RandomBytes): IssuedKey {
  const bytes = random(SECRET_BYTES);
  assert(bytes.length === SECRET_BYTES, 'a key takes 32 random bytes');
  let rest = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  let digits = '';
  for (let i = 0; i < SECRET_CHARACTERS; i += 1) {
    digits = `${ALPHABET[Number(rest % 62n)]}${digits}`;
    rest /= 62n;
  }
  const secret = `${KEY_PREFIX}${digits}`;
  return {
    secret,
    stored: { prefix: secret.slice(0, SHOWN_CHARACTERS), secretHash: hashKey(secret) },
  };
}

/** SHA-256 of a key as 64 hex digits, the form it is looked up by. */
export const hashKey = (secret: string): string => hash('sha256', secret, 'hex');
