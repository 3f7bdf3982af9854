import { assert } from '../errors/app-error.ts';
import type { SystemAccount, TransferKind, UserAccount } from './accounts.ts';

/** One side of a transfer: positive amounts come into the account, negative ones leave it. */
export type Posting =
  | {
      readonly account: UserAccount;
      readonly userId: string;
      readonly asset: number;
      readonly amount: bigint;
    }
  | {
      readonly account: SystemAccount;
      readonly userId?: undefined;
      readonly asset: number;
      readonly amount: bigint;
    };

/** A balanced movement of money with one cause, whose id it shares. */
export interface Transfer {
  readonly id: string;
  readonly kind: TransferKind;
  readonly postings: readonly Posting[];
}

export const userPosting = (
  userId: string,
  asset: number,
  amount: bigint,
  account: UserAccount = 'available',
): Posting => ({ account, userId, asset, amount });

export const systemPosting = (account: SystemAccount, asset: number, amount: bigint): Posting => ({
  account,
  asset,
  amount,
});

/** A transfer of its non-zero postings; asserts that it sums to zero in every asset (I1). */
export function transfer(id: string, kind: TransferKind, postings: readonly Posting[]): Transfer {
  const moved = postings.filter((posting) => posting.amount !== 0n);
  for (const posting of moved) {
    let sum = 0n;
    for (const other of moved) if (other.asset === posting.asset) sum += other.amount;
    assert(sum === 0n, `transfer ${kind} ${id} does not balance in asset ${posting.asset}`);
  }
  return { id, kind, postings: moved };
}
