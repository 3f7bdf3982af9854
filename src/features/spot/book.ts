import type { EventDraft, RowWrite } from '../../engine/command.ts';
import { assert } from '../../errors/app-error.ts';
import { USDC_ASSET } from '../../ledger/accounts.ts';
import { systemPosting, type Transfer, transfer, userPosting } from '../../ledger/transfer.ts';
import { baseUnits, mulDivDown, type Usdc, usdc } from '../../money/fixed.ts';
import type { SpotFill } from '../../venues/paper/spot.ts';
import { type FeeSplit, serviceFee } from './amounts.ts';
import type { SpotOrder } from './order.ts';
import { afterBuy, afterSale } from './position.ts';
import { presentTrade } from './present.ts';
import {
  type SpotPositionRow,
  type SpotTradeRow,
  type SwapPositionRow,
  spotPositionTable,
  spotTradeTable,
  swapPositionTable,
} from './tables.ts';

/** The rows before a fill; which one counts depends on whether the order is a personal swap. */
export interface Holdings {
  readonly position: SpotPositionRow | undefined;
  readonly swap: SwapPositionRow | undefined;
}

/** A fill turned into a ledger transfer, a trade, the changed position and the owner's event. */
export interface Booked {
  readonly trade: SpotTradeRow;
  readonly transfer: Transfer;
  readonly rows: readonly RowWrite[];
  readonly event: EventDraft;
  /** What the wallet got of a sale, fee out. */
  readonly proceeds: Usdc;
  readonly position: SpotPositionRow | undefined;
}

/** Books a fill of an order (contract 5, sizing and rounding; PnL). Pure. */
export function bookFill(
  order: SpotOrder,
  fill: SpotFill,
  before: Holdings,
  terms: { feeBps: number; now: number },
): Booked {
  const cost = order.side === 'BUY' ? order.spend : fill.gross;
  const fee = serviceFee(cost, terms.feeBps);
  const proceeds = usdc(order.side === 'SELL' ? fill.gross - fee.fee : 0n);
  const held = changeHoldings(order, fill, before, { cost, proceeds, now: terms.now });
  const trade: SpotTradeRow = {
    id: order.id,
    userId: order.trader.userId,
    proposalId: order.proposalId,
    groupId: order.groupId,
    assetId: order.asset.id,
    side: order.side,
    origin: order.origin,
    quantity: fill.amount,
    price: fill.price,
    gross: cost,
    fee: fee.fee,
    pnl: held.pnl,
    costOut: held.costOut,
    createdAt: terms.now,
  };
  return {
    trade,
    transfer: order.side === 'BUY' ? buyTransfer(order, fill, fee) : saleTransfer(order, fill, fee),
    rows: [{ table: spotTradeTable, row: trade }, held.row],
    event: {
      userId: order.trader.userId,
      type: 'spot.trade',
      data: presentTrade(trade, order.asset.decimals, order.trader.walletAddress),
    },
    proceeds,
    position: held.position,
  };
}

/** USDC: wallet → venue and fees; token: venue → wallet. */
function buyTransfer(order: SpotOrder, fill: SpotFill, fee: FeeSplit): Transfer {
  const { userId } = order.trader;
  const asset = order.asset.id;
  return transfer(order.id, 'trade', [
    userPosting(userId, USDC_ASSET, -order.spend),
    systemPosting('spotVenue', USDC_ASSET, order.spend - fee.fee),
    systemPosting('fees', USDC_ASSET, fee.earned),
    systemPosting('dust', USDC_ASSET, fee.dust),
    systemPosting('spotVenue', asset, -fill.amount),
    userPosting(userId, asset, fill.amount),
  ]);
}

/** Token: wallet → venue; USDC: venue → wallet, fees, and dust for each amount rounded. */
function saleTransfer(order: SpotOrder, fill: SpotFill, fee: FeeSplit): Transfer {
  const { userId } = order.trader;
  const asset = order.asset.id;
  const rounded = fill.rounded ? 1n : 0n;
  return transfer(order.id, 'trade', [
    userPosting(userId, asset, -fill.amount),
    systemPosting('spotVenue', asset, fill.amount),
    systemPosting('spotVenue', USDC_ASSET, -fill.gross - rounded),
    userPosting(userId, USDC_ASSET, fill.gross - fee.fee),
    systemPosting('fees', USDC_ASSET, fee.earned),
    systemPosting('dust', USDC_ASSET, fee.dust + rounded),
  ]);
}

interface Held {
  readonly row: RowWrite;
  readonly pnl: Usdc;
  readonly costOut: Usdc;
  readonly position: SpotPositionRow | undefined;
}

interface Moved {
  readonly cost: Usdc;
  readonly proceeds: Usdc;
  readonly now: number;
}

const none = usdc(0n);

function changeHoldings(order: SpotOrder, fill: SpotFill, before: Holdings, moved: Moved): Held {
  if (order.origin === 'SWAP') return changeSwap(order, fill, before.swap, moved);
  const { proposalId, groupId } = order;
  assert(proposalId !== null && groupId !== null, 'a group order names its proposal');
  const follow = order.origin === 'FOLLOW' || order.origin === 'EXIT';
  if (order.side === 'BUY') {
    const id = { userId: order.trader.userId, proposalId, groupId, assetId: order.asset.id };
    const buy = { quantity: fill.amount, cost: moved.cost, follow, now: moved.now };
    const position = afterBuy(before.position, id, buy);
    return { row: { table: spotPositionTable, row: position }, pnl: none, costOut: none, position };
  }
  assert(before.position, 'a sale has a position');
  const sale = { quantity: fill.amount, proceeds: moved.proceeds, follow, now: moved.now };
  const sold = afterSale(before.position, sale);
  return { ...sold, row: { table: spotPositionTable, row: sold.position } };
}

/** Personal holdings use the same average cost as positions, without rounds. */
function changeSwap(
  order: SpotOrder,
  fill: SpotFill,
  before: SwapPositionRow | undefined,
  moved: Moved,
): Held {
  const row: SwapPositionRow = before ?? {
    userId: order.trader.userId,
    assetId: order.asset.id,
    quantity: baseUnits(0n),
    cost: none,
    realizedPnl: none,
    locked: baseUnits(0n),
  };
  if (order.side === 'BUY') {
    const quantity = baseUnits(row.quantity + fill.amount);
    const bought = { ...row, quantity, cost: usdc(row.cost + moved.cost) };
    const write = { table: swapPositionTable, row: bought };
    return { row: write, pnl: none, costOut: none, position: undefined };
  }
  assert(fill.amount <= row.quantity, 'a swap sells what is held');
  const quantity = baseUnits(row.quantity - fill.amount);
  const costOut = quantity === 0n ? row.cost : mulDivDown(row.cost, fill.amount, row.quantity);
  const pnl = usdc(moved.proceeds - costOut);
  const sold = {
    ...row,
    quantity,
    cost: usdc(row.cost - costOut),
    realizedPnl: usdc(row.realizedPnl + pnl),
  };
  const write = { table: swapPositionTable, row: sold };
  return { row: write, pnl, costOut: usdc(costOut), position: undefined };
}
