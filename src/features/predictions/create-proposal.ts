import { type CommandKind, type DecideContext, ref, type State } from '../../engine/command.ts';
import { AppError, assert } from '../../errors/app-error.ts';
import { accountTable } from '../../ledger/tables.ts';
import type { Usdc } from '../../money/fixed.ts';
import { fillPredictionBuy } from '../../venues/paper/predictions.ts';
import {
  groupTable,
  memberGateTable,
  requireActiveGroup,
  requireCanEnter,
  requireLeader,
  requireMember,
} from '../groups/index.ts';
import { requireFunds, scriptRows, type Trader } from '../orders/index.ts';
import { freshOutcome, type PredictionDeps, requireBuySize } from './deps.ts';
import { placeOrder } from './place.ts';
import { livePredictionLookup, type PredictionProposalRow } from './tables.ts';

/** What is proposed: one side of a market, with the titles of the moment. */
export interface ProposedOutcome {
  readonly eventId: string;
  readonly marketId: string;
  readonly isYes: boolean;
  readonly outcomeId: string;
  readonly assetId: number;
  readonly eventTitle: string | null;
  readonly marketTitle: string | null;
  readonly eventImageUrl: string | null;
}

export interface CreatePredictionProposal {
  readonly trader: Trader;
  readonly country: string | null;
  readonly groupId: string;
  readonly outcome: ProposedOutcome;
  /** The most dollars that may leave the wallet, the venue's fee in. */
  readonly amount: Usdc;
  readonly reason: string | null;
  readonly maxSlippageBps: number;
  readonly keyHash: string | null;
  /** `isScripted` of the moment of submission. */
  readonly scripted: boolean;
}

/**
 * Opens a proposal in a group with its opening buy (contract 7; leaders only). GEO_RESTRICTED,
 * NOT_GROUP_MEMBER, LEADER_REQUIRED, SUBSCRIPTION_REQUIRED, FORBIDDEN, TRADING_HALTED,
 * MARKET_NOT_ACTIVE, PRICE_UNAVAILABLE, AMOUNT_BELOW_MINIMUM, MIN_ORDER_SIZE, DUPLICATE_PROPOSAL,
 * INSUFFICIENT_FUNDS, NO_LIQUIDITY, and the venue's own.
 */
export const createProposal = (deps: PredictionDeps): CommandKind<CreatePredictionProposal> => ({
  name: 'predictions.createProposal',
  needs: ({ trader: { userId }, groupId, outcome: { assetId }, scripted }) => ({
    users: [userId],
    // The group row is locked so that two leaders cannot open the same outcome at once.
    update: [ref(groupTable, groupId), ...scriptRows('PREDICTION', scripted)],
    rows: [
      ref(memberGateTable, groupId, userId),
      ref(accountTable, userId, assetId),
      ref(livePredictionLookup, groupId, assetId),
    ],
  }),
  decide(state, command, context) {
    const { trader, groupId, outcome, amount } = command;
    deps.requireRegion('PREDICTION', 'open', command.country);
    const membership = requireMember(state.get(memberGateTable, groupId, trader.userId));
    requireLeader(membership);
    requireCanEnter(membership);
    const group = state.get(groupTable, groupId);
    assert(group, 'a membership has its group');
    requireActiveGroup(group);
    deps.requireTrading('PREDICTION', 'open');
    const quote = freshOutcome(deps, outcome, context.now);
    requireBuySize(amount, quote);
    requireNoDuplicate(state, groupId, outcome.assetId);
    requireFunds(state, trader.userId, amount);
    const fill = fillPredictionBuy({
      ...quote,
      spend: amount,
      maxSlippageBps: command.maxSlippageBps,
    });
    const proposal = pendingProposal(command, context);
    const order = {
      id: context.ids.next(),
      trader,
      side: 'BUY',
      origin: 'OPEN',
      groupId,
      proposalId: proposal.id,
      assetId: outcome.assetId,
      spend: amount,
    } as const;
    return placeOrder(state, { order, fill, proposal, position: undefined }, context, command);
  },
});

/** One PENDING or ACTIVE proposal per outcome and group (specification, prediction rule 3). */
function requireNoDuplicate(state: State, groupId: string, assetId: number): void {
  const proposalId = state.find(livePredictionLookup, groupId, assetId)?.proposalId;
  if (proposalId === undefined) return;
  throw new AppError('DUPLICATE_PROPOSAL', { details: { proposalId } });
}

/** new → PENDING: what the proposal is until its opening fill is known. */
const pendingProposal = (
  { trader, groupId, outcome, reason }: CreatePredictionProposal,
  { ids, now }: DecideContext,
): PredictionProposalRow => ({
  ...outcome,
  id: ids.next(),
  groupId,
  creatorId: trader.userId,
  reason,
  status: 'PENDING',
  result: null,
  didWin: false,
  initialPrice: null,
  createdAt: now,
  updatedAt: now,
  resolvedAt: null,
  closeTradeId: null,
  closePrice: null,
  told: false,
});
