import { assert } from '../../errors/app-error.ts';
import { type BaseUnits, baseUnits, max, min, type Usdc, usdc } from '../../money/fixed.ts';
import { decodeLots, encodeLots, withBuy, withoutSale } from './lots.ts';
import type { PredictionPositionRow } from './tables.ts';

export interface PositionId {
  readonly userId: string;
  readonly proposalId: string;
  readonly groupId: string;
  readonly assetId: number;
}

const none = { shares: baseUnits(0n), usd: usdc(0n) };

/** A position before its first buy. */
const noPosition = (id: PositionId, now: number): PredictionPositionRow => ({
  userId: id.userId,
  proposalId: id.proposalId,
  groupId: id.groupId,
  assetId: id.assetId,
  quantity: none.shares,
  cost: none.usd,
  lots: '',
  roundCost: none.usd,
  roundBought: none.shares,
  roundSold: none.shares,
  roundProceeds: none.usd,
  realizedPnl: none.usd,
  realizedCost: none.usd,
  followed: none.shares,
  locked: none.shares,
  claimedAt: null,
  told: false,
  claimable: false,
  openedAt: now,
});

/**
 * The position after a buy of `shares` for `cost` (fee in). A buy into a flat position starts a
 * new round. A follow's buy counts as followed; one by hand makes the position the member's own.
 * `claimable`: the fill became known only after the market had resolved for this side.
 */
export function afterBuy(
  held: PredictionPositionRow | undefined,
  id: PositionId,
  buy: { shares: BaseUnits; cost: Usdc; follow: boolean; claimable: boolean; now: number },
): PredictionPositionRow {
  const before = held ?? noPosition(id, buy.now);
  const flat = before.quantity === 0n;
  const { shares, cost } = buy;
  return {
    ...before,
    quantity: baseUnits(before.quantity + shares),
    cost: usdc(before.cost + cost),
    lots: encodeLots(withBuy(decodeLots(before.lots), { shares, cost })),
    roundCost: usdc((flat ? 0n : before.roundCost) + cost),
    roundBought: baseUnits((flat ? 0n : before.roundBought) + shares),
    roundSold: flat ? none.shares : before.roundSold,
    roundProceeds: flat ? none.usd : before.roundProceeds,
    claimable: buy.claimable,
    followed: baseUnits(buy.follow ? before.followed + shares : 0n),
  };
}

export interface SaleResult {
  readonly position: PredictionPositionRow;
  /** Cost of the lots that were sold. */
  readonly costOut: Usdc;
  /** Net proceeds − that cost. */
  readonly pnl: Usdc;
}

/** The position after a sale or claim of `shares` for `proceeds` (net of the fee). */
export function afterSale(
  before: PredictionPositionRow,
  sale: { shares: BaseUnits; proceeds: Usdc; follow: boolean },
): SaleResult {
  const { shares, proceeds } = sale;
  assert(shares > 0n && shares <= before.quantity, 'a sale is part of the position');
  const left = before.quantity - shares;
  const { lots, costOut } = withoutSale(decodeLots(before.lots), shares);
  const pnl = usdc(proceeds - costOut);
  const position: PredictionPositionRow = {
    ...before,
    quantity: baseUnits(left),
    cost: usdc(before.cost - costOut),
    lots: encodeLots(lots),
    roundSold: baseUnits(before.roundSold + shares),
    roundProceeds: usdc(before.roundProceeds + proceeds),
    realizedPnl: usdc(before.realizedPnl + pnl),
    realizedCost: usdc(before.realizedCost + costOut),
    claimable: before.claimable && left > 0n,
    followed: baseUnits(sale.follow ? min(max(before.followed - shares, 0n), left) : 0n),
  };
  return { position, costOut, pnl };
}

/** What of a position is not committed to a sale still in flight. */
export const sellableOf = (position: PredictionPositionRow | undefined): BaseUnits =>
  baseUnits(position ? position.quantity - position.locked : 0n);
