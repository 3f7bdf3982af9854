import { percentOf, type Ratio, usdc } from '../../money/fixed.ts';
import { formatRatio, formatUsdc } from '../../money/text.ts';
import { type Clock, isoTime } from '../../platform/clock.ts';
import type { Column } from '../../platform/db/column.ts';
import type { ReadPool } from '../../platform/db/pool.ts';
import { type FundingIndex, fundingIndex } from '../../venues/paper/perps/units.ts';
import type { PerpDeps } from './deps.ts';
import { paramsOf } from './params.ts';
import { currentPnlPct, positionValue, presentPosition } from './present.ts';
import { presentTrade, type WirePerpTrade } from './present-trade.ts';
import {
  type PerpProposalRecord,
  perpTradesStatement,
  positionsByIdStatement,
} from './read.sql.ts';
import {
  type PerpPositionRow,
  type PerpTradeRow,
  perpPositionTable,
  perpProposalTable,
  perpTradeTable,
} from './tables.ts';

export interface PerpReadDeps {
  readonly reads: ReadPool;
  readonly perps: Pick<PerpDeps, 'data' | 'openInterest'>;
  readonly clock: Clock;
}

/** A position as the statements of `read.sql.ts` answer it. */
export type PositionRecord = Record<string, unknown> & {
  readonly marketIndex: bigint | null;
  readonly participants: number;
  readonly avatars: string[];
};

/** Makes the reader of a table's rows out of records that name their fields. */
function rowReader<Row>(table: { readonly columns: object }) {
  const columns = Object.entries(table.columns as Record<string, Column<unknown>>);
  return (record: object): Row => {
    const values = record as Record<string, unknown>;
    const row: Record<string, unknown> = {};
    for (const [field, column] of columns) row[field] = column.read(values[field]);
    return row as Row;
  };
}

export const positionRow = rowReader<PerpPositionRow>(perpPositionTable);
const tradeRow = rowReader<PerpTradeRow>(perpTradeTable);

/** The funding index of a record's market; 0 of a market without funding. */
export const indexOf = ({ marketIndex }: Pick<PositionRecord, 'marketIndex'>): FundingIndex =>
  fundingIndex(marketIndex ?? 0n);

/** A position with its live values now. */
export const presentRecord = (deps: PerpReadDeps, record: PositionRecord) =>
  presentPosition(positionRow(record), {
    deps: { data: deps.perps.data },
    fundingIndex: indexOf(record),
    participants: { count: record.participants, avatars: record.avatars },
    nowMs: deps.clock.now(),
  });

/** Positions by id with their live values now; those that are not there are left out. */
export async function readPositions(deps: PerpReadDeps, ids: readonly string[]) {
  const records = await deps.reads.query<PositionRecord>(positionsByIdStatement, [ids]);
  return records.map((record) => presentRecord(deps, record));
}

/** The position of a record, and what its live values are made of. */
export const viewedPosition = (deps: PerpReadDeps, record: PositionRecord) => ({
  row: positionRow(record),
  view: {
    deps: { data: deps.perps.data },
    fundingIndex: indexOf(record),
    nowMs: deps.clock.now(),
  },
});

/** What a position of a record is worth now. */
export function valueOfRecord(deps: PerpReadDeps, record: PositionRecord) {
  const { row, view } = viewedPosition(deps, record);
  return positionValue(row, view);
}

const { stopLossPct: pctColumn } = perpProposalTable.columns;
const pct = (text: string | null): string | null => {
  const read = pctColumn.read(text);
  return read === null ? null : formatRatio(read);
};

/**
 * A proposal on the wire (contract 8, PerpProposal); `position` is the creator's first one, from
 * which the present percentage is told.
 */
export function presentProposal(
  deps: PerpReadDeps,
  record: PerpProposalRecord,
  creators: PositionRecord | undefined,
) {
  const isClosed = record.closed_at !== null;
  const pnl = usdc(BigInt(record.exit_pnl ?? '0'));
  const putIn = BigInt(record.exit_collateral ?? '0');
  return {
    id: record.id,
    groupId: record.group_id,
    createdByUserIdpId: record.creator_idp_id,
    marketSymbol: record.symbol,
    side: record.side as 'LONG' | 'SHORT',
    reason: record.reason,
    closedAt: record.closed_at === null ? null : isoTime(record.closed_at),
    exitPnlUsd: isClosed ? formatUsdc(pnl) : null,
    exitPnlPct: isClosed ? formatRatio(percentOf(pnl, putIn)) : null,
    currentPnlPct: creators
      ? formatRatio(currentPnlPct(positionRow(creators), valueOfRecord(deps, creators)))
      : null,
    stopLossPct: pct(record.stop_loss_pct),
    takeProfitPct: pct(record.take_profit_pct),
    participantCount: record.participants,
    totalParticipantCount: record.total_participants,
    participantAvatars: record.avatars,
    creatorLeverage: formatRatio((record.leverage * 10n ** 16n) as Ratio),
    createdAt: isoTime(record.created_at),
  };
}

export interface ReadPerpTrade {
  readonly userId: string;
  readonly proposalId: string;
  /** Why it was made; of an order by hand on a position, what it did. */
  readonly origin: string;
  readonly createdAt: number;
  readonly trade: WirePerpTrade;
}

/** Trades by id, for results of follows and actions. */
export async function readPerpTrades(
  { reads, perps }: Pick<PerpReadDeps, 'reads' | 'perps'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ReadPerpTrade>> {
  if (ids.length === 0) return new Map();
  const records = await reads.query<Record<string, unknown>>(perpTradesStatement, [ids]);
  const trades = records.map(tradeRow);
  return new Map(
    trades.flatMap((trade): [string, ReadPerpTrade][] => {
      const facts = perps.data.market(trade.symbol);
      if (!facts) return [];
      const { userId, proposalId, createdAt } = trade;
      const byHand = trade.action === 'ADD' ? 'ADD' : 'REDUCE';
      const origin = trade.origin === 'MANUAL' ? byHand : trade.origin;
      const wire = presentTrade(paramsOf(facts), trade);
      return [[trade.id, { userId, proposalId, origin, createdAt, trade: wire }]];
    }),
  );
}
