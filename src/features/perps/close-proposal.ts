import {
  type CommandKind,
  type DecideContext,
  type Outcome,
  ref,
  type State,
} from '../../engine/command.ts';
import { AppError, assert } from '../../errors/app-error.ts';
import { membershipTable, requireMember } from '../groups/index.ts';
import { Moved, scriptRows, submitToVenue, type Trader } from '../orders/index.ts';
import type { CheckedOrder } from './complete.ts';
import { completeClose, completeFlatClose } from './complete-close.ts';
import type { PerpDeps } from './deps.ts';
import type { PerpPositionIdentity, PerpProposalIdentity } from './identity.ts';
import { requireEntries } from './join.ts';
import { PERP_SLIPPAGE_BPS } from './limits.ts';
import { ownOpenPositionsLookup } from './lookups.ts';
import { freeLots } from './own-position.ts';
import { hold, orderRows } from './place.ts';
import { reductionOf } from './reduce.ts';
import { pendingResult } from './result.ts';
import {
  type PerpProposalRow,
  perpMarketTable,
  perpPositionTable,
  perpProposalTable,
} from './tables.ts';

export interface ClosePerpProposal {
  readonly trader: Trader;
  readonly country: string | null;
  readonly proposal: PerpProposalIdentity;
  /** The creator's open positions under it as they were read before. */
  readonly positions: readonly PerpPositionIdentity[];
  readonly keyHash: string | null;
  /** `isScripted` of the moment of submission. */
  readonly scripted: boolean;
}

/**
 * Locks out further joiners and closes the creator's own positions, once the venue has filled that;
 * followers are left alone but for the mirrored exits that they have chosen (contract 8; creator
 * only). NOT_GROUP_MEMBER,
 * CREATOR_REQUIRED, GEO_RESTRICTED where perpetuals are blocked, PROPOSAL_CLOSED, PROPOSAL_PENDING
 * while a reduction is in flight, TRADING_HALTED, MARKET_NOT_ACTIVE, PRICE_UNAVAILABLE,
 * NO_LIQUIDITY, the venue's own, and Moved when a position has come or gone meanwhile.
 */
export const closeProposal = (deps: PerpDeps): CommandKind<ClosePerpProposal> => ({
  name: 'perps.closeProposal',
  needs: ({ trader: { userId }, proposal, positions, scripted }) => ({
    users: [userId],
    update: [ref(perpProposalTable, proposal.id), ...scriptRows('PERP', scripted)],
    rows: [
      ref(membershipTable, proposal.groupId, userId),
      ref(ownOpenPositionsLookup, proposal.id, userId),
      ...positions.map(({ id }) => ref(perpPositionTable, id)),
      ...orderRows(userId, proposal.symbol),
    ],
  }),
  decide(state, command, context) {
    const { trader, proposal, positions } = command;
    const row = state.get(perpProposalTable, proposal.id);
    assert(row, 'a known proposal has its row');
    deps.requireRegion('PERP', 'reduce', command.country);
    if (row.creatorId !== trader.userId) {
      requireMember(state.get(membershipTable, proposal.groupId, trader.userId));
      throw new AppError('CREATOR_REQUIRED');
    }
    requireEntries(row);
    const open = state.find(ownOpenPositionsLookup, proposal.id, trader.userId)?.count ?? 0;
    const held = positions.flatMap(({ id }) => {
      const position = state.get(perpPositionTable, id);
      return position?.status === 'OPEN' ? [position] : [];
    });
    if (open !== held.length) throw new Moved();
    if (held.some((position) => freeLots(position) === 0n || position.lockedLots > 0n)) {
      throw new AppError('PROPOSAL_PENDING', { message: 'A reduction is in flight.' });
    }
    if (held.length > 0) deps.requireTrading('PERP', 'reduce');
    const fundingIndex = state.get(perpMarketTable, proposal.symbol)?.fundingIndex;
    assert(fundingIndex !== undefined, 'a known market has its funding');
    const reductions = held.map((position) =>
      reductionOf(deps, {
        id: context.ids.next(),
        trader,
        row: position,
        proposal: row,
        fundingIndex,
        size: freeLots(position),
        origin: position.id === row.positionId ? 'CLOSE' : 'MANUAL',
        maxSlippageBps: PERP_SLIPPAGE_BPS,
        now: context.now,
      }),
    );
    return closeAll(state, row, reductions, context, command);
  },
});

function closeAll(
  state: State,
  proposal: PerpProposalRow,
  reductions: readonly CheckedOrder[],
  context: DecideContext,
  { trader, scripted, keyHash }: ClosePerpProposal,
): Outcome {
  const [first, ...rest] = reductions;
  if (!first) return completeFlatClose(proposal, trader.username, context);
  const turn = submitToVenue(state, { vertical: 'PERP', scripted }, context);
  if (turn.kind === 'fills') return completeClose(state, proposal, reductions, context);
  if (turn.kind === 'refuses') return { rows: [turn.script], refusal: turn.refusal };
  const held = hold(first, turn.behaviour, context, { keyHash }, rest);
  const { id: actionJobId } = first.order;
  const results = reductions.map(({ order }) => ({ ...pendingResult(order), actionJobId }));
  return {
    ...held,
    rows: [...held.rows, turn.script],
    answer: { status: 202, data: { success: null, results, pending: true, actionJobId } },
  };
}
