import type { Letter } from './letter.ts';

/** How much time a digest tells of: 24 hours. */
export const DIGEST_MS = 86_400_000;

/** When the next digest is due: at midnight, UTC. Milliseconds of business time. */
export const nextDigest = (now: number): number => (Math.floor(now / DIGEST_MS) + 1) * DIGEST_MS;

/** Which events a digest counts, in its order, and what it calls them. */
const counted = [
  ['spot.trade', 'trades of tokens and stocks'],
  ['prediction.trade', 'trades of predictions'],
  ['perp.trade', 'trades of perpetuals'],
  ['follow.result', 'results of follows'],
  ['deposit', 'deposits'],
  ['withdrawal.sent', 'withdrawals sent'],
] as const;

/** The mail of a day. `cashUsd` is what can be spent, decimal text. */
export function digestLetter(
  day: string,
  counts: ReadonlyMap<string, number>,
  cashUsd: string,
): Letter {
  const lines = counted.flatMap(([type, words]) => {
    const count = counts.get(type) ?? 0;
    return count === 0 ? [] : [`- ${words}: ${count}`];
  });
  const text = lines.length === 0 ? 'Nothing has happened in your account.' : lines.join('\n');
  return {
    subject: `Your day on Skein: ${day}`,
    body: `${text}\n\nYou can spend $${cashUsd}.`,
  };
}
