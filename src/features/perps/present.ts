import {
  max,
  type Price,
  percentOf,
  pow10,
  type Ratio,
  type Usdc,
  usdc,
} from '../../money/fixed.ts';
import { formatPrice, formatRatio, formatUsdc } from '../../money/text.ts';
import { isoTime } from '../../platform/clock.ts';
import { marginOf } from '../../venues/paper/perps/margin.ts';
import type { PerpMarketParams } from '../../venues/paper/perps/market-params.ts';
import { entryPrice } from '../../venues/paper/perps/position.ts';
import { averagePrice, lotsToUnits, ticksToUsd } from '../../venues/paper/perps/prices.ts';
import { realizedOf } from '../../venues/paper/perps/realized.ts';
import { abs, type FundingIndex, lots, type Ticks, ticks } from '../../venues/paper/perps/units.ts';
import type { PerpDeps } from './deps.ts';
import { paramsOf } from './params.ts';
import { stateOf } from './position-state.ts';
import type { PerpPositionRow } from './tables.ts';

type PerpStatus = 'OPEN' | 'CLOSED' | 'LIQUIDATED' | 'ADL_CLOSED';

/** What a position is shown with. */
export interface PositionView {
  readonly deps: Pick<PerpDeps, 'data'>;
  /** Of its market; 0 of a market without funding. */
  readonly fundingIndex: FundingIndex;
  readonly participants: { readonly count: number; readonly avatars: readonly string[] };
  readonly nowMs: number;
}

const leverageText = (hundredths: bigint): string => formatRatio((hundredths * pow10(16)) as Ratio);

/** A position on the wire, with live and realized values (specification, PerpPosition). */
export function presentPosition(row: PerpPositionRow, view: PositionView) {
  const { data } = view.deps;
  const facts = data.market(row.symbol);
  const params = facts && paramsOf(facts);
  const isOpen = row.status === 'OPEN';
  const realized = realizedOf(stateOf(row).totals);
  return {
    id: row.id,
    userId: row.userId,
    groupId: row.groupId,
    proposalId: row.proposalId,
    subaccountIndex: row.subaccount,
    marketSymbol: row.symbol,
    side: row.side,
    status: row.status as PerpStatus,
    openedAt: isoTime(row.openedAt),
    closedAt: row.closedAt === null ? null : isoTime(row.closedAt),
    initialCollateralUsdc: formatUsdc(row.initialCollateral),
    initialLeverage: leverageText(row.leverage),
    currentSizeBaseLots: isOpen ? abs(row.baseLots).toString() : null,
    currentSizeBaseUnits: isOpen && params ? lotsToUnits(params, lots(abs(row.baseLots))) : null,
    ...liveValues(row, params, view),
    ...pricesOf(row, params),
    accumulatedFundingUsd: formatUsdc(row.accumulatedFunding),
    priceRealizedPnlUsd: formatUsdc(realized.pricePnl),
    fundingRealizedUsd: formatUsdc(realized.funding),
    totalFeesUsd: formatUsdc(realized.fees),
    liquidationPenaltyUsd: formatUsdc(realized.penalty),
    netRealizedPnlUsd: formatUsdc(realized.netPnl),
    finalCollateralReturned: isOpen ? null : formatUsdc(realized.finalCollateral),
    marketStatus: facts ? data.status(row.symbol) : null,
    closeReason: row.closeReason,
    claimedAt: row.claimedAt === null ? null : isoTime(row.claimedAt),
    isClaimable: row.claimable > 0n,
    participantCount: view.participants.count,
    participantAvatars: [...view.participants.avatars],
  };
}

type LiveField =
  | 'positionValueUsd'
  | 'collateralBalanceUsdc'
  | 'effectiveCollateralUsdc'
  | 'unrealizedPnlUsd'
  | 'unsettledFundingUsd';

