import { PRICE_DECIMALS, pow10, price } from '../../money/fixed.ts';
import type { PricePoint } from '../source.ts';
import { mirrorPrice } from './book.ts';
import { cutUnits, isRaw, parseEpoch, type Raw, refuse } from './gamma-values.ts';
import type { Tokens } from './import-books.ts';
import type { Element } from './import-elements.ts';
import type { ImportReport } from './import-report.ts';
import type { RecordedPredictions } from './recorded-record.ts';

const ONE = pow10(PRICE_DECIMALS);

/** A token id in the name of a file, long enough to be nothing else. */
const TOKEN_IN_NAME = /(?<!\d)[1-9]\d{59,77}(?!\d)/;

/** The points of a `prices-history` answer in order of time, of the token it was asked for. */
function readPoints(raw: Raw): readonly PricePoint[] {
  const history: readonly unknown[] = Array.isArray(raw.history) ? raw.history : [];
  if (history.length === 0) return refuse('has no points');
  const points = history.map((point, index): PricePoint => {
    const { t, p } = isRaw(point) ? point : {};
    const atMs = parseEpoch(t, 'seconds') ?? refuse(`point ${index}: t is not a time in seconds`);
    const at = typeof p === 'string' ? cutUnits(p, PRICE_DECIMALS) : null;
    if (at === null || at < 0n || at > ONE) {
      return refuse(`point ${index}: p is not a price from 0 to 1`);
    }
    return { atMs, price: price(at) };
  });
  return points.toSorted((a, b) => a.atMs - b.atMs);
}

/** Average time between two points. */
const stepOf = (points: readonly PricePoint[]): number =>
  ((points.at(-1)?.atMs ?? 0) - (points[0]?.atMs ?? 0)) / Math.max(1, points.length - 1);

/** The points of several histories of one market; where two have one instant, the finer one's. */
function joined(histories: readonly (readonly PricePoint[])[]): readonly PricePoint[] {
  const byTime = new Map<number, PricePoint>();
  for (const points of histories.toSorted((a, b) => stepOf(b) - stepOf(a))) {
    for (const point of points) byTime.set(point.atMs, point);
  }
  return [...byTime.values()].toSorted((a, b) => a.atMs - b.atMs);
}

/** The histories a recording had, by what their markets are called now. */
function heldBefore(
  { events, histories }: RecordedPredictions,
  tokens: Tokens,
): Map<string, readonly (readonly PricePoint[])[]> {
  const held = new Map<string, readonly (readonly PricePoint[])[]>();
  for (const { slug, yesOutcomeId } of events.flatMap(({ markets }) => markets)) {
    const [points, now] = [histories.get(slug), tokens.get(yesOutcomeId)];
    if (points !== undefined && now !== undefined) held.set(now.market.slug, [points]);
  }
  return held;
}

/**
 * The price histories by market slug, in YES prices. An answer does not name its token: it is the
 * one given for its file, else one in the file's name, else the history is refused, because the
 * same prices fit many tokens.
 */
export function importHistories(
  elements: readonly Element[],
  from: {
    readonly tokens: Tokens;
    /** Token ids by path of the file below the imported directory. */
    readonly tokenOfFile: ReadonlyMap<string, string>;
    readonly before: RecordedPredictions;
  },
  report: ImportReport,
): ReadonlyMap<string, readonly PricePoint[]> {
  const found = heldBefore(from.before, from.tokens);
  for (const element of elements) {
    if (element.kind !== 'price history') continue;
    const { file, raw } = element;
    const read = report.attempt(element, () => {
      const token = from.tokenOfFile.get(file) ?? TOKEN_IN_NAME.exec(file)?.[0];
      if (token === undefined) {
        return refuse(`names no token; give it with --token ${file}=<token id>`);
      }
      const owner = from.tokens.get(token) ?? refuse(`no imported market has the token ${token}`);
      const points = readPoints(raw);
      const flipped = points.map(({ atMs, price: at }) => ({ atMs, price: mirrorPrice(at) }));
      return { slug: owner.market.slug, points: owner.isYes ? points : flipped };
    });
    if (read === undefined) continue;
    found.set(read.slug, [...(found.get(read.slug) ?? []), read.points]);
    report.imported(element);
  }
  return new Map([...found].map(([slug, histories]) => [slug, joined(histories)]));
}
