import {
  type DecideContext,
  type Needs,
  type Outcome,
  ref,
  type State,
} from '../../engine/command.ts';
import { assert, Skip } from '../../errors/app-error.ts';
import { baseUnits, max, min, mulDivDown, PRICE_DECIMALS, pow10 } from '../../money/fixed.ts';
import { fitSaleShares } from '../../venues/paper/prediction-sizing.ts';
import {
  bestAsk,
  fillPredictionBuy,
  fillPredictionSale,
  type PredictionFill,
} from '../../venues/paper/predictions.ts';
import {
  type FollowGate,
  type FollowOrder,
  isScripted,
  type PlacedFollow,
  requireFunds,
  scriptRows,
} from '../orders/index.ts';
import { freshOutcome, type PredictionDeps, requireBuySize } from './deps.ts';
import { FOLLOW_GUARD_POINTS, PREDICTION_SLIPPAGE_BPS } from './limits.ts';
import type { PredictionOrder } from './order.ts';
import { type CheckedOrder, orderRows, placeOrder } from './place.ts';
import type { PredictionIdentities, PredictionIdentity } from './proposal-identity.ts';
import { requireUnresolved, saleOrder } from './sell.ts';
import { predictionPositionTable, predictionProposalTable } from './tables.ts';
import { requireEntries } from './visible.ts';

/** A point of price: one cent a share. */
const POINT = pow10(PRICE_DECIMALS - 2);

export interface PreparedPredictionFollow {
  readonly follow: FollowOrder;
  readonly proposal: PredictionIdentity;
  readonly scripted: boolean;
}

/**
 * Follows of predictions: the same order as by hand, at the fixed size, guarded against a price
 * that has moved. Refuses with a Skip or an AppError in the contract's order of precedence (9).
 */
export function predictionFollows(deps: PredictionDeps, proposals: PredictionIdentities) {
  return {
    async prepare(follow: FollowOrder): Promise<PreparedPredictionFollow> {
      const proposal = await proposals.get(follow.proposalId);
      assert(proposal, 'a follow row names an existing proposal');
      return { follow, proposal, scripted: isScripted(deps, 'PREDICTION') };
    },
    needs({ follow, proposal, scripted }: PreparedPredictionFollow): Needs {
      const { userId } = follow.trader;
      return {
        users: [userId],
        share: [ref(predictionProposalTable, proposal.id)],
        update: scriptRows('PREDICTION', scripted),
        rows: orderRows({ userId, assetId: proposal.assetId, proposalId: proposal.id }),
      };
    },
    decide(
      state: State,
      prepared: PreparedPredictionFollow,
      context: DecideContext,
      gate: FollowGate,
    ): PlacedFollow {
      const way = prepared.follow.side === 'BUY' ? enter : exit;
      const checked = way(deps, state, prepared, context, gate);
      const sending = { keyHash: null, scripted: prepared.scripted };
      const outcome: Outcome = placeOrder(state, checked, context, sending);
      return { outcome, tradeId: checked.order.id, pending: outcome.answer?.status === 202 };
    },
  };
}

function enter(
  deps: PredictionDeps,
  state: State,
  { follow, proposal }: PreparedPredictionFollow,
  context: DecideContext,
  gate: FollowGate,
): CheckedOrder {
  const { trader, amount } = follow;
  deps.requireRegion('PREDICTION', 'open', state.wallet(trader.userId)?.country ?? null);
  const row = state.get(predictionProposalTable, proposal.id);
  assert(row, 'a follow has its proposal');
  requireEntries(row);
  deps.requireTrading('PREDICTION', 'open');
  const quote = freshOutcome(deps, proposal, context.now);
  requireBuySize(amount, quote);
  gate.requireBudget();
  requireFunds(state, trader.userId, amount);
  const fill = guardedFill(follow, quote);
  gate.requireTime();
  const order: PredictionOrder = {
    id: context.ids.next(),
    trader,
    side: 'BUY',
    origin: 'FOLLOW',
    groupId: proposal.groupId,
    proposalId: proposal.id,
    assetId: proposal.assetId,
    spend: amount,
  };
  const position = state.get(predictionPositionTable, trader.userId, proposal.id);
  return { order, fill, proposal: row, position };
}

/** A fill no worse than five points above the leader's (one-sided: better is always taken). */
function guardedFill(
  { amount, leaderPrice }: FollowOrder,
  quote: ReturnType<typeof freshOutcome>,
): PredictionFill {
  const bound = leaderPrice + FOLLOW_GUARD_POINTS * POINT;
  if (bestAsk(quote) > bound) throw new Skip('PRICE_MOVED');
  const fill = fillPredictionBuy({
    ...quote,
    spend: amount,
    maxSlippageBps: PREDICTION_SLIPPAGE_BPS,
  });
  if (fill.price > bound) throw new Skip('PRICE_MOVED');
  return fill;
}

/** No price guard (contract 18.9): an exit sells at whatever the book gives within its bound. */
function exit(
  deps: PredictionDeps,
  state: State,
  { follow, proposal }: PreparedPredictionFollow,
  context: DecideContext,
  gate: FollowGate,
): CheckedOrder {
  const { trader, sold, held } = follow;
  assert(sold !== null && held !== null && held > 0n, 'an exit has its fraction');
  const position = state.get(predictionPositionTable, trader.userId, proposal.id);
  if (!position || position.followed === 0n) throw new Skip('POSITION_TOUCHED');
  const row = state.get(predictionProposalTable, proposal.id);
  assert(row, 'a follow has its proposal');
  deps.requireTrading('PREDICTION', 'reduce');
  requireUnresolved(row.status);
  const quote = freshOutcome(deps, proposal, context.now);
  // Shares of a sale still in flight count as sold: the fraction is one of what is left.
  const free = baseUnits(min(position.followed, max(position.quantity - position.locked, 0n)));
  if (free === 0n) throw new Skip('POSITION_TOUCHED');
  const wanted = baseUnits(mulDivDown(free, sold, held));
  const { minOrderSize } = quote.market;
  const shares = fitSaleShares({ position: free, wanted, minOrderSize });
  const fill = fillPredictionSale({ ...quote, shares, maxSlippageBps: PREDICTION_SLIPPAGE_BPS });
  gate.requireTime();
  const order = saleOrder(context.ids.next(), 'EXIT', trader, proposal);
  return { order, fill, proposal: row, position };
}
