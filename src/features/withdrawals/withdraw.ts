import {
  type CommandKind,
  type DecideContext,
  type Outcome,
  type RowWrite,
  ref,
} from '../../engine/command.ts';
import { AppError, assert } from '../../errors/app-error.ts';
import type { Usdc } from '../../money/fixed.ts';
import { formatUsdc } from '../../money/text.ts';
import { isoTime } from '../../platform/clock.ts';
import {
  mail,
  securityEvent,
  useTotpStep as spendTotpStep,
  totpStepRef,
} from '../sessions/index.ts';
import { refuseDepositAddress } from './address.ts';
import { accountMode, depositAddress, knownAddress, recentWithdrawals } from './lookups.ts';
import { reserveTransfer } from './movements.ts';
import { type Origin, requireLimit, requireMinimum, type WithdrawalRules } from './rules.ts';
import { type WithdrawalRow, withdrawalTable } from './tables.ts';
import { withdrawalData, withdrawalObject } from './withdrawal-object.ts';

export interface WithdrawCommand {
  readonly userId: string;
  /** Checked as an address already. */
  readonly address: string;
  readonly amount: Usdc;
  /** Of the code that was right; the command makes sure that it is used once. */
  readonly step: number;
  readonly origin: Origin;
}

/**
 * Holds USDC for a withdrawal (contract 14). To an address that is past its delay it is PENDING at
 * once; to a new one it is DELAYED, of which mail and event stream tell the owner. Answers the
 * withdrawal, 200. SECOND_FACTOR_INVALID for a code that was used, ADDRESS_INVALID for a deposit
 * address of this service, AMOUNT_BELOW_MINIMUM, WITHDRAWAL_LIMIT, INSUFFICIENT_FUNDS.
 */
export const withdraw = (rules: WithdrawalRules): CommandKind<WithdrawCommand> => ({
  name: 'withdrawals.withdraw',
  needs: ({ userId, address }) => ({
    users: [userId],
    rows: [
      ref(accountMode, userId),
      ref(recentWithdrawals, userId),
      ref(knownAddress, userId, address),
      ref(depositAddress, address),
      totpStepRef(userId),
    ],
  }),
  decide(state, command, context): Outcome {
    const { userId, address, amount } = command;
    const { now, ids } = context;
    const used = spendTotpStep(state, userId, command.step);
    const mode = state.find(accountMode, userId)?.mode;
    assert(mode !== undefined, 'a withdrawal has an account');
    refuseDepositAddress(state.find(depositAddress, address), userId);
    requireMinimum(amount);
    const recent = state.find(recentWithdrawals, userId)?.recent ?? [];
    requireLimit(recent, amount, { dailyLimit: rules.dailyLimit, now });
    const available = state.wallet(userId)?.available ?? 0n;
    if (available < amount) throw insufficient(amount, available as Usdc);

    const knownAt = state.find(knownAddress, userId, address)?.knownAt ?? Number.POSITIVE_INFINITY;
    const waits = knownAt > now && rules.delayMs > 0;
    const availableAt = waits ? now + rules.delayMs : now;
    const row: WithdrawalRow = {
      id: ids.next(),
      userId,
      mode,
      address,
      amount,
      status: waits ? 'DELAYED' : 'PENDING',
      availableAt,
      signature: null,
      createdAt: now,
      updatedAt: now,
      sentAt: null,
      closedAt: null,
    };
    const data = {
      ...withdrawalData(row),
      cashBalanceUsd: formatUsdc((available - amount) as Usdc),
    };
    return {
      transfers: [reserveTransfer(row, ids)],
      rows: [{ table: withdrawalTable, row }, used, ...records(row, command.origin, context)],
      found: [
        {
          ref: ref(recentWithdrawals, userId),
          row: { recent: [{ id: row.id, at: now, amount }, ...recent] },
        },
        {
          ref: ref(knownAddress, userId, address),
          row: { knownAt: Math.min(knownAt, availableAt) },
        },
      ],
      events: [{ userId, type: 'withdrawal.requested', data }],
      answer: { status: 200, data: withdrawalObject(row) },
    };
  },
});

const insufficient = (required: Usdc, available: Usdc): AppError =>
  new AppError('INSUFFICIENT_FUNDS', {
    details: {
      required: formatUsdc(required),
      available: formatUsdc(available),
      currency: 'USDC',
    },
  });

/** The entry of the security log, and the notice to who can still cancel. */
function records(
  row: WithdrawalRow,
  origin: Origin,
  { now, ids }: DecideContext,
): readonly RowWrite[] {
  const { id: withdrawalId, userId, address, status } = row;
  const amountUsd = formatUsdc(row.amount);
  const details = { withdrawalId, address, amountUsd, status };
  const logged = securityEvent(
    { userId, kind: 'withdrawal_requested', ...origin, details },
    { id: ids.next(), now },
  );
  if (status !== 'DELAYED') return [logged];
  const body =
    `A withdrawal of ${amountUsd} USDC to a new address was requested:\n\n${address}\n\n` +
    `It will be sent after ${isoTime(row.availableAt)}. If this was not you, cancel it in your ` +
    'account before then and change your password.';
  const notice = { userId, subject: 'Withdrawal to a new address', body };
  return [logged, mail(notice, { id: ids.next(), now })];
}
