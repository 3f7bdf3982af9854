import { createHmac, timingSafeEqual } from 'node:crypto';

/** A code is of one step of 30 seconds (RFC 6238, 4.1). */
export const TOTP_STEP_MS = 30_000;
/** Codes of this many steps before and after now count, for clocks that differ. */
export const TOTP_STEPS_AROUND = 1;

const DIGITS = 6;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** 160 bits, the length of the hash (RFC 4226, 4). */
export const TOTP_SECRET_BYTES = 20;

/** Bytes as base32 without padding (RFC 4648, 6), the form that authenticators take. */
export function base32(bytes: Uint8Array): string {
  let bits = 0;
  let value = 0;
  let text = '';
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += BASE32[(value >>> bits) & 31];
      value &= (1 << bits) - 1;
    }
  }
  return bits > 0 ? text + BASE32[(value << (5 - bits)) & 31] : text;
}

/** The bytes of base32 text as `base32` writes it. */
export function base32Bytes(text: string): Uint8Array {
  let bits = 0;
  let value = 0;
  const bytes: number[] = [];
  for (const character of text) {
    value = (value << 5) | BASE32.indexOf(character);
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((value >>> bits) & 255);
      value &= (1 << bits) - 1;
    }
  }
  return Uint8Array.from(bytes);
}

/** The code of a step: HMAC-SHA-1, six digits (RFC 4226, 5.3). */
export function totpCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = digest.readUInt8(digest.length - 1) & 0xf;
  const number = (digest.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS;
  return String(number).padStart(DIGITS, '0');
}

/**
 * The step that a code belongs to, now or one step around it; null when it is of none. `nowMs` is
 * real time. All candidates are compared, so the time taken tells nothing.
 */
export function stepOfCode(secret: Uint8Array, code: string, nowMs: number): number | null {
  if (!/^[0-9]{6}$/.test(code)) return null;
  const given = Buffer.from(code);
  const current = Math.floor(nowMs / TOTP_STEP_MS);
  let found: number | null = null;
  for (let away = -TOTP_STEPS_AROUND; away <= TOTP_STEPS_AROUND; away += 1) {
    const step = current + away;
    if (timingSafeEqual(Buffer.from(totpCode(secret, step)), given)) found = step;
  }
  return found;
}

/** The address that authenticators read from a QR code. */
export function totpUri(secret: string, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const query = `secret=${secret}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1`;
  return `otpauth://totp/${label}?${query}&digits=${DIGITS}&period=${TOTP_STEP_MS / 1_000}`;
}
