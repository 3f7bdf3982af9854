import { formatUsdc } from '../../money/text.ts';
import { isoTime } from '../../platform/clock.ts';
import { encodeCursor } from '../../platform/http/cursor.ts';
import type { WithdrawalRow, WithdrawalStatus } from './tables.ts';

/** A withdrawal as its owner sees it (contract 14). */
export interface Withdrawal {
  readonly id: string;
  readonly address: string;
  readonly amountUsd: string;
  readonly status: WithdrawalStatus;
  readonly availableAt: string;
  readonly txSignature: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** The page after this row begins here. */
  readonly cursor: string;
}

export const withdrawalObject = (row: WithdrawalRow): Withdrawal => ({
  id: row.id,
  address: row.address,
  amountUsd: formatUsdc(row.amount),
  status: row.status as WithdrawalStatus,
  availableAt: isoTime(row.availableAt),
  txSignature: row.signature,
  createdAt: isoTime(row.createdAt),
  updatedAt: isoTime(row.updatedAt),
  cursor: encodeCursor(row.id),
});

/** What the event stream tells of it. */
export const withdrawalData = (row: WithdrawalRow) => ({
  withdrawalId: row.id,
  status: row.status,
  address: row.address,
  amountUsd: formatUsdc(row.amount),
  availableAt: isoTime(row.availableAt),
  txSignature: row.signature,
});
