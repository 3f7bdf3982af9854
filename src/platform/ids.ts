import { randomBytes } from 'node:crypto';
import type { Clock } from './clock.ts';

/** Makes ids: UUIDv7, strictly increasing within one generator. */
export interface Ids {
  next(): string;
}

const hex: string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/**
 * UUIDv7 (RFC 9562 section 5.7, method 1): 48 bits of milliseconds, a 12-bit counter in rand_a that
 * moves the time on when it overflows, 62 random bits. `random` fills the given bytes.
 */
export function uuidV7(clock: Clock, random: (size: number) => Uint8Array = randomBytes): Ids {
  let lastMs = 0;
  let counter = 0;
  let pool = random(4096);
  let used = 0;
  return {
    next() {
      const now = clock.now();
      if (now > lastMs) {
        lastMs = now;
        counter = 0;
      } else if (counter === 0xfff) {
        lastMs += 1;
        counter = 0;
      } else {
        counter += 1;
      }
      if (used + 8 > pool.length) {
        pool = random(4096);
        used = 0;
      }
      const time = lastMs.toString(16).padStart(12, '0');
      const at = used;
      used += 8;
      const variant = 0x80 | ((pool[at] ?? 0) & 0x3f);
      let tail = '';
      for (let i = 1; i < 8; i += 1) {
        if (i === 2) tail += '-';
        tail += hex[pool[at + i] ?? 0];
      }
      const sequence = counter.toString(16).padStart(3, '0');
      return `${time.slice(0, 8)}-${time.slice(8)}-7${sequence}-${hex[variant]}${tail}`;
    },
  };
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The id that nothing has: for a command without a user, and for what cannot be an id. */
export const NO_ID = '00000000-0000-0000-0000-000000000000';
/** The id after all others: where a list in falling order begins. */
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Whether the text has the form of an id; a malformed id in a path is 404 (contract 1.3). */
export const isId = (text: string): boolean => UUID.test(text);
