import type { Static } from 'typebox';
import { isoTime } from '../../platform/clock.ts';
import { readPerpTrades } from '../perps/index.ts';
import { readPredictionTrades } from '../predictions/index.ts';
import { readTrades as readSpotTrades } from '../spot/index.ts';
import { afterTrade, tradesCursor } from './cursors.ts';
import type { PortfolioDeps } from './deps.ts';
import { type TradeRefRow, tradePageStatement } from './portfolio.sql.ts';
import type { tradesSchema } from './schemas.ts';

type Trades = Static<typeof tradesSchema>;

/**
 * A page of a user's trades over all verticals, newest first in each list; personal swaps have a
 * list of their own (contract 18.14). VALIDATION_FAILED for a cursor of another list.
 */
export async function readTrades(
  deps: PortfolioDeps,
  userId: string,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<Trades> {
  const [atMs, id] = tradesCursor(cursor);
  const rows = await deps.reads.query<TradeRefRow>(tradePageStatement, [
    userId,
    isoTime(atMs),
    id,
    limit + 1,
  ]);
  const shown = rows.slice(0, limit);
  const idsOf = (vertical: TradeRefRow['vertical']): string[] =>
    shown.filter((row) => row.vertical === vertical).map((row) => row.id);
  const ids = { spot: idsOf('spot'), prediction: idsOf('prediction'), perp: idsOf('perp') };
  const [spot, predictions, perps] = await Promise.all([
    readSpotTrades(deps, ids.spot),
    readPredictionTrades(deps.reads, ids.prediction),
    readPerpTrades(deps, ids.perp),
  ]);
  const inOrder = <Trade>(order: readonly string[], found: ReadonlyMap<string, Trade>): Trade[] =>
    order.flatMap((each) => found.get(each) ?? []);
  const spotTrades = inOrder(ids.spot, spot);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    spot: spotTrades.flatMap(({ proposalId, trade }) => (proposalId === null ? [] : [trade])),
    predictions: inOrder(ids.prediction, predictions).map(({ trade }) => trade),
    perps: inOrder(ids.perp, perps).map(({ trade }) => trade),
    swaps: spotTrades.flatMap(({ proposalId, trade }) => (proposalId === null ? [trade] : [])),
    nextCursor: last ? afterTrade(last) : null,
  } as Trades;
}
