import { assert } from '../../errors/app-error.ts';
import type { Assets } from '../../ledger/assets.ts';
import type { MarketData } from '../../market/market.ts';
import {
  type BaseUnits,
  baseUnits,
  type Price,
  price,
  type Ratio,
  type Usdc,
  usdc,
} from '../../money/fixed.ts';
import { requireFixed } from '../../money/text.ts';
import type { Clock } from '../../platform/clock.ts';
import type { ReadPool } from '../../platform/db/pool.ts';
import { presentPosition, presentProposal, presentTrade, type WireTrade } from './present.ts';
import {
  type ProposalRecord,
  proposalTradesStatement,
  type TradeRecord,
  tradesStatement,
} from './spot.sql.ts';
import type { SpotPositionRow, SpotProposalRow, SpotTradeRow } from './tables.ts';

export interface SpotReadDeps {
  readonly reads: ReadPool;
  readonly market: MarketData;
  readonly assets: Pick<Assets, 'byId'>;
  readonly clock: Clock;
}

const decimal18 = (text: string): bigint => requireFixed(text.replace(/(\.\d{18})\d+$/, '$1'), 18);
const priceOrNull = (text: string | null): Price | null =>
  text === null ? null : price(decimal18(text));

/** A proposal with the caller's position, priced now (specification, SpotProposalWithPosition). */
export function presentRecord(
  deps: SpotReadDeps,
  record: ProposalRecord,
  shown: { trades: readonly WireTrade[] | null; others: boolean },
) {
  const asset = deps.assets.byId(record.asset_id);
  const token = deps.market.token(asset.mint);
  assert(token, `token ${asset.mint} of a proposal is known to the market`);
  const current = deps.market.quote(asset.mint, deps.clock.now())?.mid;
  return {
    proposal: presentProposal(proposalOf(record), {
      token,
      group: {
        uniqueId: record.group_id,
        name: record.group_name,
        image: record.group_image,
      },
      createdBy: { idpId: record.creator_idp_id, username: record.creator_username },
      trades: shown.trades,
    }),
    userPosition: presentPosition(positionOf(record), current, asset.decimals),
    participantCount: record.participants,
    participantAvatars: shown.others ? record.avatars : [],
  };
}

const proposalOf = (record: ProposalRecord): SpotProposalRow => ({
  id: record.id,
  vertical: record.vertical,
  groupId: record.group_id,
  assetId: record.asset_id,
  creatorId: record.creator_id,
  reason: record.reason,
  initialPrice: price(decimal18(record.initial_price)),
  createdAt: record.created_at,
  updatedAt: record.updated_at,
  closedAt: record.closed_at,
  exitPrice: priceOrNull(record.exit_price),
  exitPnl: record.exit_pnl === null ? null : usdc(record.exit_pnl),
  exitPnlPct: priceOrNull(record.exit_pnl_pct) as Ratio | null,
  closeTradeId: null,
});

function positionOf(record: ProposalRecord): SpotPositionRow | undefined {
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
    roundCost: dollars(record.round_cost),
    roundBought: units(record.round_bought),
    roundSold: units(record.round_sold),
    roundProceeds: dollars(record.round_proceeds),
    realizedPnl: dollars(record.realized_pnl),
    realizedCost: dollars(record.realized_cost),
    followed: baseUnits(0n),
    locked: baseUnits(0n),
    exitedAt: record.exited_at,
    openedAt: record.created_at,
  };
}

function tradeOf(record: TradeRecord): SpotTradeRow {
  return {
    id: record.id,
    userId: record.user_id,
    proposalId: record.proposal_id,
    groupId: record.group_id,
    assetId: record.asset_id,
    side: record.side,
    origin: record.origin,
    quantity: baseUnits(record.quantity),
    price: price(decimal18(record.price)),
    gross: usdc(record.gross),
    fee: usdc(record.fee),
    pnl: usdc(record.pnl),
    costOut: usdc(record.cost_out),
    createdAt: record.created_at,
  };
}

const wire = (deps: Pick<SpotReadDeps, 'assets'>, record: TradeRecord): WireTrade =>
  presentTrade(tradeOf(record), deps.assets.byId(record.asset_id).decimals, record.wallet_address);

/** The newest trades of a proposal. */
export async function readProposalTrades(
  deps: SpotReadDeps,
  proposalId: string,
): Promise<{ userId: string; trade: WireTrade }[]> {
  const records = await deps.reads.query<TradeRecord>(proposalTradesStatement, [proposalId]);
  return records.map((record) => ({ userId: record.user_id, trade: wire(deps, record) }));
}

export interface ReadTrade {
  readonly userId: string;
  readonly proposalId: string | null;
  readonly origin: string;
  readonly side: string;
  readonly createdAt: number;
  readonly trade: WireTrade;
}

/** Trades by id, for results of follows and actions. */
export async function readTrades(
  deps: Pick<SpotReadDeps, 'reads' | 'assets'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ReadTrade>> {
  if (ids.length === 0) return new Map();
  const records = await deps.reads.query<TradeRecord>(tradesStatement, [ids]);
  return new Map(
    records.map((record) => [
      record.id,
      {
        userId: record.user_id,
        proposalId: record.proposal_id,
        origin: record.origin,
        side: record.side,
        createdAt: record.created_at,
        trade: wire(deps, record),
      },
    ]),
  );
}
