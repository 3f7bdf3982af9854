import type { PredictionData } from '../../market/predictions/data.ts';
import { SHARE_DECIMALS } from '../../market/predictions/prediction-market.ts';
import { type BaseUnits, baseUnits, price, type Usdc, usdc } from '../../money/fixed.ts';
import { formatBaseUnits, priceOf } from '../../money/text.ts';
import type { Clock } from '../../platform/clock.ts';
import type { ReadPool } from '../../platform/db/pool.ts';
import { sharePrice } from './asset.ts';
import {
  payoutOf,
  presentPosition,
  presentProposal,
  presentTrade,
  type WireTrade,
} from './present.ts';
import { presentMarket } from './present-market.ts';
import {
  type PredictionRecord,
  type PredictionTradeRecord,
  predictionTradesStatement,
} from './read.sql.ts';
import type { PredictionPositionRow, PredictionProposalRow, PredictionTradeRow } from './tables.ts';

export interface PredictionReadDeps {
  readonly reads: ReadPool;
  readonly data: PredictionData;
  readonly clock: Clock;
}

/**
 * A proposal with market, creator and the caller's position, priced now (specification,
 * PredictionWithPosition). `others`: whether the caller may see who else takes part.
 */
export function presentRecord(
  { data, clock }: Pick<PredictionReadDeps, 'data' | 'clock'>,
  record: PredictionRecord,
  others: boolean,
) {
  const proposal = proposalOf(record);
  const position = positionOf(record);
  const now = clock.now();
  const market = data.market(proposal.marketId);
  const current = payoutOf(proposal) ?? sharePrice(data, proposal, now);
  return {
    proposal: presentProposal(proposal),
    market: market ? presentMarket(data, market, now) : null,
    remainingTokenAmount: position ? formatBaseUnits(position.quantity, SHARE_DECIMALS) : null,
    createdBy: { idpId: record.creator_idp_id, username: record.creator_username },
    userPosition: position ? presentPosition(position, current) : null,
    participantCount: record.participants,
    participantAvatars: others ? record.avatars : [],
  };
}

const proposalOf = (record: PredictionRecord): PredictionProposalRow => ({
  id: record.id,
  groupId: record.group_id,
  creatorId: record.creator_id,
  eventId: record.event_id,
  marketId: record.market_id,
  outcomeId: record.outcome_id,
  assetId: record.asset_id,
  isYes: record.is_yes,
  eventTitle: record.event_title,
  marketTitle: record.market_title,
  eventImageUrl: record.event_image_url,
  reason: record.reason,
  status: record.status,
  result: record.result,
  didWin: record.did_win,
  initialPrice: null,
  createdAt: record.created_at,
  updatedAt: record.updated_at,
  resolvedAt: record.resolved_at,
  closeTradeId: null,
  closePrice: null,
  told: false,
});

function positionOf(record: PredictionRecord): PredictionPositionRow | undefined {
  if (record.quantity === null) return undefined;
  const units = (value: bigint | null): BaseUnits => baseUnits(value ?? 0n);
  const dollars = (value: bigint | null): Usdc => usdc(value ?? 0n);
  return {
    userId: '',
    proposalId: record.id,
    groupId: record.group_id,
    assetId: record.asset_id,
    quantity: units(record.quantity),
    cost: dollars(record.cost),
    lots: '',
    roundCost: dollars(record.round_cost),
    roundBought: units(record.round_bought),
    roundSold: units(record.round_sold),
    roundProceeds: dollars(record.round_proceeds),
    realizedPnl: dollars(record.realized_pnl),
    realizedCost: dollars(record.realized_cost),
    followed: units(null),
    locked: units(record.locked),
    claimedAt: null,
    told: false,
    claimable: false,
    openedAt: record.created_at,
  };
}

const tradeOf = (record: PredictionTradeRecord): PredictionTradeRow => ({
  id: record.id,
  userId: record.user_id,
  proposalId: record.proposal_id,
  groupId: record.group_id,
  assetId: record.asset_id,
  side: record.side,
  origin: record.origin,
  quantity: baseUnits(record.quantity),
  price: price(priceOf(record.price)),
  gross: usdc(record.gross),
  fee: usdc(record.fee),
  pnl: usdc(record.pnl),
  costOut: usdc(record.cost_out),
  createdAt: record.created_at,
});

export interface ReadPredictionTrade {
  readonly userId: string;
  readonly proposalId: string;
  readonly origin: string;
  readonly createdAt: number;
  readonly trade: WireTrade;
}

/** Trades by id, for results of follows and actions. */
export async function readPredictionTrades(
  reads: ReadPool,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ReadPredictionTrade>> {
  if (ids.length === 0) return new Map();
  const records = await reads.query<PredictionTradeRecord>(predictionTradesStatement, [ids]);
  return new Map(
    records.map((record) => [
      record.id,
      {
        userId: record.user_id,
        proposalId: record.proposal_id,
        origin: record.origin,
        createdAt: record.created_at,
        trade: presentTrade(tradeOf(record), record.wallet_address),
      },
    ]),
  );
}
