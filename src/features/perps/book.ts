import type { EventDraft, RowWrite, State } from '../../engine/command.ts';
import { USDC_ASSET } from '../../ledger/accounts.ts';
import { systemPosting, type Transfer, transfer, userPosting } from '../../ledger/transfer.ts';
import { type Usdc, usdc } from '../../money/fixed.ts';
import type { PerpMarketParams, PerpMoment } from '../../venues/paper/perps/market-params.ts';
import { accountChanges, type PerpChange } from '../../venues/paper/perps/movements.ts';
import { averagePrice } from '../../venues/paper/perps/prices.ts';
import { realizedOf } from '../../venues/paper/perps/realized.ts';
import type { Lots } from '../../venues/paper/perps/units.ts';
import { closedCall } from '../groups/index.ts';
import { levelsAtMark } from './levels.ts';
import { placeTriggers } from './place-triggers.ts';
import { stateColumns, stateOf } from './position-state.ts';
import { presentTrade } from './present-trade.ts';
import { freeSubaccount } from './subaccounts.ts';
import {
  type PerpPositionRow,
  type PerpTradeRow,
  perpPositionTable,
  perpTradeTable,
} from './tables.ts';

export type PerpAction = 'OPEN' | 'ADD' | 'REDUCE' | 'CLOSE' | 'LIQUIDATION' | 'ADL';
export type CloseReason = 'USER' | 'STOP_LOSS' | 'TAKE_PROFIT' | 'MARKET_DELISTED';

/** A change of a position that is to be booked. */
export interface Booking {
  /** Of the trade, of its transfer and of the action. */
  readonly id: string;
  /** The row before, or of a new position with the columns that are not its state. */
  readonly row: PerpPositionRow;
  readonly change: PerpChange;
  readonly action: PerpAction;
  readonly origin: string;
  /** What was traded, unsigned. */
  readonly lots: Lots;
  readonly quote: Usdc;
  /** Of a change that leaves nothing open. */
  readonly end?: {
    readonly status: 'CLOSED' | 'LIQUIDATED' | 'ADL_CLOSED';
    readonly reason: CloseReason | null;
    /** The proceeds wait in the subaccount until they are claimed (contract 8). */
    readonly waits?: boolean;
  };
  /** Whether the owner did it by hand: the position is no longer one that is followed. */
  readonly byHand?: boolean;
  /** Whether the triggers are placed anew. */
  readonly replaceTriggers?: boolean;
  /** insurance fund → venue, for a loss of this position. */
  readonly fromInsurance?: Usdc;
}

export interface Booked {
  readonly row: PerpPositionRow;
  readonly trade: PerpTradeRow;
  readonly transfer: Transfer;
  readonly rows: readonly RowWrite[];
  readonly event: EventDraft;
}

/** Books a change of a position: its row, a trade, the transfer of every movement, an event. */
export function book(
  state: State,
  booking: Booking,
  at: { params: PerpMarketParams; moment: PerpMoment; now: number },
): Booked {
  const { params, moment, now } = at;
  const row = changedRow(booking, params, moment, now);
  const trade = tradeOf(booking, params, now);
  const freed =
    booking.end && !booking.end.waits ? [freeSubaccount(state, row.userId, row.subaccount)] : [];
  return {
    row,
    trade,
    transfer: transferOf(booking),
    rows: [
      { table: perpTradeTable, row: trade },
      { table: perpPositionTable, row },
      ...freed,
      ...endOfCall(row),
    ],
    event: {
      userId: row.userId,
      type: 'perp.trade',
      data: { ...presentTrade(params, trade), status: row.status, closeReason: row.closeReason },
    },
  };
}

/** With the first position of a proposal its creator's call has ended, for the group's figures. */
function endOfCall(row: PerpPositionRow): RowWrite[] {
  const { proposalId, groupId, userId: creatorId, closedAt } = row;
  if (row.origin !== 'OPEN' || closedAt === null) return [];
  const pnl = realizedOf(stateOf(row).totals).netPnl;
  const putIn = usdc(row.initialCollateral + row.addedCollateral);
  return [closedCall({ proposalId, groupId, vertical: 'PERP', creatorId, pnl, putIn, closedAt })];
}

function changedRow(
  { row, change, end, byHand, replaceTriggers }: Booking,
  params: PerpMarketParams,
  moment: PerpMoment,
  now: number,
): PerpPositionRow {
  const { state, moved } = change;
  const triggers = replaceTriggers ? placeTriggers(params, state, row) : row;
  const changed: PerpPositionRow = {
    ...row,
    ...stateColumns(state),
    stopLossTicks: triggers.stopLossTicks,
    takeProfitTicks: triggers.takeProfitTicks,
    ...levelsAtMark(params, state, triggers, moment),
    followed: row.followed && !byHand,
  };
  if (!end) return changed;
  return {
    ...changed,
    status: end.status,
    closeReason: end.reason ?? end.status,
    lockedLots: 0n as Lots,
    claimable: end.waits ? moved.collateralReturned : usdc(0n),
    closedAt: now,
  };
}

function tradeOf(booking: Booking, params: PerpMarketParams, now: number): PerpTradeRow {
  const { row, change, lots, quote } = booking;
  const { moved } = change;
  return {
    id: booking.id,
    userId: row.userId,
    positionId: row.id,
    proposalId: row.proposalId,
    groupId: row.groupId,
    symbol: row.symbol,
    side: row.side,
    action: booking.action,
    origin: booking.origin,
    lots,
    quote,
    price: averagePrice(params, lots, quote),
    collateralIn: moved.collateralAdded,
    collateralOut: moved.collateralReturned,
    fee: moved.fee,
    penalty: moved.penalty,
    pricePnl: moved.pricePnl,
    funding: moved.funding,
    createdAt: now,
  };
}

/** Every movement once; proceeds that wait to be claimed stay with the margin. */
function transferOf({ id, row, change, end, fromInsurance = usdc(0n) }: Booking): Transfer {
  const moves = accountChanges(change.moved);
  const waits = end?.waits ? change.moved.collateralReturned : 0n;
  return transfer(id, 'trade', [
    userPosting(row.userId, USDC_ASSET, moves.wallet - waits),
    systemPosting('perpMargin', USDC_ASSET, moves.position + waits),
    systemPosting('venueFees', USDC_ASSET, moves.fees),
    systemPosting('insurance', USDC_ASSET, moves.insurance - fromInsurance),
    systemPosting('perpVenue', USDC_ASSET, moves.venue + fromInsurance),
  ]);
}
