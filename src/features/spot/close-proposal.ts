import {
  type CommandKind,
  type DecideContext,
  type Outcome,
  ref,
  type State,
} from '../../engine/command.ts';
import { AppError, assert } from '../../errors/app-error.ts';
import type { SpotFill } from '../../venues/paper/spot.ts';
import { groupTable, membershipTable, requireMember } from '../groups/index.ts';
import { scriptRows, type Trader } from '../orders/index.ts';
import { announceClose } from './announce.ts';
import { fillOfSale, requireOpen } from './checks.ts';
import { closedProposal } from './closed-proposal.ts';
import { freshQuote, type SpotDeps } from './deps.ts';
import { DEFAULT_SLIPPAGE_BPS } from './limits.ts';
import { wireProposal } from './order-answer.ts';
import { orderRows, placeOrder } from './place.ts';
import type { ProposalIdentity } from './proposal-identity.ts';
import { saleOrder, sellableOf } from './sell.ts';
import { type SpotPositionRow, spotPositionTable, spotProposalTable } from './tables.ts';

export interface CloseProposal {
  readonly trader: Trader;
  readonly proposal: ProposalIdentity;
  readonly keyHash: string | null;
  /** `isScripted` of the moment of submission. */
  readonly scripted: boolean;
}

/**
 * Closes a proposal and sells its creator's full position (contract 5; creator only). Without a
 * position it closes with `trade: null` (contract 18.10). NOT_GROUP_MEMBER, CREATOR_REQUIRED,
 * PROPOSAL_CLOSED, PROPOSAL_PENDING while a sale is in flight, TRADING_HALTED, MARKET_NOT_ACTIVE,
 * PRICE_UNAVAILABLE, NO_LIQUIDITY, and the venue's own.
 */
export const closeProposal = (deps: SpotDeps): CommandKind<CloseProposal> => ({
  name: 'spot.closeProposal',
  needs: ({ trader: { userId }, proposal, scripted }) => ({
    users: [userId],
    update: [ref(spotProposalTable, proposal.id), ...scriptRows(proposal.vertical, scripted)],
    rows: [
      ref(groupTable, proposal.groupId),
      ref(membershipTable, proposal.groupId, userId),
      ...orderRows({ userId, assetId: proposal.asset.id, proposalId: proposal.id }),
    ],
  }),
  decide(state, command, context) {
    const { trader, proposal } = command;
    const row = state.get(spotProposalTable, proposal.id);
    assert(row, 'a known proposal has its row');
    if (row.creatorId !== trader.userId) {
      requireMember(state.get(membershipTable, proposal.groupId, trader.userId));
      throw new AppError('CREATOR_REQUIRED');
    }
    requireOpen(row);
    const position = state.get(spotPositionTable, trader.userId, proposal.id);
    if (position && position.locked > 0n) {
      throw new AppError('PROPOSAL_PENDING', { message: 'A sale of the position is in flight.' });
    }
    const fill = fillOfAll(deps, proposal, position, context);
    if (!fill) return closeFlat(state, deps, command, position, context);
    const order = saleOrder(context.ids.next(), 'CLOSE', trader, proposal);
    return placeOrder(state, deps, order, fill, context, command);
  },
});

/** The sale of the whole position; null when there is nothing that a venue would take. */
function fillOfAll(
  deps: SpotDeps,
  { asset, vertical }: ProposalIdentity,
  position: SpotPositionRow | undefined,
  { now }: DecideContext,
): SpotFill | null {
  const amount = sellableOf(position);
  if (amount === 0n) return null;
  deps.requireTrading(vertical, 'reduce');
  deps.requireMarket(vertical, now);
  const quote = freshQuote(deps, asset.mint, now);
  const { decimals } = asset;
  const sale = {
    amount,
    decimals,
    maxSlippageBps: DEFAULT_SLIPPAGE_BPS,
    size: { max: true },
  } as const;
  try {
    return fillOfSale(quote, sale);
  } catch (error) {
    // Dust that no venue takes must not keep a proposal open; its holder may still keep it.
    if (error instanceof AppError && error.code === 'AMOUNT_BELOW_MINIMUM') return null;
    throw error;
  }
}

function closeFlat(
  state: State,
  deps: SpotDeps,
  { trader, proposal }: CloseProposal,
  position: SpotPositionRow | undefined,
  context: DecideContext,
): Outcome {
  const id = context.ids.next();
  const order = { id, proposalId: proposal.id, groupId: proposal.groupId, asset: proposal.asset };
  const closed = closedProposal(state, order, position, null, context.now);
  const wire = wireProposal(state, deps, { ...order, trader }, closed.row, null);
  const { userId } = trader;
  return {
    rows: closed.writes,
    found: closed.found,
    events: [{ userId, type: 'spot.proposalClosed', data: { proposalId: proposal.id } }],
    announcements: [announceClose(deps, { ...order, trader }, closed.row)],
    answer: {
      status: 200,
      data: { proposal: wire, trade: null, pending: false, actionJobId: null },
    },
  };
}
