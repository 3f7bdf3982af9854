import { baseUnits, PRICE_DECIMALS, type Price, price } from '../../money/fixed.ts';
import { mirrorBook } from './book.ts';
import {
  cutUnits,
  firstOf,
  isRaw,
  parseEpoch,
  type Raw,
  refuse,
  requiredText,
} from './gamma-values.ts';
import type { Element } from './import-elements.ts';
import type { ImportReport } from './import-report.ts';
import {
  type BookLevel,
  type MarketBook,
  SHARE_DECIMALS,
  SHARE_STEP,
} from './prediction-market.ts';
import { bookProblem, DIGITS, type MarketRecord } from './recorded-record.ts';

/** Whose token it is, and which side of the market. */
export interface TokenOwner {
  readonly market: MarketRecord;
  readonly isYes: boolean;
}

export type Tokens = ReadonlyMap<string, TokenOwner>;

/** The owners of all outcome tokens. */
export function tokensOf(markets: readonly MarketRecord[]): Tokens {
  const owners = new Map<string, TokenOwner>();
  for (const market of markets) {
    owners.set(market.yesOutcomeId, { market, isYes: true });
    owners.set(market.noOutcomeId, { market, isYes: false });
  }
  return owners;
}

/** The levels of a side, sizes cut to hundredths, empty ones left out, in the order of the file. */
function levelsOf(raw: Raw, side: 'bids' | 'asks'): readonly BookLevel[] {
  const levels = raw[side];
  if (!Array.isArray(levels)) return refuse(`${side} is not a list`);
  return levels.flatMap((level: unknown) => {
    const written = isRaw(level) ? [level.price, level.size] : [];
    const [at, size] = written.map((value, index) =>
      typeof value === 'string'
        ? cutUnits(value, index === 0 ? PRICE_DECIMALS : SHARE_DECIMALS)
        : null,
    );
    if (typeof at !== 'bigint' || typeof size !== 'bigint' || size < 0n) {
      return refuse(`a level of ${side} is not a price and a size`);
    }
    const cut = (size / SHARE_STEP) * SHARE_STEP;
    return cut === 0n ? [] : [{ price: price(at), size: baseUnits(cut) }];
  });
}

const sorted = (levels: readonly BookLevel[], best: 'high' | 'low'): readonly BookLevel[] =>
  levels.toSorted((a, b) => ((best === 'high' ? a.price > b.price : a.price < b.price) ? -1 : 1));

/**
 * A book as the CLOB answers or sends it, where the best level is the last one, as the market's book
 * of YES with its best levels first; the book of a NO token is mirrored. Throws a Refusal.
 */
function readBook(raw: Raw, tokens: Tokens): { market: MarketRecord; book: MarketBook } {
  const id = requiredText(raw, 'asset_id', DIGITS);
  const { market, isYes } = tokens.get(id) ?? refuse('no imported market has this token');
  if (firstOf(raw, 'market') !== undefined && raw.market !== market.conditionId) {
    return refuse('its market is not the one of its token');
  }
  const atMs = parseEpoch(raw.timestamp, 'milliseconds') ?? refuse('timestamp is not one');
  const tick = firstOf(raw, 'tick_size');
  const tickSize = typeof tick === 'string' ? cutUnits(tick, PRICE_DECIMALS) : market.tickSize;
  const levels = { bids: levelsOf(raw, 'bids'), asks: levelsOf(raw, 'asks') };
  const { bids, asks } = isYes ? levels : mirrorBook(levels);
  const book = {
    tickSize: (tickSize ?? refuse('tick_size is no amount')) as Price,
    atMs,
    bids: sorted(bids, 'high'),
    asks: sorted(asks, 'low'),
  };
  if (book.bids.length + book.asks.length === 0) return refuse('is empty');
  const problem = bookProblem(book);
  return problem === null ? { market, book } : refuse(problem);
}

/** The newest book of each market by condition id, together with those it held before. */
export function importBooks(
  elements: readonly Element[],
  { tokens, before }: { tokens: Tokens; before: readonly MarketRecord[] },
  report: ImportReport,
): ReadonlyMap<string, MarketBook> {
  const newest = new Map<string, { book: MarketBook; element: Element | null }>();
  for (const { conditionId, book } of before) {
    if (book !== null) newest.set(conditionId, { book, element: null });
  }
  for (const element of elements) {
    if (element.kind !== 'book') continue;
    const read = report.attempt(element, () => readBook(element.raw, tokens));
    if (read === undefined) continue;
    const { book, market } = read;
    const known = newest.get(market.conditionId);
    report.merged(element);
    if (known !== undefined && known.book.atMs >= book.atMs) continue;
    newest.set(market.conditionId, { book, element });
  }
  for (const { element } of newest.values()) if (element !== null) report.imported(element);
  return new Map([...newest].map(([id, { book }]) => [id, book]));
}
