import { createHash } from 'node:crypto';
import bs58 from 'bs58';

/**
 * Where an id points: the template by its code, the period by its number, and the market's place
 * in the event, from 1; 0 is the event itself.
 */
export interface Place {
  readonly code: number;
  readonly index: number;
  readonly slot: number;
}

const CODES = 2 ** 16;
const SLOTS = 2 ** 5;
/** Periods are at most this many: hours until the year 2200 and far beyond. */
const INDEXES = 2 ** 21;

/** A place as one whole number below 2^42. */
const packed = ({ code, index, slot }: Place): number => (index * CODES + code) * SLOTS + slot;

function unpacked(n: number): Place | undefined {
  const slot = n % SLOTS;
  const code = Math.floor(n / SLOTS) % CODES;
  const index = Math.floor(n / SLOTS / CODES);
  return index < INDEXES ? { code, index, slot } : undefined;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A number below 2^48 out of a text, to hide a place behind. */
const maskOf = (text: string): bigint => BigInt(`0x${sha256(text).slice(0, 12)}`);

/** The venue's numeric id of an event or a market; it tells the place openly. */
export const numericId = (place: Place): string => String(packed(place));
const placeOfNumber = (id: string): Place | undefined => unpacked(Number(id));

const TAIL_HEX_DIGITS = 12;
const TAIL_RANGE = 2n ** 48n;

/**
 * 64 hex digits that look like any hash: 52 of SHA-256, then the place under a mask made of them.
 * So an id of any time leads back to its event without a list of all that have been.
 */
function hex64(name: string, place: Place): string {
  const head = sha256(name).slice(0, 64 - TAIL_HEX_DIGITS);
  const tail = (BigInt(packed(place)) + maskOf(head)) % TAIL_RANGE;
  return head + tail.toString(16).padStart(TAIL_HEX_DIGITS, '0');
}

function placeOfHex(digits: string): Place | undefined {
  const head = digits.slice(0, 64 - TAIL_HEX_DIGITS);
  const tail = BigInt(`0x${digits.slice(64 - TAIL_HEX_DIGITS)}`);
  return unpacked(Number((tail - maskOf(head) + TAIL_RANGE) % TAIL_RANGE));
}

export const conditionId = (seed: string, slug: string, place: Place): string =>
  `0x${hex64(`${seed}/condition/${slug}`, place)}`;

/** A base58 address of 32 bytes, as a chain of old had one for each event. */
export const mintAddress = (seed: string, slug: string, place: Place): string =>
  bs58.encode(Buffer.from(hex64(`${seed}/mint/${slug}`, place), 'hex'));

function placeOfMint(address: string): Place | undefined {
  const bytes = bs58.decodeUnsafe(address);
  if (bytes?.length !== 32) return undefined;
  return placeOfHex(Buffer.from(bytes).toString('hex'));
}

const TOKEN_ID_DIGITS = 77;
const TAIL_DECIMALS = 15;
const TAIL_DECIMAL_RANGE = 10n ** BigInt(TAIL_DECIMALS);
const SMALLEST_HEAD = 10n ** BigInt(TOKEN_ID_DIGITS - TAIL_DECIMALS - 1);

/** A token id: 77 decimal digits, the last 15 of them the place under a mask of the others. */
export function tokenId(seed: string, slug: string, side: 'YES' | 'NO', place: Place): string {
  const hash = BigInt(`0x${sha256(`${seed}/token/${slug}/${side}`)}`);
  const head = (SMALLEST_HEAD + (hash % (9n * SMALLEST_HEAD))).toString();
  const tail = (BigInt(packed(place)) + maskOf(head)) % TAIL_DECIMAL_RANGE;
  return head + tail.toString().padStart(TAIL_DECIMALS, '0');
}

function placeOfToken(id: string): Place | undefined {
  const head = id.slice(0, -TAIL_DECIMALS);
  const tail = BigInt(id.slice(-TAIL_DECIMALS));
  const mask = maskOf(head) % TAIL_DECIMAL_RANGE;
  return unpacked(Number((tail - mask + TAIL_DECIMAL_RANGE) % TAIL_DECIMAL_RANGE));
}

const MOST_NUMBER_DIGITS = 15;
const NUMBER = /^[1-9]\d*$/;
const CONDITION = /^0x[0-9a-f]{64}$/;
const MINT = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;

/** The place that an id leads to, by its shape; whether it is the place's own, its event shows. */
export function placeOf(id: string): Place | undefined {
  if (CONDITION.test(id)) return placeOfHex(id.slice(2));
  if (NUMBER.test(id)) {
    if (id.length === TOKEN_ID_DIGITS) return placeOfToken(id);
    return id.length <= MOST_NUMBER_DIGITS ? placeOfNumber(id) : undefined;
  }
  return MINT.test(id) ? placeOfMint(id) : undefined;
}
