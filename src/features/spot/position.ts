import { assert } from '../../errors/app-error.ts';
import {
  type BaseUnits,
  baseUnits,
  max,
  min,
  mulDivDown,
  type Usdc,
  usdc,
} from '../../money/fixed.ts';
import type { SpotPositionRow } from './tables.ts';

export interface PositionId {
  readonly userId: string;
  readonly proposalId: string;
  readonly groupId: string;
  readonly assetId: number;
}

/**
 * The position after a buy of `quantity` for `cost` (fee in). A buy into a flat position starts a
 * new round. A follow's buy counts as followed; a buy by hand makes the position the member's own.
 */
export function afterBuy(
  before: SpotPositionRow | undefined,
  id: PositionId,
  buy: { quantity: BaseUnits; cost: Usdc; follow: boolean; now: number },
): SpotPositionRow {
  const flat = !before || before.quantity === 0n;
  const { quantity, cost } = buy;
  return {
    userId: id.userId,
    proposalId: id.proposalId,
    groupId: id.groupId,
    assetId: id.assetId,
    quantity: baseUnits((before?.quantity ?? 0n) + quantity),
    cost: usdc((before?.cost ?? 0n) + cost),
    roundCost: usdc((flat ? 0n : before.roundCost) + cost),
    roundBought: baseUnits((flat ? 0n : before.roundBought) + quantity),
    roundSold: baseUnits(flat ? 0n : before.roundSold),
    roundProceeds: usdc(flat ? 0n : before.roundProceeds),
    realizedPnl: before?.realizedPnl ?? usdc(0n),
    realizedCost: before?.realizedCost ?? usdc(0n),
    followed: baseUnits(buy.follow ? (before?.followed ?? 0n) + quantity : 0n),
    locked: before?.locked ?? baseUnits(0n),
    exitedAt: null,
    openedAt: before?.openedAt ?? buy.now,
  };
}

export interface SaleResult {
  readonly position: SpotPositionRow;
  /** Cost taken out of the position: floor6(cost × sold / held), all of it when all is sold. */
  readonly costOut: Usdc;
  /** Net proceeds − cost taken out. */
  readonly pnl: Usdc;
}

/**
 * The position after a sale of `quantity` for `proceeds` (net of the fee), at average cost
 * (contract 5, PnL). A sale by hand makes what is left the member's own; when that
 * happens while an exit is in flight, the exit finds nothing followed any more.
 */
export function afterSale(
  before: SpotPositionRow,
  sale: { quantity: BaseUnits; proceeds: Usdc; follow: boolean; now: number },
): SaleResult {
  const { quantity, proceeds } = sale;
  assert(quantity > 0n && quantity <= before.quantity, 'a sale is part of the position');
  const left = before.quantity - quantity;
  const costOut = left === 0n ? before.cost : mulDivDown(before.cost, quantity, before.quantity);
  const pnl = proceeds - costOut;
  const position: SpotPositionRow = {
    ...before,
    quantity: baseUnits(left),
    cost: usdc(before.cost - costOut),
    roundSold: baseUnits(before.roundSold + quantity),
    roundProceeds: usdc(before.roundProceeds + proceeds),
    realizedPnl: usdc(before.realizedPnl + pnl),
    realizedCost: usdc(before.realizedCost + costOut),
    followed: baseUnits(sale.follow ? min(max(before.followed - quantity, 0n), left) : 0n),
    exitedAt: left === 0n ? sale.now : null,
  };
  return { position, costOut: usdc(costOut), pnl: usdc(pnl) };
}
