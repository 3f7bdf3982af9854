import { type CommandKind, ref } from '../../engine/command.ts';
import { AppError, assert } from '../../errors/app-error.ts';
import type { Ratio, Usdc } from '../../money/fixed.ts';
import { formatUsdc } from '../../money/text.ts';
import { isLiquidatable } from '../../venues/paper/perps/margin.ts';
import type { PerpMarketParams, PerpMoment } from '../../venues/paper/perps/market-params.ts';
import { openPosition } from '../../venues/paper/perps/open.ts';
import { type PerpState, sideOf } from '../../venues/paper/perps/position.ts';
import { sizeOpening } from '../../venues/paper/perps/sizing.ts';
import {
  type FundingIndex,
  type Lots,
  lots,
  type PerpSide,
  ticks,
} from '../../venues/paper/perps/units.ts';
import {
  groupTable,
  memberGateTable,
  requireActiveGroup,
  requireCanEnter,
  requireLeaderOrAdmin,
  requireMember,
} from '../groups/index.ts';
import { requireFunds, scriptRows, type Trader } from '../orders/index.ts';
import type { CheckedOrder } from './complete.ts';
import { type PerpDeps, type TradableMarket, tradable } from './deps.ts';
import { boundTicks, type Execution, execute } from './execution.ts';
import { MINIMUM_COLLATERAL } from './limits.ts';
import type { PerpOrder } from './order.ts';
import { orderRows, placeOrder } from './place.ts';
import { placeTriggers, requireUncrossed } from './place-triggers.ts';
import { takeSubaccount } from './subaccounts.ts';
import { perpMarketTable } from './tables.ts';

export interface CreatePerpProposal {
  readonly trader: Trader;
  readonly country: string | null;
  readonly groupId: string;
  readonly symbol: string;
  readonly side: PerpSide;
  /** Leaves the wallet; the fee comes out of it. */
  readonly collateral: Usdc;
  /** In hundredths. */
  readonly leverage: bigint;
  readonly reason: string | null;
  readonly stopLossPct: Ratio | null;
  readonly takeProfitPct: Ratio | null;
  readonly maxSlippageBps: number;
  readonly keyHash: string | null;
  /** `isScripted` of the moment of submission. */
  readonly scripted: boolean;
}

/**
 * Opens a proposal in a group with the first position (contract 8; leader or admin). GEO_RESTRICTED,
 * NOT_GROUP_MEMBER, LEADER_REQUIRED, SUBSCRIPTION_REQUIRED, FORBIDDEN, TRADING_HALTED,
 * MARKET_NOT_ACTIVE, PRICE_UNAVAILABLE, AMOUNT_BELOW_MINIMUM, INSUFFICIENT_FUNDS,
 * LEVERAGE_OUT_OF_RANGE, NO_LIQUIDITY, ORDER_REJECTED, POSITION_LIMIT, VALIDATION_FAILED for a
 * trigger that is crossed already, and the venue's own.
 */
export const createProposal = (deps: PerpDeps): CommandKind<CreatePerpProposal> => ({
  name: 'perps.createProposal',
  needs: ({ trader: { userId }, groupId, symbol, scripted }) => ({
    users: [userId],
    update: scriptRows('PERP', scripted),
    rows: [
      ref(groupTable, groupId),
      ref(memberGateTable, groupId, userId),
      ...orderRows(userId, symbol),
    ],
  }),
  decide(state, command, context) {
    const { trader, groupId, symbol, side, collateral } = command;
    deps.requireRegion('PERP', 'open', command.country);
    const member = requireMember(state.get(memberGateTable, groupId, trader.userId));
    requireLeaderOrAdmin(member);
    requireCanEnter(member);
    const group = state.get(groupTable, groupId);
    assert(group, 'a membership has its group');
    requireActiveGroup(group);
    deps.requireTrading('PERP', 'open');
    const market = tradable(deps, symbol, context.now);
    requireCollateral(collateral);
    requireFunds(state, trader.userId, collateral);
    const execution = executeOpening(deps, market, command);
    const subaccount = takeSubaccount(state, trader.userId);
    const order: PerpOrder = {
      id: context.ids.next(),
      trader,
      action: 'OPEN',
      origin: 'OPEN',
      groupId,
      proposalId: context.ids.next(),
      positionId: context.ids.next(),
      symbol,
      side,
      collateral,
      leverage: command.leverage,
      ...execution,
      subaccount: subaccount.index,
      stopLossPct: command.stopLossPct,
      takeProfitPct: command.takeProfitPct,
      reason: command.reason,
    };
    const fundingIndex = state.get(perpMarketTable, symbol)?.fundingIndex;
    const checked = openingOf(market, order, fundingIndex);
    return placeOrder(state, checked, context, command, [subaccount.write]);
  },
});

