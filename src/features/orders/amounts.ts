import type { State } from '../../engine/command.ts';
import { AppError, invalid } from '../../errors/app-error.ts';
import { type Usdc, usdc } from '../../money/fixed.ts';
import { formatUsdc, parseUsdc } from '../../money/text.ts';

/** A dollar amount of a request; VALIDATION_FAILED unless plain, ≤ 6 decimals and above zero. */
export function amountOf(value: unknown, field: string): Usdc {
  const amount = typeof value === 'string' ? parseUsdc(value) : null;
  if (amount === null) {
    throw invalid(`${field} must be a plain decimal string with at most 6 decimals`);
  }
  if (amount <= 0n) throw invalid(`${field} must be greater than 0`);
  return usdc(amount);
}

/** How much to sell: an amount of dollars at the bid, or everything. */
export type SaleSize = { readonly max: true } | { readonly max: false; readonly amount: Usdc };

/** `max: true` ⇒ the amount is not even looked at; both absent is refused (contract 18.23). */
export function saleSizeOf(body: { amountUsd?: unknown; max?: boolean }): SaleSize {
  if (body.max === true) return { max: true };
  if (body.amountUsd === undefined) {
    throw invalid('body must carry amountUsd or max: true, exactly one');
  }
  return { max: false, amount: amountOf(body.amountUsd, 'body.amountUsd') };
}

/** INSUFFICIENT_FUNDS when the wallet holds less spendable USDC than the order takes. */
export function requireFunds(state: State, userId: string, spend: Usdc): void {
  const available = state.wallet(userId)?.available ?? usdc(0n);
  if (available >= spend) return;
  throw new AppError('INSUFFICIENT_FUNDS', {
    details: {
      required: formatUsdc(spend),
      available: formatUsdc(available),
      currency: 'USDC',
    },
  });
}
