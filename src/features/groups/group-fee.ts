import type { Outcome, State } from '../../engine/command.ts';
import { AppError, assert } from '../../errors/app-error.ts';
import { USDC_ASSET } from '../../ledger/accounts.ts';
import { transfer, userPosting } from '../../ledger/transfer.ts';
import { type Usdc, usdc } from '../../money/fixed.ts';
import { formatUsdc } from '../../money/text.ts';
import { isMember } from './access.ts';
import { type GroupRow, membershipTable, type Period } from './tables.ts';

/** The fees that a joining user has agreed to pay. */
export interface AcceptedFees {
  readonly joiningFee: Usdc;
  readonly subscriptionFee: Usdc;
  readonly subscriptionPeriod: Period;
}

/** Joining fee and first period: what a join costs, 1e-6 dollars. */
export const joiningCost = (group: Pick<GroupRow, 'joiningFee' | 'subscriptionFee'>): Usdc =>
  usdc(group.joiningFee + group.subscriptionFee);

/** Refuses with FEES_CHANGED, naming the current fees, unless exactly these were accepted. */
export function requireAccepted(group: GroupRow, accepted: AcceptedFees | null): void {
  const { joiningFee, subscriptionFee, subscriptionPeriod } = group;
  if (
    accepted?.joiningFee === joiningFee &&
    accepted.subscriptionFee === subscriptionFee &&
    accepted.subscriptionPeriod === subscriptionPeriod
  ) {
    return;
  }
  throw new AppError('FEES_CHANGED', {
    details: {
      joiningFee: formatUsdc(joiningFee),
      subscriptionFee: formatUsdc(subscriptionFee),
      subscriptionPeriod,
    },
  });
}

export interface FeePayment {
  readonly id: string;
  readonly group: GroupRow;
  readonly payerId: string;
  /** An admin of the group; null when the caller of the command found none. */
  readonly payeeId: string | null;
}

/**
 * Moves the cost of a join from the member to an admin of the group (contract 9 and 18.11).
 * INSUFFICIENT_FUNDS when the wallet holds less; OVERLOADED, to be sent again, when who is to be
 * paid has stopped being an admin since the command was made.
 */
export function chargeJoin(
  state: State,
  { id, group, payerId, payeeId }: FeePayment,
): Required<Pick<Outcome, 'transfers' | 'events'>> {
  const cost = joiningCost(group);
  const payeeMember = payeeId === null ? undefined : state.get(membershipTable, group.id, payeeId);
  if (payeeId === null || !isMember(payeeMember) || !payeeMember.isAdmin) {
    throw new AppError('OVERLOADED', {
      message: 'The admins of the group have just changed; nothing was done, try again.',
      retryAfterSeconds: 1,
    });
  }
  const payer = state.wallet(payerId);
  const payee = state.wallet(payeeId);
  assert(payer && payee, `fee ${id}: both sides have wallets`);
  if (payer.available < cost) {
    throw new AppError('INSUFFICIENT_FUNDS', {
      details: {
        required: formatUsdc(cost),
        available: formatUsdc(payer.available),
        currency: 'USDC',
      },
    });
  }
  const told = (userId: string, change: bigint, available: bigint) => ({
    userId,
    type: 'group.fee',
    data: {
      feeId: id,
      groupId: group.id,
      amountUsd: formatUsdc(usdc(change)),
      cashBalanceUsd: formatUsdc(usdc(available + change)),
    },
  });
  return {
    transfers: [
      transfer(id, 'groupFee', [
        userPosting(payerId, USDC_ASSET, -cost),
        userPosting(payeeId, USDC_ASSET, cost),
      ]),
    ],
    events: [told(payerId, -cost, payer.available), told(payeeId, cost, payee.available)],
  };
}
