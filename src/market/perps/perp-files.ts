import { isoTime } from '../../platform/clock.ts';
import {
  CANDLE_HEADER,
  CANDLE_INTERVALS_MS,
  type RowProblem,
  readCandles,
  writeCandles,
} from '../candle-csv.ts';
import { FUNDING_INTERVALS_MS, readFunding, readInstant, writeFunding } from './funding-csv.ts';

export type PerpFileKind = 'candles' | 'funding';

/** The good rows of a file as a file of the recording format. */
export interface ConvertedFile {
  readonly kind: PerpFileKind;
  readonly interval: string;
  readonly rows: number;
  /** Times of its first and last row. */
  readonly firstMs: number;
  readonly lastMs: number;
  readonly csv: string;
}

const HEADERS: Readonly<Record<PerpFileKind, readonly string[]>> = {
  candles: ['ts_ms,open,high,low,close,volume', CANDLE_HEADER],
  funding: ['ts_ms,rate', 'time,rate'],
};

/**
 * The base asset in the name of a file: `BTC`, `BTC_1h`, `okx_BTC-USDT-SWAP_1h`, `bybit_BTCUSDT_5m`,
 * `dydx_v3_BTC-USD_1h_2022-2023`. Null when it tells none.
 */
export function symbolOfFile(name: string): string | null {
  const parts = name.split('_');
  for (const part of parts) {
    const [, base] = /^([A-Z0-9]+?)-?(?:USDT|USDC|USD)(?:-(?:SWAP|PERP))?$/.exec(part) ?? [];
    if (base !== undefined) return base;
  }
  const [first = ''] = parts;
  return /^[A-Z][A-Z0-9]*$/.test(first) ? first : null;
}

const timeCell = (line: string): string => line.slice(0, line.indexOf(','));

/** The name of the smallest step between the times of the rows, null when it has none. */
function smallestStep(
  lines: readonly string[],
  intervals: Readonly<Record<string, number>>,
): string | null {
  let stepMs = Number.POSITIVE_INFINITY;
  let beforeMs = Number.POSITIVE_INFINITY;
  for (const line of lines) {
    const atMs = readInstant(timeCell(line));
    if (atMs === null) continue;
    if (atMs > beforeMs) stepMs = Math.min(stepMs, atMs - beforeMs);
    beforeMs = atMs;
  }
  for (const [name, intervalMs] of Object.entries(intervals)) {
    if (intervalMs === stepMs) return name;
  }
  return null;
}

/** Rows with times in milliseconds as rows with ISO times; others stay and are judged as they are. */
const withIsoTimes = (lines: readonly string[]): string[] =>
  lines.map((line) => {
    const time = timeCell(line);
    const atMs = /^\d+$/.test(time) ? readInstant(time) : null;
    return atMs === null ? line : `${isoTime(atMs)}${line.slice(time.length)}`;
  });

function convertCandles(lines: readonly string[], interval: string) {
  const text = [CANDLE_HEADER, ...withIsoTimes(lines)].join('\n');
  const { candles, problems } = readCandles(text, CANDLE_INTERVALS_MS[interval] ?? null);
  const times = candles.map(({ startMs }) => startMs);
  return { times, problems, csv: writeCandles(candles) };
}

function convertFunding(lines: readonly string[], interval: string) {
  const { rows, problems } = readFunding(lines, FUNDING_INTERVALS_MS[interval] ?? null);
  return { times: rows.map(({ atMs }) => atMs), problems, csv: writeFunding(rows) };
}

/**
 * Converts a file of candles or of funding rates, told apart by the header; null without a good
 * row. `interval` is that of candles, null = the smallest step between the rows. Throws an Error
 * when the interval cannot be told.
 */
export function convertPerpFile(
  path: string,
  text: string,
  interval: string | null,
): { converted: ConvertedFile | null; problems: readonly RowProblem[] } {
  const [first = '', ...lines] = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  const header = first.replace('\uFEFF', '');
  const kind = (['candles', 'funding'] as const).find((one) => HEADERS[one].includes(header));
  if (kind === undefined) {
    const reason = `the header is neither ${HEADERS.candles[0]} nor ${HEADERS.funding[0]}`;
    return { converted: null, problems: [{ line: 1, reason }] };
  }
  const intervals = kind === 'candles' ? CANDLE_INTERVALS_MS : FUNDING_INTERVALS_MS;
  const named = kind === 'candles' ? interval : null;
  const name = named ?? smallestStep(lines, intervals);
  if (name === null) {
    const known = Object.keys(intervals).join(', ');
    throw new Error(`${path}: the interval of its rows is none of ${known}`);
  }
  const convert = kind === 'candles' ? convertCandles : convertFunding;
  const { times, problems, csv } = convert(lines, name);
  const firstMs = times[0];
  const lastMs = times.at(-1);
  if (firstMs === undefined || lastMs === undefined) return { converted: null, problems };
  const converted = { kind, interval: name, rows: times.length, firstMs, lastMs, csv };
  return { converted, problems };
}
