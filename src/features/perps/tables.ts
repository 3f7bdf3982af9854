import type { Price, Ratio, Usdc } from '../../money/fixed.ts';
import {
  amount,
  bool,
  type Column,
  fixed18,
  integer,
  nullable,
  text,
  time,
  uuid,
} from '../../platform/db/column.ts';
import { defineTable, type RowOf } from '../../platform/db/table.ts';
import type { FundingIndex, Lots, PerpSide, Ticks } from '../../venues/paper/perps/units.ts';

/** Long or short. */
const side = text as (sqlName: string) => Column<PerpSide>;

/** A market's funding, as far as it is settled. */
export const perpMarketTable = defineTable({
  name: 'perp_market',
  key: ['symbol'],
  columns: {
    symbol: text('symbol'),
    fundingIndex: amount<FundingIndex>('funding_index'),
    fundedUntil: time('funded_until'),
  },
});

/** The rate of one funding interval of one market. */
export const perpFundingTable = defineTable({
  name: 'perp_funding',
  key: ['symbol', 'intervalStart'],
  appendOnly: true,
  columns: {
    symbol: text('symbol'),
    intervalStart: time('interval_start'),
    rate: amount<bigint>('rate'),
    markTicks: amount<Ticks>('mark_ticks'),
    indexAfter: amount<FundingIndex>('index_after'),
  },
});

export const perpProposalTable = defineTable({
  name: 'perp_proposal',
  key: ['id'],
  columns: {
    id: uuid('id'),
    groupId: uuid('group_id'),
    creatorId: uuid('creator_id'),
    symbol: text('symbol'),
    side: side('side'),
    reason: nullable(text('reason')),
    leverage: amount<bigint>('leverage'),
    stopLossPct: nullable(fixed18<Ratio>('stop_loss_pct')),
    takeProfitPct: nullable(fixed18<Ratio>('take_profit_pct')),
    positionId: uuid('position_id'),
    createdAt: time('created_at'),
    updatedAt: time('updated_at'),
    closedAt: nullable(time('closed_at')),
    closeTradeId: nullable(uuid('close_trade_id')),
    closePrice: nullable(fixed18<Price>('close_price')),
  },
});
export type PerpProposalRow = RowOf<typeof perpProposalTable>;

/** One assignment: an isolated position in a subaccount of its own. */
export const perpPositionTable = defineTable({
  name: 'perp_position',
  key: ['id'],
  columns: {
    id: uuid('id'),
    userId: uuid('user_id'),
    proposalId: uuid('proposal_id'),
    groupId: uuid('group_id'),
    symbol: text('symbol'),
    side: side('side'),
    origin: text('origin'),
    status: text('status'),
    subaccount: integer('subaccount'),
    leverage: amount<bigint>('leverage'),
    baseLots: amount<Lots>('base_lots'),
    virtualQuote: amount<Usdc>('virtual_quote'),
    collateral: amount<Usdc>('collateral'),
    fundingIndex: amount<FundingIndex>('funding_index'),
    accumulatedFunding: amount<Usdc>('accumulated_funding'),
    initialCollateral: amount<Usdc>('initial_collateral'),
    addedCollateral: amount<Usdc>('added_collateral'),
    withdrawnCollateral: amount<Usdc>('withdrawn_collateral'),
    pricePnl: amount<Usdc>('price_pnl'),
    funding: amount<Usdc>('funding'),
    fees: amount<Usdc>('fees'),
    penalty: amount<Usdc>('penalty'),
    closedLots: amount<Lots>('closed_lots'),
    closedQuote: amount<Usdc>('closed_quote'),
    stopLossPct: nullable(fixed18<Ratio>('stop_loss_pct')),
    takeProfitPct: nullable(fixed18<Ratio>('take_profit_pct')),
    stopLossTicks: nullable(amount<Ticks>('stop_loss_ticks')),
    takeProfitTicks: nullable(amount<Ticks>('take_profit_ticks')),
    liquidationTicks: nullable(amount<Ticks>('liquidation_ticks')),
    lowerTicks: nullable(amount<Ticks>('lower_ticks')),
    upperTicks: nullable(amount<Ticks>('upper_ticks')),
    followed: bool('followed'),
    ownTriggers: bool('own_triggers'),
    lockedLots: amount<Lots>('locked_lots'),
    closeReason: nullable(text('close_reason')),
    claimable: amount<Usdc>('claimable'),
    claimedAt: nullable(time('claimed_at')),
    openedAt: time('opened_at'),
    closedAt: nullable(time('closed_at')),
  },
});
export type PerpPositionRow = RowOf<typeof perpPositionTable>;

/** Which subaccounts of a user are in use. */
export const perpAccountTable = defineTable({
  name: 'perp_account',
  key: ['userId'],
  columns: { userId: uuid('user_id'), inUse: text('in_use') },
});

export const perpTradeTable = defineTable({
  name: 'perp_trade',
  key: ['id'],
  appendOnly: true,
  columns: {
    id: uuid('id'),
    userId: uuid('user_id'),
    positionId: uuid('position_id'),
    proposalId: uuid('proposal_id'),
    groupId: uuid('group_id'),
    symbol: text('symbol'),
    side: side('side'),
    action: text('action'),
    origin: text('origin'),
    lots: amount<Lots>('lots'),
    quote: amount<Usdc>('quote'),
    price: nullable(fixed18<Price>('price')),
    collateralIn: amount<Usdc>('collateral_in'),
    collateralOut: amount<Usdc>('collateral_out'),
    fee: amount<Usdc>('fee'),
    penalty: amount<Usdc>('penalty'),
    pricePnl: amount<Usdc>('price_pnl'),
    funding: amount<Usdc>('funding'),
    createdAt: time('created_at'),
  },
});
export type PerpTradeRow = RowOf<typeof perpTradeTable>;

/** Funding that moved apart from a trade. */
export const perpFundingPaymentTable = defineTable({
  name: 'perp_funding_payment',
  key: ['id'],
  appendOnly: true,
  columns: {
    id: uuid('id'),
    userId: uuid('user_id'),
    positionId: uuid('position_id'),
    amount: amount<Usdc>('amount'),
    createdAt: time('created_at'),
  },
});

/** The insurance fund: one row, locked by whatever liquidates. */
export const perpInsuranceTable = defineTable({
  name: 'perp_insurance',
  key: ['id'],
  columns: { id: integer('id'), balance: amount<Usdc>('balance') },
});
export const INSURANCE_ID = 1;

/** A position that a mark has crossed, until its trigger is carried out. */
export const perpTriggerTable = defineTable({
  name: 'perp_trigger',
  key: ['positionId'],
  columns: {
    positionId: uuid('position_id'),
    markTicks: amount<Ticks>('mark_ticks'),
    at: time('at'),
  },
});

/** The process that drives triggers and funding, as its commands check it. */
export const perpDriverTable = defineTable({
  name: 'perp_driver',
  key: ['id'],
  changing: ['doneUntil'],
  columns: { id: integer('id'), fence: integer('fence'), doneUntil: nullable(time('done_until')) },
});
export const DRIVER_ID = 1;
