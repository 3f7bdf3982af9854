import type { Usdc } from '../../money/fixed.ts';
import { usdc } from '../../money/fixed.ts';
import { formatUsdc } from '../../money/text.ts';

/** What a call has brought its creator, as announcements say it: `with a profit of $3.25`. */
export function gainWords(pnl: Usdc): string {
  if (pnl === 0n) return 'without profit or loss';
  return pnl > 0n
    ? `with a profit of $${formatUsdc(pnl)}`
    : `with a loss of $${formatUsdc(usdc(-pnl))}`;
}
