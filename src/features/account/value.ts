import { assert } from '../../errors/app-error.ts';
import { USDC_ASSET } from '../../ledger/accounts.ts';
import { type Usdc, usdc } from '../../money/fixed.ts';
import type { AccountDeps } from './deps.ts';
import { readHoldings } from './holdings.ts';
import { type ValueField, valueFields } from './valuation.ts';

/** What an account is worth, in 1e-6 dollars. */
export interface AccountValue {
  /** Spendable USDC. */
  readonly cash: Usdc;
  /** USDC held for orders in flight. */
  readonly reserved: Usdc;
  readonly parts: Readonly<Record<ValueField, Usdc>>;
  /** Cash, reserved and all parts (contract 4). */
  readonly total: Usdc;
}

/** Reads what an account holds and values it now. */
export async function readAccountValue(deps: AccountDeps, userId: string): Promise<AccountValue> {
  const holdings = await readHoldings(deps, userId);
  const wallet = holdings[0];
  assert(wallet?.asset.id === USDC_ASSET, `user ${userId} has no wallet`);
  const parts = Object.fromEntries(valueFields.map((field) => [field, usdc(0n)])) as Record<
    ValueField,
    Usdc
  >;
  const values = await Promise.all(deps.valuers.map((valuer) => valuer.value(userId, holdings)));
  let total = wallet.available + wallet.reserved;
  deps.valuers.forEach(({ field }, n) => {
    const value = values[n] ?? usdc(0n);
    parts[field] = usdc(parts[field] + value);
    total += value;
  });
  return {
    cash: usdc(wallet.available),
    reserved: usdc(wallet.reserved),
    parts,
    total: usdc(total),
  };
}
