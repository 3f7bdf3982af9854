import type { EventDraft, RowWrite } from '../../engine/command.ts';
import { assert } from '../../errors/app-error.ts';
import { USDC_ASSET } from '../../ledger/accounts.ts';
import { systemPosting, type Transfer, transfer, userPosting } from '../../ledger/transfer.ts';
import { type Usdc, usdc } from '../../money/fixed.ts';
import type { PredictionFill } from '../../venues/paper/predictions.ts';
import type { PredictionOrder } from './order.ts';
import { afterBuy, afterSale } from './position.ts';
import { presentTrade } from './present.ts';
import {
  type PredictionPositionRow,
  type PredictionTradeRow,
  predictionPositionTable,
  predictionTradeTable,
} from './tables.ts';

/** A fill turned into a ledger transfer, a trade, the changed position and the owner's event. */
export interface Booked {
  readonly trade: PredictionTradeRow;
  readonly transfer: Transfer;
  readonly rows: readonly RowWrite[];
  readonly event: EventDraft;
  readonly position: PredictionPositionRow;
}

/** Books a fill of an order (contract 7, sizing; 18.7). Nothing is rounded: costs are exact. */
export function bookFill(
  order: PredictionOrder,
  fill: PredictionFill,
  before: PredictionPositionRow | undefined,
  terms: { claimable: boolean; now: number },
): Booked {
  const { trader, side, origin } = order;
  const held = changePosition(order, fill, before, terms);
  const trade: PredictionTradeRow = {
    id: order.id,
    userId: trader.userId,
    proposalId: order.proposalId,
    groupId: order.groupId,
    assetId: order.assetId,
    side,
    origin,
    quantity: fill.shares,
    price: fill.price,
    gross: side === 'BUY' ? costOf(fill) : fill.gross,
    fee: fill.fee,
    pnl: held.pnl,
    costOut: held.costOut,
    createdAt: terms.now,
  };
  return {
    trade,
    transfer: transferOf(order, fill),
    rows: [
      { table: predictionTradeTable, row: trade },
      { table: predictionPositionTable, row: held.position },
    ],
    event: {
      userId: trader.userId,
      type: 'prediction.trade',
      data: presentTrade(trade, trader.walletAddress),
    },
    position: held.position,
  };
}

/** What leaves the wallet for a buy: the shares and the venue's fee. */
export const costOf = (fill: PredictionFill): Usdc => usdc(fill.gross + fill.fee);

/** Dollars against shares between the wallet and the venue, and the venue's fee. */
function transferOf(
  { id, trader, side, assetId }: PredictionOrder,
  fill: PredictionFill,
): Transfer {
  const { userId } = trader;
  const { shares, gross, fee } = fill;
  const buys = side === 'BUY';
  const dollars = buys ? -gross : gross;
  const moved = buys ? shares : -shares;
  return transfer(id, 'trade', [
    userPosting(userId, USDC_ASSET, dollars - fee),
    systemPosting('predictionVenue', USDC_ASSET, -dollars),
    systemPosting('venueFees', USDC_ASSET, fee),
    systemPosting('predictionVenue', assetId, -moved),
    userPosting(userId, assetId, moved),
  ]);
}

const none = usdc(0n);

function changePosition(
  order: PredictionOrder,
  fill: PredictionFill,
  before: PredictionPositionRow | undefined,
  terms: { claimable: boolean; now: number },
) {
  const { origin, trader, proposalId, groupId, assetId } = order;
  const follow = origin === 'FOLLOW' || origin === 'EXIT';
  if (order.side === 'BUY') {
    const id = { userId: trader.userId, proposalId, groupId, assetId };
    const buy = { shares: fill.shares, cost: costOf(fill), follow, ...terms };
    return { position: afterBuy(before, id, buy), pnl: none, costOut: none };
  }
  assert(before, 'a sale has a position');
  const proceeds = usdc(fill.gross - fill.fee);
  return afterSale(before, { shares: fill.shares, proceeds, follow });
}
