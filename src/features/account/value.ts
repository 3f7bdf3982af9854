import { assert } from '../../errors/app-error.ts';
import { USDC_ASSET } from '../../ledger/accounts.ts';
import { type Usdc, usdc } from '../../money/fixed.ts';
import { type UserHoldingRow, userHoldings } from './account.sql.ts';
import type { AccountDeps } from './deps.ts';
import { type Holding, type Query, type ValueField, valueFields } from './valuation.ts';

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

/** What a user whose rows were read is worth at an instant. */
export type ValueAccount = (userId: string, atMs: number) => AccountValue;

/**
 * Reads what some users hold, one statement for their wallets and one for each vertical that keeps
 * more, and answers how to value them. Every total of an account comes from here.
 */
export async function loadAccounts(
  { valuers }: Pick<AccountDeps, 'valuers'>,
  query: Query,
  userIds: readonly string[],
): Promise<ValueAccount> {
  const rows = await query.query<UserHoldingRow>(userHoldings, [userIds]);
  const holdings = new Map<string, Holding[]>();
  for (const { userId, available, reserved, ...asset } of rows) {
    const held = holdings.get(userId);
    const holding = { asset, available, reserved };
    if (held) held.push(holding);
    else holdings.set(userId, [holding]);
  }
  const parts = await Promise.all(
    valuers.map(async (valuer) => ({
      field: valuer.field,
      value: await valuer.load(query, userIds),
    })),
  );
  return (userId, atMs) => {
    const held = holdings.get(userId) ?? [];
    const wallet = held.find(({ asset }) => asset.id === USDC_ASSET);
    assert(wallet, `user ${userId} has no wallet`);
    const values = Object.fromEntries(valueFields.map((field) => [field, usdc(0n)])) as Record<
      ValueField,
      Usdc
    >;
    let total = wallet.available + wallet.reserved;
    for (const { field, value } of parts) {
      const worth = value(userId, held, atMs);
      values[field] = usdc(values[field] + worth);
      total += worth;
    }
    return {
      cash: usdc(wallet.available),
      reserved: usdc(wallet.reserved),
      parts: values,
      total: usdc(total),
    };
  };
}

/** Reads what an account holds and values it now. */
export async function readAccountValue(deps: AccountDeps, userId: string): Promise<AccountValue> {
  const value = await loadAccounts(deps, deps.database.reads, [userId]);
  return value(userId, deps.clock.now());
}
