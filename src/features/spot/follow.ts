import { type DecideContext, type Needs, ref, type State } from '../../engine/command.ts';
import { assert, Skip } from '../../errors/app-error.ts';
import { BPS, baseUnits, max, min, mulDivDown, mulDivUp } from '../../money/fixed.ts';
import type { SpotFill } from '../../venues/paper/spot.ts';
import {
  type FollowGate,
  type FollowOrder,
  isScripted,
  type PlacedFollow,
  requireFunds,
  scriptRows,
} from '../orders/index.ts';
import { fillOfBuy, fillOfSale, requireMinimum, requireOpen } from './checks.ts';
import { freshQuote, minimumOf, type SpotDeps } from './deps.ts';
import { DEFAULT_SLIPPAGE_BPS } from './limits.ts';
import type { SpotOrder } from './order.ts';
import { orderRows, placeOrder } from './place.ts';
import type { ProposalIdentities, ProposalIdentity } from './proposal-identity.ts';
import { saleOrder } from './sell.ts';
import { spotPositionTable, spotProposalTable } from './tables.ts';

/** How much worse than the leader's fill a follower's may be (contract 9). */
export const FOLLOW_GUARD_BPS = 200n;

export interface PreparedSpotFollow {
  readonly follow: FollowOrder;
  readonly proposal: ProposalIdentity;
  readonly scripted: boolean;
}

/**
 * Spot and stock follows: the same order as by hand, at the fixed size, guarded against a price
 * that has moved. Refuses with a Skip or an AppError in the contract's order of precedence (9).
 */
export function spotFollows(deps: SpotDeps, proposals: ProposalIdentities) {
  return {
    async prepare(follow: FollowOrder): Promise<PreparedSpotFollow> {
      const proposal = await proposals.get(follow.proposalId);
      assert(proposal, 'a follow row names an existing proposal');
      return { follow, proposal, scripted: isScripted(deps, proposal.vertical) };
    },
    needs({ follow, proposal, scripted }: PreparedSpotFollow): Needs {
      const { userId } = follow.trader;
      return {
        users: [userId],
        share: [ref(spotProposalTable, proposal.id)],
        update: scriptRows(proposal.vertical, scripted),
        rows: orderRows({ userId, assetId: proposal.asset.id, proposalId: proposal.id }),
      };
    },
    decide(
      state: State,
      prepared: PreparedSpotFollow,
      context: DecideContext,
      gate: FollowGate,
    ): PlacedFollow {
      return prepared.follow.side === 'BUY'
        ? enter(deps, state, prepared, context, gate)
        : exit(deps, state, prepared, context, gate);
    },
  };
}

function enter(
  deps: SpotDeps,
  state: State,
  { follow, proposal, scripted }: PreparedSpotFollow,
  context: DecideContext,
  gate: FollowGate,
): PlacedFollow {
  const { trader, amount } = follow;
  const { vertical, asset } = proposal;
  deps.requireRegion(vertical, 'open', state.wallet(trader.userId)?.country ?? null);
  const row = state.get(spotProposalTable, proposal.id);
  assert(row, 'a follow has its proposal');
  requireOpen(row);
  deps.requireTrading(vertical, 'open');
  deps.requireMarket(vertical, context.now);
  requireMinimum(amount, minimumOf(deps, asset.mint));
  gate.requireBudget();
  requireFunds(state, trader.userId, amount);
  const fill = guardedFill(deps, follow, proposal, context);
  gate.requireTime();
  const order: SpotOrder = {
    id: context.ids.next(),
    vertical,
    trader,
    side: 'BUY',
    origin: 'FOLLOW',
    groupId: proposal.groupId,
    proposalId: proposal.id,
    asset,
    spend: amount,
    reason: null,
  };
  return placed(state, deps, order, fill, context, scripted);
}

/** A fill no worse than the guard above the leader's (one-sided: better is always taken). */
function guardedFill(
  deps: SpotDeps,
  follow: FollowOrder,
  { asset }: ProposalIdentity,
  context: DecideContext,
): SpotFill {
  const quote = freshQuote(deps, asset.mint, context.now);
  const bound = mulDivUp(follow.leaderPrice, BPS + FOLLOW_GUARD_BPS, BPS);
  if (quote.ask > bound) throw new Skip('PRICE_MOVED');
  const fill = fillOfBuy(quote, {
    spend: follow.amount,
    decimals: asset.decimals,
    maxSlippageBps: DEFAULT_SLIPPAGE_BPS,
    feeBps: deps.feeBps,
  });
  if (fill.price > bound) throw new Skip('PRICE_MOVED');
  return fill;
}

function exit(
  deps: SpotDeps,
  state: State,
  { follow, proposal, scripted }: PreparedSpotFollow,
  context: DecideContext,
  gate: FollowGate,
): PlacedFollow {
  const { trader, sold, held } = follow;
  const { vertical, asset } = proposal;
  assert(sold !== null && held !== null && held > 0n, 'an exit has its fraction');
  const position = state.get(spotPositionTable, trader.userId, proposal.id);
  if (!position || position.followed === 0n) throw new Skip('POSITION_TOUCHED');
  deps.requireTrading(vertical, 'reduce');
  deps.requireMarket(vertical, context.now);
  // Tokens of a sale still in flight count as sold: the fraction is one of what is left.
  const free = max(position.quantity - position.locked, 0n);
  const amount = baseUnits(mulDivDown(min(position.followed, free), sold, held));
  const quote = freshQuote(deps, asset.mint, context.now);
  const size = { max: true } as const;
  const { decimals } = asset;
  // No price guard (contract 18.9): an exit sells at whatever the market gives within its bound.
  const fill = fillOfSale(quote, { amount, decimals, maxSlippageBps: DEFAULT_SLIPPAGE_BPS, size });
  gate.requireTime();
  const order = saleOrder(context.ids.next(), 'EXIT', trader, proposal);
  return placed(state, deps, order, fill, context, scripted);
}

/** The order placed for a follow; a scripted venue's refusal is thrown with what it changed. */
function placed(
  state: State,
  deps: SpotDeps,
  order: SpotOrder,
  fill: SpotFill,
  context: DecideContext,
  scripted: boolean,
): PlacedFollow {
  const outcome = placeOrder(state, deps, order, fill, context, { keyHash: null, scripted });
  return { outcome, tradeId: order.id, pending: outcome.answer?.status === 202 };
}
