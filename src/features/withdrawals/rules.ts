import { AppError } from '../../errors/app-error.ts';
import { type Usdc, usdc } from '../../money/fixed.ts';
import { formatUsdc } from '../../money/text.ts';
import { LIMIT_WINDOW_MS, MINIMUM_WITHDRAWAL, WITHDRAWALS_PER_DAY } from './limits.ts';
import type { RecentWithdrawal } from './lookups.ts';

/** Who asked, for the account's security log. */
export interface Origin {
  readonly ip: string | null;
  readonly userAgent: string | null;
}

export interface WithdrawalRules {
  /** Most that leaves in any 24 hours, 1e-6 dollars. */
  readonly dailyLimit: Usdc;
  /** How long the first withdrawal to an address waits, milliseconds of business time. */
  readonly delayMs: number;
}

/** AMOUNT_BELOW_MINIMUM for less than the least amount of a withdrawal. */
export function requireMinimum(amount: Usdc): void {
  if (amount >= MINIMUM_WITHDRAWAL) return;
  throw new AppError('AMOUNT_BELOW_MINIMUM', {
    details: { minimumUsd: formatUsdc(MINIMUM_WITHDRAWAL), amountUsd: formatUsdc(amount) },
  });
}

/** What of the daily limit is left at `now` after these withdrawals; never below zero. */
export function remainingLimit(
  recent: readonly RecentWithdrawal[],
  { dailyLimit, now }: { dailyLimit: Usdc; now: number },
): Usdc {
  let taken = 0n;
  for (const { at, amount } of recent) if (at > now - LIMIT_WINDOW_MS) taken += amount;
  return usdc(taken >= dailyLimit ? 0n : dailyLimit - taken);
}

/** WITHDRAWAL_LIMIT when the amount, or one more withdrawal, is too much for these 24 hours. */
export function requireLimit(
  recent: readonly RecentWithdrawal[],
  amount: Usdc,
  { dailyLimit, now }: { dailyLimit: Usdc; now: number },
): void {
  const remaining = remainingLimit(recent, { dailyLimit, now });
  const count = recent.filter(({ at }) => at > now - LIMIT_WINDOW_MS).length;
  if (amount <= remaining && count < WITHDRAWALS_PER_DAY) return;
  throw new AppError('WITHDRAWAL_LIMIT', {
    details: {
      dailyLimitUsd: formatUsdc(dailyLimit),
      remainingUsd: formatUsdc(remaining),
      amountUsd: formatUsdc(amount),
    },
  });
}
