import type { Statement } from '../../platform/db/table.ts';
import { jsonOf, ownList } from './export-list.ts';

const asset = 'cross join lateral (select mint, symbol, decimals from asset';
const made = { id: 'p.id', groupId: 'p.group_id', reason: 'p.reason' };

export const exportSpotProposals = ownList('spot proposals', {
  key: 'p.id',
  from: `spot_proposal p ${asset} where id = p.asset_id limit 1) a where p.creator_id = $1::uuid`,
  fields: {
    ...made,
    vertical: 'p.vertical',
    tokenAddress: 'a.mint',
    symbol: 'a.symbol',
    initialPriceUsd: 'trim_scale(p.initial_price)::text',
    exitPriceUsd: 'trim_scale(p.exit_price)::text',
    exitPnlUsd: 'wire_usd(p.exit_pnl)',
    createdAt: 'wire_time(p.created_at)',
    closedAt: 'wire_time(p.closed_at)',
  },
});

export const exportPredictionProposals = ownList('prediction proposals', {
  key: 'p.id',
  from: 'prediction_proposal p where p.creator_id = $1::uuid',
  fields: {
    ...made,
    eventId: 'p.event_id',
    marketId: 'p.market_id',
    isYes: 'p.is_yes',
    status: 'p.status',
    result: 'p.result',
    didWin: 'p.did_win',
    initialPriceUsd: 'trim_scale(p.initial_price)::text',
    createdAt: 'wire_time(p.created_at)',
    resolvedAt: 'wire_time(p.resolved_at)',
  },
});

export const exportPerpProposals = ownList('perp proposals', {
  key: 'p.id',
  from: 'perp_proposal p where p.creator_id = $1::uuid',
  fields: {
    ...made,
    marketSymbol: 'p.symbol',
    side: 'p.side',
    leverage: 'wire_amount(p.leverage, 2)',
    stopLossPct: 'trim_scale(p.stop_loss_pct)::text',
    takeProfitPct: 'trim_scale(p.take_profit_pct)::text',
    createdAt: 'wire_time(p.created_at)',
    closedAt: 'wire_time(p.closed_at)',
  },
});

/** Trades of a user, in the order in which they were made: instants and ids. */
const ownTrades = (name: string, table: string, fields: Record<string, string>): Statement => ({
  name: `export ${name}`,
  text: `select t.id as key, ${jsonOf(fields)}
    from ${table} t where t.user_id = $1::uuid
      and (t.created_at, t.id) > (coalesce((select created_at from ${table} where id = $2::uuid),
        '-infinity'), $2::uuid)
    order by t.created_at, t.id limit $3::int4`,
});

const traded = {
  id: 't.id',
  proposalId: 't.proposal_id',
  groupId: 't.group_id',
  tokenAddress: '(select mint from asset where id = t.asset_id)',
  side: 't.side',
  origin: 't.origin',
  quantity: 'wire_amount(t.quantity, (select decimals from asset where id = t.asset_id))',
  priceUsd: 'trim_scale(t.price)::text',
  grossUsd: 'wire_usd(t.gross)',
  feeUsd: 'wire_usd(t.fee)',
  pnlUsd: 'wire_usd(t.pnl)',
  createdAt: 'wire_time(t.created_at)',
};

export const exportSpotTrades = ownTrades('spot trades', 'spot_trade', traded);
export const exportPredictionTrades = ownTrades('prediction trades', 'prediction_trade', traded);
export const exportPerpTrades = ownTrades('perp trades', 'perp_trade', {
  id: 't.id',
  assignmentId: 't.position_id',
  proposalId: 't.proposal_id',
  groupId: 't.group_id',
  marketSymbol: 't.symbol',
  side: 't.side',
  action: 't.action',
  origin: 't.origin',
  sizeBaseLots: 't.lots::text',
  notionalUsd: 'wire_usd(t.quote)',
  priceUsd: 'trim_scale(t.price)::text',
  collateralInUsd: 'wire_usd(t.collateral_in)',
  collateralOutUsd: 'wire_usd(t.collateral_out)',
  feeUsd: 'wire_usd(t.fee)',
  penaltyUsd: 'wire_usd(t.penalty)',
  pricePnlUsd: 'wire_usd(t.price_pnl)',
  fundingUsd: 'wire_usd(t.funding)',
  createdAt: 'wire_time(t.created_at)',
});

export const exportFunding: Statement = {
  name: 'export perp funding',
  text: `select f.id as key, ${jsonOf({
    id: 'f.id',
    assignmentId: 'f.position_id',
    amountUsd: 'wire_usd(f.amount)',
    createdAt: 'wire_time(f.created_at)',
  })} from perp_funding_payment f
  where f.user_id = $1::uuid and f.id > $2::uuid order by f.id limit $3::int4`,
};

const held = {
  proposalId: 'p.proposal_id',
  groupId: 'p.group_id',
  tokenAddress: 'a.mint',
  symbol: 'a.symbol',
  quantity: 'wire_amount(p.quantity, a.decimals)',
  costUsd: 'wire_usd(p.cost)',
  realizedPnlUsd: 'wire_usd(p.realized_pnl)',
  openedAt: 'wire_time(p.opened_at)',
};

export const exportSpotPositions = ownList('spot positions', {
  key: 'p.proposal_id',
  from: `spot_position p ${asset} where id = p.asset_id limit 1) a where p.user_id = $1::uuid`,
  fields: { ...held, exitedAt: 'wire_time(p.exited_at)' },
});

export const exportPredictionPositions = ownList('prediction positions', {
  key: 'p.proposal_id',
  from: `prediction_position p ${asset} where id = p.asset_id limit 1) a
    where p.user_id = $1::uuid`,
  fields: { ...held, claimedAt: 'wire_time(p.claimed_at)' },
});

export const exportPerpPositions = ownList('perp positions', {
  key: 'p.id',
  from: 'perp_position p where p.user_id = $1::uuid',
  fields: {
    assignmentId: 'p.id',
    proposalId: 'p.proposal_id',
    groupId: 'p.group_id',
    marketSymbol: 'p.symbol',
    side: 'p.side',
    status: 'p.status',
    subaccountIndex: 'p.subaccount',
    leverage: 'wire_amount(p.leverage, 2)',
    sizeBaseLots: 'abs(p.base_lots)::text',
    collateralUsd: 'wire_usd(p.collateral)',
    initialCollateralUsd: 'wire_usd(p.initial_collateral)',
    realizedPricePnlUsd: 'wire_usd(p.price_pnl)',
    fundingUsd: 'wire_usd(p.funding)',
    feesUsd: 'wire_usd(p.fees)',
    penaltyUsd: 'wire_usd(p.penalty)',
    stopLossPct: 'trim_scale(p.stop_loss_pct)::text',
    takeProfitPct: 'trim_scale(p.take_profit_pct)::text',
    closeReason: 'p.close_reason',
    claimableUsd: 'wire_usd(p.claimable)',
    openedAt: 'wire_time(p.opened_at)',
    closedAt: 'wire_time(p.closed_at)',
  },
});

/** What personal swaps hold, as one JSON list. $1 user. */
export const exportSwapPositions: Statement = {
  name: 'export swap positions',
  text: `select coalesce(json_agg(json_build_object('tokenAddress', a.mint, 'symbol', a.symbol,
      'quantity', wire_amount(p.quantity, a.decimals), 'costUsd', wire_usd(p.cost),
      'realizedPnlUsd', wire_usd(p.realized_pnl)) order by p.asset_id), '[]')::text as json
    from swap_position p ${asset} where id = p.asset_id limit 1) a where p.user_id = $1::uuid`,
};
