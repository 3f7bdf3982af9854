import type { Ids } from '../../platform/ids.ts';

/** Digits and letters that are not taken for one another when read aloud or copied by hand. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** An invite code: 12 characters that carry 60 random bits of a fresh id, so it cannot be guessed. */
export function newInviteCode(ids: Ids): string {
  const random = BigInt(`0x${ids.next().replaceAll('-', '').slice(-15)}`);
  let code = '';
  for (let shift = 55n; shift >= 0n; shift -= 5n) code += ALPHABET[Number((random >> shift) & 31n)];
  return code;
}
