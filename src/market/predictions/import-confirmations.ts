import { isRaw, parseEpoch, type Raw, refuse, requiredText } from './gamma-values.ts';
import type { Element } from './import-elements.ts';
import type { ImportReport } from './import-report.ts';
import type { MarketResult } from './prediction-market.ts';
import type { MarketRecord } from './recorded-record.ts';

/** The markets by condition id; a confirmation replaces the one it is of. */
type Markets = Map<string, MarketRecord>;

function marketOf(markets: Markets, conditionId: string): MarketRecord {
  return markets.get(conditionId) ?? refuse('no market of this condition id is imported');
}

function requireSame(market: MarketRecord, result: MarketResult): void {
  if (market.result !== null && market.result !== result) {
    refuse(`says ${result}, but its market is recorded as resolved ${market.result}`);
  }
}

/** What a row of the CLOB says about the result; null when it names no winner. */
function winnerOf(raw: Raw, { yesOutcomeId, noOutcomeId }: MarketRecord): MarketResult | null {
  const tokens = Array.isArray(raw.tokens) ? raw.tokens.filter(isRaw) : [];
  const ids = tokens.map((token) => token.token_id);
  if (ids.length !== 2 || !ids.includes(yesOutcomeId) || !ids.includes(noOutcomeId)) {
    return refuse('its tokens are not those of its market');
  }
  if (raw.closed !== true) return null;
  if (raw.is_50_50_outcome === true) return 'VOID';
  const winners = tokens.filter((token) => token.winner === true);
  if (winners.length !== 1) return null;
  return winners[0]?.token_id === yesOutcomeId ? 'YES' : 'NO';
}

/**
 * A row of the CLOB's market lists: it names no event and no time, so it is only a further record of
 * a market that is imported, and settles the result of one that is recorded as closed.
 */
function confirmRow(raw: Raw, markets: Markets): void {
  const market = marketOf(markets, requiredText(raw, 'condition_id'));
  const result = winnerOf(raw, market);
  if (result === null) return;
  if (market.status !== 'closed') {
    refuse(`says ${result} at no time, but its market is recorded as ${market.status}`);
  }
  requireSame(market, result);
  markets.set(market.conditionId, { ...market, result });
}

/** A `market_resolved` message, which has a time of its own. */
function confirmResolved(raw: Raw, markets: Markets): void {
  const market = marketOf(markets, requiredText(raw, 'market'));
  const winner = requiredText(raw, 'winning_asset_id');
  const atMs = parseEpoch(raw.timestamp, 'milliseconds') ?? refuse('timestamp is not one');
  const { yesOutcomeId, noOutcomeId } = market;
  if (winner !== yesOutcomeId && winner !== noOutcomeId) {
    refuse('winning_asset_id is not a token of its market');
  }
  const result = winner === yesOutcomeId ? 'YES' : 'NO';
  requireSame(market, result);
  if (market.status !== 'closed' && atMs < market.recordedMs) {
    refuse(`its market is recorded as ${market.status} later`);
  }
  const closedMs = market.result === null ? atMs : market.closedMs;
  markets.set(market.conditionId, { ...market, status: 'closed', closedMs, result });
}

/** The markets after every row of the CLOB and every message about a resolution. */
export function confirmMarkets(
  elements: readonly Element[],
  found: readonly MarketRecord[],
  report: ImportReport,
): ReadonlyMap<string, MarketRecord> {
  const markets: Markets = new Map(found.map((market) => [market.conditionId, market]));
  for (const element of elements) {
    const isRow = element.kind === 'CLOB market';
    if (!isRow && element.raw.event_type !== 'market_resolved') continue;
    const confirm = isRow ? confirmRow : confirmResolved;
    const done = report.attempt(element, () => {
      confirm(element.raw, markets);
      return true;
    });
    if (done) report.merged(element);
  }
  return markets;
}