/** What changes with the mark: all null when closed, or without a mark. */
function liveValues(
  row: PerpPositionRow,
  params: PerpMarketParams | undefined,
  { deps, fundingIndex, nowMs }: PositionView,
): Record<LiveField, string | null> {
  const mark = row.status === 'OPEN' ? deps.data.quote(row.symbol, nowMs)?.markTicks : undefined;
  if (!params || mark === undefined) return noLiveValues;
  const margin = marginOf(params, stateOf(row), { markTicks: ticks(mark), fundingIndex });
  return {
    positionValueUsd: formatUsdc(margin.positionValue),
    collateralBalanceUsdc: formatUsdc(row.collateral),
    effectiveCollateralUsdc: formatUsdc(margin.equity),
    unrealizedPnlUsd: formatUsdc(margin.unrealizedPnl),
    unsettledFundingUsd: formatUsdc(margin.unsettledFunding),
  };
}
const noLiveValues: Record<LiveField, string | null> = {
  positionValueUsd: null,
  collateralBalanceUsdc: null,
  effectiveCollateralUsdc: null,
  unrealizedPnlUsd: null,
  unsettledFundingUsd: null,
};

function pricesOf(row: PerpPositionRow, params: PerpMarketParams | undefined) {
  const at = (mark: Ticks | null): string | null =>
    mark === null || !params ? null : ticksToUsd(params, mark);
  const price = (found: Price | null): string | null =>
    found === null ? null : formatPrice(found);
  return {
    entryPriceUsd: params ? price(entryOf(row, params)) : null,
    exitPriceUsd: params ? price(averagePrice(params, row.closedLots, row.closedQuote)) : null,
    liquidationPriceUsd: at(row.liquidationTicks),
    stopLossPriceUsd: row.status === 'OPEN' ? at(row.stopLossTicks) : null,
    takeProfitPriceUsd: row.status === 'OPEN' ? at(row.takeProfitTicks) : null,
  };
}

/** The average entry: of the open lots, or of a closed position of all that were closed. */
function entryOf(row: PerpPositionRow, params: PerpMarketParams): Price | null {
  if (row.status === 'OPEN') return entryPrice(params, stateOf(row));
  const { closedLots, closedQuote, pricePnl } = row;
  return averagePrice(
    params,
    closedLots,
    closedQuote + (row.side === 'LONG' ? -pricePnl : pricePnl),
  );
}

/** What the open lots have gained at the mark, unsettled funding included; 0 without a mark. */
export function livePnl(
  row: PerpPositionRow,
  { deps, fundingIndex, nowMs }: Pick<PositionView, 'deps' | 'fundingIndex' | 'nowMs'>,
): Usdc {
  const facts = deps.data.market(row.symbol);
  const mark = deps.data.quote(row.symbol, nowMs)?.markTicks;
  if (row.status !== 'OPEN' || !facts || mark === undefined) return usdc(0n);
  const moment = { markTicks: ticks(mark), fundingIndex };
  const { unrealizedPnl, unsettledFunding } = marginOf(paramsOf(facts), stateOf(row), moment);
  return usdc(unrealizedPnl + unsettledFunding);
}

/** What a position is worth to its owner: its equity, never below zero, and what is unclaimed. */
export function positionValue(
  row: PerpPositionRow,
  { deps, fundingIndex, nowMs }: Pick<PositionView, 'deps' | 'fundingIndex' | 'nowMs'>,
): Usdc {
  if (row.status !== 'OPEN') return row.claimable;
  return usdc(max(0n, row.collateral + livePnl(row, { deps, fundingIndex, nowMs })));
}

/** What a position has gained so far, in percent points of the collateral that was put in. */
export function currentPnlPct(row: PerpPositionRow, value: Usdc): Ratio {
  const putIn = row.initialCollateral + row.addedCollateral;
  const returned = row.status === 'OPEN' ? 0n : realizedOf(stateOf(row).totals).finalCollateral;
  const worth = row.status === 'OPEN' ? value : returned;
  return percentOf(worth - putIn, putIn);
}
