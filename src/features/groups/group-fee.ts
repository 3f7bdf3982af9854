import type { Outcome, State } from '../../engine/command.ts';
import { AppError, assert } from '../../errors/app-error.ts';
import { USDC_ASSET } from '../../ledger/accounts.ts';
import { transfer, userPosting } from '../../ledger/transfer.ts';
import { type Usdc, usdc } from '../../money/fixed.ts';
import { formatUsdc } from '../../money/text.ts';
import { isMember } from './access.ts';
import {
  type FeePaymentRow,
  feePaymentTable,
  type GroupRow,
  membershipTable,
  type Period,
} from './tables.ts';

/** Fees of a group that somebody has agreed to pay. */
export interface AcceptedFees {
  readonly joiningFee: Usdc;
  readonly subscriptionFee: Usdc;
  readonly subscriptionPeriod: Period;
}

/** Joining fee and one period: what a join costs, 1e-6 dollars. */
export const joiningCost = (fees: Pick<AcceptedFees, 'joiningFee' | 'subscriptionFee'>): Usdc =>
  usdc(fees.joiningFee + fees.subscriptionFee);

/** The fees of a row, which may be a group, a membership or a join request. */
export const feesOf = ({
  joiningFee,
  subscriptionFee,
  subscriptionPeriod,
}: AcceptedFees): AcceptedFees => ({ joiningFee, subscriptionFee, subscriptionPeriod });

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

/** A span of business time that a subscription fee pays. */
export interface FeePeriod {
  readonly start: number;
  readonly end: number;
}

export interface FeePayment extends Pick<FeePaymentRow, 'id' | 'groupId' | 'payerId' | 'kind'> {
  /** An admin of the group; null when the caller of the command found none. */
  readonly payeeId: string | null;
  readonly joiningFee: Usdc;
  readonly subscriptionFee: Usdc;
  readonly period: FeePeriod;
  /** Whether the payer asks, who may then be told what the own wallet holds. */
  readonly byPayer: boolean;
}

export type FeeOutcome = Required<Pick<Outcome, 'transfers' | 'rows' | 'events'>>;
export const noFee: FeeOutcome = { transfers: [], rows: [], events: [] };

/**
 * Moves fees from a member to an admin of the group (contract 9 and 18.11); nothing where they are
 * zero. INSUFFICIENT_FUNDS when the wallet holds less; OVERLOADED, to be sent again, when who is to
 * be paid has stopped being an admin since the command was made.
 */
export function chargeFee(state: State, payment: FeePayment, now: number): FeeOutcome {
  const { id, groupId, payerId, payeeId, joiningFee, subscriptionFee, period } = payment;
  const cost = joiningCost(payment);
  if (cost === 0n) return noFee;
  const payeeMember = payeeId === null ? undefined : state.get(membershipTable, groupId, payeeId);
  if (payeeId === null || !isMember(payeeMember) || !payeeMember.isAdmin) {
    throw new AppError('OVERLOADED', {
      message: 'The admins of the group have just changed; nothing was done, try again.',
      retryAfterSeconds: 1,
    });
  }
  const payer = state.wallet(payerId);
  const payee = state.wallet(payeeId);
  assert(payer && payee, `fee ${id}: both sides have wallets`);
  if (payer.available < cost) throw tooLittle(payment, cost, payer.available);
  const told = (userId: string, change: bigint, available: bigint) => ({
    userId,
    type: 'group.fee',
    data: {
      feeId: id,
      groupId,
      amountUsd: formatUsdc(usdc(change)),
      cashBalanceUsd: formatUsdc(usdc(available + change)),
    },
  });
  const row: FeePaymentRow = {
    id,
    groupId,
    payerId,
    payeeId,
    kind: payment.kind,
    joiningFee,
    subscriptionFee,
    periodStart: period.start,
    periodEnd: period.end,
    createdAt: now,
  };
  return {
    transfers: [
      transfer(id, 'groupFee', [
        userPosting(payerId, USDC_ASSET, -cost),
        userPosting(payeeId, USDC_ASSET, cost),
      ]),
    ],
    rows: [{ table: feePaymentTable, row }],
    events: [told(payerId, -cost, payer.available), told(payeeId, cost, payee.available)],
  };
}

/** What somebody else's wallet holds is nobody's business. */
const tooLittle = ({ byPayer }: FeePayment, required: Usdc, available: Usdc): AppError =>
  new AppError('INSUFFICIENT_FUNDS', {
    ...(byPayer ? {} : { message: 'The wallet of the user who wants to join holds too little.' }),
    details: {
      required: formatUsdc(required),
      ...(byPayer ? { available: formatUsdc(available) } : {}),
      currency: 'USDC',
    },
  });
