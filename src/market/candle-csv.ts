import { PRICE_DECIMALS, type Price } from '../money/fixed.ts';
import { formatFixed, formatPrice, parseFixed, parsePrice } from '../money/text.ts';
import { isoTime } from '../platform/clock.ts';
import type { Volume } from './source.ts';

/** First line of a candle file, recorded or to be imported. */
export const CANDLE_HEADER = 'time,open,high,low,close,volume';
/** First line of a file of days, as data vendors hand out adjusted prices of stocks. */
const DAILY_HEADER = 'date,open,high,low,close,volume,dividends,splits';
const VOLUME_DECIMALS = 18;
const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{3})?)?Z$/;

/** Intervals a recording can have, by their name in files and commands. */
export const CANDLE_INTERVALS_MS: Readonly<Record<string, number>> = {
  '1m': 60_000,
  '5m': 300_000,
  '15m': 900_000,
  '1h': 3_600_000,
  '1d': 86_400_000,
};

export interface RecordedCandle {
  readonly startMs: number;
  readonly open: Price;
  readonly high: Price;
  readonly low: Price;
  readonly close: Price;
  readonly volume: Volume;
}

export interface RowProblem {
  /** Line in the file, the header being line 1. */
  readonly line: number;
  readonly reason: string;
}

export interface CandleRows {
  /** The good rows in order. */
  readonly candles: readonly RecordedCandle[];
  readonly problems: readonly RowProblem[];
  /** Most decimals any price of the file has: the tick of the recording. */
  readonly priceDecimals: number;
}

/** Milliseconds of an ISO 8601 UTC time, or null when it is not one or names no real instant. */
function parseIsoTime(text: string): number | null {
  if (!ISO_TIME.test(text)) return null;
  const atMs = Date.parse(text);
  if (Number.isNaN(atMs)) return null;
  return isoTime(atMs).slice(0, 16) === text.slice(0, 16) ? atMs : null;
}

const decimalsOf = (text: string): number =>
  text.includes('.') ? text.length - text.indexOf('.') - 1 : 0;

/** One row, or the reason why it is none. Prices are read as text, never as floats. */
function parseRow(cells: readonly string[]): RecordedCandle | string {
  const [time = '', open = '', high = '', low = '', close = '', volume = ''] = cells;
  const startMs = parseIsoTime(time);
  if (startMs === null) return `time is not ISO 8601 UTC: ${time}`;
  const prices: Price[] = [];
  for (const [name, text] of Object.entries({ open, high, low, close })) {
    const value = parsePrice(text);
    if (value === null || value <= 0n) return `${name} is not a positive plain decimal: ${text}`;
    prices.push(value);
  }
  const [o, h, l, c] = prices as [Price, Price, Price, Price];
  if (l > o || l > c) return `low ${low} is above open ${open} or close ${close}`;
  if (h < o || h < c) return `high ${high} is below open ${open} or close ${close}`;
  const traded = parseFixed(volume, VOLUME_DECIMALS);
  if (traded === null || traded < 0n) return `volume is not a plain decimal: ${volume}`;
  return { startMs, open: o, high: h, low: l, close: c, volume: traded };
}

/** How the rows of a file are laid out: the first six columns are those of a candle. */
interface Layout {
  readonly header: string;
  readonly columns: number;
  /** The text of a candle's time out of the first column. */
  readonly timeOf: (cell: string) => string;
}

const CANDLES: Layout = { header: CANDLE_HEADER, columns: 6, timeOf: (cell) => cell };
/** A day's candle starts at midnight UTC of its date; dividends and splits are in the prices. */
const DAYS: Layout = {
  header: DAILY_HEADER,
  columns: 8,
  timeOf: (cell) => `${cell}T00:00:00Z`,
};

/** The first line of a file, without the mark of its encoding. */
const headerOf = (line: string | undefined): string | undefined => line?.replace('\uFEFF', '');

/** Whether a file is one of days: `date,open,high,low,close,volume,dividends,splits`. */
export const isDailyCandles = (text: string): boolean =>
  headerOf(text.slice(0, text.search(/\r?\n|$/))) === DAILY_HEADER;

/** Reads a file of days likewise. */
export const readDailyCandles = (text: string): CandleRows =>
  readRows(text, CANDLE_INTERVALS_MS['1d'] ?? null, DAYS);

/**
 * Reads a candle file: rows that fit, in order, and the rest as problems. Times must increase; with
 * an interval they must be multiples of it.
 */
export const readCandles = (text: string, intervalMs: number | null): CandleRows =>
  readRows(text, intervalMs, CANDLES);

function readRows(text: string, intervalMs: number | null, layout: Layout): CandleRows {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  const candles: RecordedCandle[] = [];
  const problems: RowProblem[] = [];
  let priceDecimals = 0;
  if (headerOf(lines[0]) !== layout.header) {
    problems.push({ line: 1, reason: `the header is not ${layout.header}` });
    return { candles, problems, priceDecimals };
  }
  for (const [index, row] of lines.entries()) {
    if (index === 0) continue;
    const { cells, candle } = readRow(row, layout);
    const problem = typeof candle === 'string' ? candle : misplaced(candle, candles, intervalMs);
    if (typeof candle === 'string' || problem !== null) {
      problems.push({ line: index + 1, reason: problem ?? '' });
      continue;
    }
    candles.push(candle);
    for (const cell of cells.slice(1, 5)) {
      priceDecimals = Math.max(priceDecimals, Math.min(decimalsOf(cell), PRICE_DECIMALS));
    }
  }
  return { candles, problems, priceDecimals };
}

function readRow(
  row: string,
  { columns, timeOf }: Layout,
): { cells: readonly string[]; candle: RecordedCandle | string } {
  const cells = row.split(',');
  if (cells.length !== columns) {
    return { cells, candle: `has ${cells.length} columns, not ${columns}` };
  }
  const [time = '', ...rest] = cells.slice(0, CANDLES.columns);
  return { cells, candle: parseRow([timeOf(time), ...rest]) };
}

function misplaced(
  candle: RecordedCandle,
  before: readonly RecordedCandle[],
  intervalMs: number | null,
): string | null {
  const previous = before.at(-1);
  if (previous !== undefined && candle.startMs <= previous.startMs) {
    return `time ${isoTime(candle.startMs)} is not after ${isoTime(previous.startMs)}`;
  }
  if (intervalMs !== null && candle.startMs % intervalMs !== 0) {
    return `time ${isoTime(candle.startMs)} is not on the grid of the interval`;
  }
  return null;
}

/** A candle file of the recording format. */
export function writeCandles(candles: readonly RecordedCandle[]): string {
  const rows = candles.map((candle) =>
    [
      isoTime(candle.startMs),
      formatPrice(candle.open),
      formatPrice(candle.high),
      formatPrice(candle.low),
      formatPrice(candle.close),
      formatFixed(candle.volume, VOLUME_DECIMALS),
    ].join(','),
  );
  return `${[CANDLE_HEADER, ...rows].join('\n')}\n`;
}