/** AMOUNT_BELOW_MINIMUM below $5. */
export function requireCollateral(collateral: Usdc): void {
  if (collateral >= MINIMUM_COLLATERAL) return;
  throw new AppError('AMOUNT_BELOW_MINIMUM', {
    details: { minimumUsd: formatUsdc(MINIMUM_COLLATERAL), amountUsd: formatUsdc(collateral) },
  });
}

/** What an opening or an increase is sized and filled by. */
export interface OpeningSize {
  readonly side: PerpSide;
  readonly collateral: Usdc;
  readonly leverage: bigint;
  readonly maxSlippageBps: number;
  /** Lots of the position that is increased. */
  readonly openLots?: Lots;
}

/**
 * Sizes and fills an opening or an increase: lots of collateral × leverage at the price bound, at
 * most what the market's open interest leaves (contract 8). LEVERAGE_OUT_OF_RANGE,
 * AMOUNT_BELOW_MINIMUM, NO_LIQUIDITY, ORDER_REJECTED.
 */
export const executeOpening = (
  deps: Pick<PerpDeps, 'openInterest'>,
  market: TradableMarket,
  order: OpeningSize,
): Execution => fillOpening(deps, market, order, openingLots(market, order));

/** The lots of an opening or an increase. LEVERAGE_OUT_OF_RANGE, AMOUNT_BELOW_MINIMUM. */
export function openingLots({ params, quote }: TradableMarket, order: OpeningSize): Lots {
  const { collateral, leverage, maxSlippageBps, openLots } = order;
  return sizeOpening({
    params,
    collateral,
    leverage,
    boundTicks: boundTicks(quote, order.side === 'LONG', maxSlippageBps),
    ...(openLots === undefined ? {} : { openLots }),
  });
}

/** Fills the lots of an opening or an increase. ORDER_REJECTED at the cap, NO_LIQUIDITY. */
export function fillOpening(
  deps: Pick<PerpDeps, 'openInterest'>,
  market: TradableMarket,
  { side, maxSlippageBps }: OpeningSize,
  size: Lots,
): Execution {
  const { symbol, openInterestCapBaseLots } = market.params;
  if (deps.openInterest(symbol) + size > openInterestCapBaseLots) {
    throw new AppError('ORDER_REJECTED', {
      details: { reason: "The market's open interest is at its cap." },
    });
  }
  return execute(market, { isBuy: side === 'LONG', lots: size, maxSlippageBps });
}

/** A new position of an order, judged at the present mark: what `requireSound` refuses. */
export function openingOf(
  market: TradableMarket,
  order: PerpOrder,
  fundingIndex: FundingIndex | undefined,
  proposal?: CheckedOrder['proposal'],
): CheckedOrder {
  assert(fundingIndex !== undefined, 'a known market has its funding');
  const { params } = market;
  const moment = { markTicks: ticks(market.quote.markTicks), fundingIndex };
  const { collateral, quote, fee, side } = order;
  const deltaLots = lots(side === 'LONG' ? order.lots : -order.lots);
  const fill = { deltaLots, quote };
  const { state } = openPosition({ collateral, fill, fee, fundingIndex });
  requireSound(params, state, order, moment);
  return { order, params, moment, position: undefined, proposal };
}

/**
 * Judges a position with new lots at the present mark. ORDER_REJECTED when a fill far from the mark
 * at full leverage would be liquidated at once, VALIDATION_FAILED when a trigger would fire at once.
 */
export function requireSound(
  params: PerpMarketParams,
  state: PerpState,
  triggers: Pick<PerpOrder, 'stopLossPct' | 'takeProfitPct'>,
  moment: PerpMoment,
): void {
  if (isLiquidatable(params, state, moment)) {
    throw new AppError('ORDER_REJECTED', {
      details: { reason: 'The position would be liquidated at once.' },
    });
  }
  const placed = placeTriggers(params, state, triggers);
  requireUncrossed({ side: sideOf(state), ...placed }, moment.markTicks);
}
