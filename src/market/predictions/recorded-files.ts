import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PRICE_DECIMALS, pow10 } from '../../money/fixed.ts';
import { formatPrice, parsePrice } from '../../money/text.ts';
import { isoTime } from '../../platform/clock.ts';
import type { PredictionFiles } from '../recording.ts';
import type { PricePoint } from '../source.ts';
import { parseInstant } from './gamma-values.ts';
import {
  type EventRecord,
  eventsCodec,
  marketProblem,
  type RecordedPredictions,
} from './recorded-record.ts';

const HISTORY_HEADER = 'time,price';
const ONE = pow10(PRICE_DECIMALS);

/** The JSON of a recording's events. */
export const writeEvents = (events: readonly EventRecord[]): string =>
  `${JSON.stringify(eventsCodec.encode(events), null, 2)}\n`;

/** The CSV of a market's price history. */
export function writeHistory(points: readonly PricePoint[]): string {
  const rows = points.map(({ atMs, price }) => `${isoTime(atMs)},${formatPrice(price)}`);
  return `${[HISTORY_HEADER, ...rows].join('\n')}\n`;
}

/**
 * Reads what a recording holds of prediction markets; throws an Error with file and reason at the
 * first flaw.
 */
export async function readPredictions(
  directory: string,
  files: PredictionFiles,
): Promise<RecordedPredictions> {
  const path = join(directory, files.events);
  const events = await readWith(path, parseEvents);
  const slugs = new Set(events.flatMap(({ markets }) => markets.map(({ slug }) => slug)));
  const histories = new Map<string, readonly PricePoint[]>();
  for (const { market, file } of files.histories) {
    const from = join(directory, file);
    if (!slugs.has(market)) throw new Error(`${from}: ${path} has no market ${market}`);
    if (histories.has(market)) throw new Error(`${from}: ${market} has another history`);
    histories.set(market, await readWith(from, parseHistory));
  }
  return { events, histories };
}

async function readWith<T>(path: string, parse: (text: string) => T): Promise<T> {
  const text = await readFile(path, 'utf8');
  try {
    return parse(text);
  } catch (problem) {
    throw new Error(`${path}: ${problem instanceof Error ? problem.message : String(problem)}`);
  }
}

function parseEvents(text: string): readonly EventRecord[] {
  const events = eventsCodec.decode(JSON.parse(text));
  const seen = new Set<string>();
  const claim = (name: string): void => {
    if (seen.has(name)) throw new Error(`${name} is there twice`);
    seen.add(name);
  };
  for (const { slug, markets } of events) {
    claim(`event ${slug}`);
    for (const market of markets) {
      const problem = marketProblem(market);
      if (problem !== null) throw new Error(`market ${market.slug}: ${problem}`);
      claim(`market ${market.slug}`);
      claim(`condition ${market.conditionId}`);
      for (const id of [market.yesOutcomeId, market.noOutcomeId]) claim(`token ${id}`);
    }
  }
  return events;
}

function parseHistory(text: string): readonly PricePoint[] {
  const [header, ...rows] = text.trimEnd().split(/\r?\n/);
  if (header !== HISTORY_HEADER) throw new Error(`the header is not ${HISTORY_HEADER}`);
  let lastMs = Number.NEGATIVE_INFINITY;
  return rows.map((row, index) => {
    const fail = (reason: string): never => {
      throw new Error(`line ${index + 2}: ${reason}`);
    };
    const [time = '', written = '', ...rest] = row.split(',');
    const atMs = parseInstant(time) ?? fail(`time is not ISO 8601 UTC: ${time}`);
    const price = parsePrice(written) ?? fail(`price is not a plain decimal: ${written}`);
    if (rest.length > 0) fail('has more than two columns');
    if (price < 0n || price > ONE) fail(`price ${written} is not between 0 and 1`);
    if (atMs <= lastMs) fail(`time ${time} is not after the one before`);
    lastMs = atMs;
    return { atMs, price };
  });
}
