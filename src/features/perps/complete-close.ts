import type { DecideContext, Outcome, State } from '../../engine/command.ts';
import { overlay } from '../../engine/overlay.ts';
import { announceClose } from './announce.ts';
import { type CheckedOrder, closedProposal, completeOrder } from './complete.ts';
import { type PerpProposalRow, perpProposalTable } from './tables.ts';

/** A proposal that takes no more entries, told to its creator and the group. */
export function completeFlatClose(
  proposal: PerpProposalRow,
  username: string,
  context: DecideContext,
): Outcome {
  return answered({ ...closeOf(proposal, username, context), events: [closedEvent(proposal)] }, []);
}

/**
 * The whole effect of closing a proposal with its creator's positions; the same at once and when it
 * settles later. Every position in turn: what the first leaves of the subaccounts is what the next
 * one sees.
 */
export function completeClose(
  before: State,
  proposal: PerpProposalRow,
  reductions: readonly CheckedOrder[],
  context: DecideContext,
): Outcome {
  let state = before;
  const filled: ReturnType<typeof completeOrder>[] = [];
  for (const reduction of reductions) {
    const outcome = completeOrder(state, reduction, context);
    filled.push(outcome);
    state = overlay(state, outcome.rows ?? []);
  }
  const rows = filled.flatMap((outcome) => outcome.rows ?? []);
  const announcements = filled.flatMap((outcome) => outcome.announcements ?? []);
  // The exit of the first position writes the closed proposal itself, with what followers need.
  const isClosed = rows.some(({ table }) => table === perpProposalTable);
  const username = reductions[0]?.order.trader.username ?? '';
  const close = isClosed ? { rows: [], announcements: [] } : closeOf(proposal, username, context);
  return answered(
    {
      transfers: filled.flatMap((outcome) => outcome.transfers ?? []),
      rows: [...close.rows, ...rows],
      events: filled.flatMap((outcome) => outcome.events ?? []),
      leaderTrades: filled.flatMap((outcome) => outcome.leaderTrades ?? []),
      announcements: [...close.announcements, ...announcements],
    },
    filled.map(({ answer }) => answer?.data),
    filled[0]?.booked.trade.id,
  );
}

/** The write that closes a proposal and what the group is told; nothing of one that is closed. */
function closeOf(
  proposal: PerpProposalRow,
  username: string,
  { ids, now }: DecideContext,
): Required<Pick<Outcome, 'rows' | 'announcements'>> {
  if (proposal.closedAt !== null) return { rows: [], announcements: [] };
  return {
    rows: [closedProposal(proposal, now, null)],
    announcements: [announceClose(ids.next(), proposal, username)],
  };
}

const closedEvent = ({ creatorId, id }: PerpProposalRow) => ({
  userId: creatorId,
  type: 'perp.proposalClosed',
  data: { proposalId: id },
});

const answered = (
  outcome: Outcome,
  results: readonly unknown[],
  actionJobId?: string,
): Outcome => ({
  ...outcome,
  answer: {
    status: 200,
    data: { success: true, results, pending: false, actionJobId: actionJobId ?? null },
  },
});
