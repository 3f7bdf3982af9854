import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import { assert } from '../../errors/app-error.ts';
import type { RandomBytes } from '../identity/index.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
const CIPHER = 'aes-256-gcm';

/** Keeps texts unreadable for who only sees the database. */
export interface Seal {
  /** `context` says what the text belongs to; it opens nowhere else. */
  close(text: string, context: string): string;
  /** The text, or null when it was sealed by another key or for something else. */
  open(sealed: string, context: string): string | null;
}

/** AES-256-GCM under a key that is derived from the secret. */
export function createSeal(secret: string, random: RandomBytes): Seal {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'skein sign-in', KEY_BYTES));
  return {
    close(text, context) {
      const nonce = Buffer.from(random(NONCE_BYTES));
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
    },
    open(sealed, context) {
      const bytes = Buffer.from(sealed, 'base64url');
      assert(bytes.length >= NONCE_BYTES + TAG_BYTES, 'a sealed text has a nonce and a tag');
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
      const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(context)).setAuthTag(tag);
      try {
        const body = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
        return Buffer.concat([body, decipher.final()]).toString('utf8');
      } catch {
        return null;
      }
    },
  };
}
