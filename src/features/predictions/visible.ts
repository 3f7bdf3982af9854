import { AppError, assert } from '../../errors/app-error.ts';
import type { PredictionProposalRow } from './tables.ts';

/** Whether only its creator knows of the proposal: its opening is unknown, or bought nothing. */
export const isPrivate = ({ status }: Pick<PredictionProposalRow, 'status'>): boolean =>
  status === 'PENDING' || status === 'FAILED';

/** The row of a known proposal; NOT_FOUND for others while only its creator may see it. */
export function requireVisible(
  row: PredictionProposalRow | undefined,
  userId: string,
): PredictionProposalRow {
  assert(row, 'a known proposal has its row');
  if (isPrivate(row) && row.creatorId !== userId) {
    throw new AppError('NOT_FOUND', { message: 'No such proposal.' });
  }
  return row;
}

/** PROPOSAL_PENDING while the opening is settling, PROPOSAL_CLOSED once no entry is taken. */
export function requireEntries(row: PredictionProposalRow): void {
  if (row.status === 'PENDING') throw new AppError('PROPOSAL_PENDING');
  if (row.status !== 'ACTIVE') throw new AppError('PROPOSAL_CLOSED');
}
