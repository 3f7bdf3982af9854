import { RATIO_DECIMALS, type Ratio, ratio } from '../../money/fixed.ts';
import { formatRatio, parseFixed } from '../../money/text.ts';
import { isoTime } from '../../platform/clock.ts';
import type { RowProblem } from '../candle-csv.ts';

/** First line of a file of funding rates in a recording. */
export const FUNDING_HEADER = 'time,rate';
const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{3})?)?Z$/;
const MILLISECONDS = /^\d{1,14}$/;
const ONE = 10n ** 18n;

/** Intervals recorded funding can have, by their name in files. */
export const FUNDING_INTERVALS_MS: Readonly<Record<string, number>> = {
  '1h': 3_600_000,
  '2h': 7_200_000,
  '4h': 14_400_000,
  '8h': 28_800_000,
};

/** A payment: a fraction of the notional, positive when longs pay, for the interval that ends. */
export interface FundingRow {
  readonly atMs: number;
  readonly rate: Ratio;
}

export interface FundingRows {
  /** The good rows in order. */
  readonly rows: readonly FundingRow[];
  readonly problems: readonly RowProblem[];
}

/** An instant as ISO 8601 UTC or as milliseconds since the epoch; null when it is neither. */
export function readInstant(text: string): number | null {
  if (MILLISECONDS.test(text)) return Number(text);
  if (!ISO_TIME.test(text)) return null;
  const atMs = Date.parse(text);
  if (Number.isNaN(atMs)) return null;
  return isoTime(atMs).slice(0, 16) === text.slice(0, 16) ? atMs : null;
}

/** One row, or the reason why it is none. Rates are read as text, never as floats. */
function readRow(row: string): FundingRow | string {
  const cells = row.split(',');
  if (cells.length !== 2) return `has ${cells.length} columns, not 2`;
  const [time = '', text = ''] = cells;
  const atMs = readInstant(time);
  if (atMs === null) return `time is neither ISO 8601 UTC nor milliseconds: ${time}`;
  const rate = parseFixed(text, RATIO_DECIMALS);
  if (rate === null || rate <= -ONE || rate >= ONE) {
    return `rate is not a plain decimal between -1 and 1: ${text}`;
  }
  return { atMs, rate: ratio(rate) };
}

function misplaced({ atMs }: FundingRow, last: FundingRow | undefined, intervalMs: number | null) {
  if (last !== undefined && atMs <= last.atMs) {
    return `time ${isoTime(atMs)} is not after ${isoTime(last.atMs)}`;
  }
  if (intervalMs !== null && atMs % intervalMs !== 0) {
    return `time ${isoTime(atMs)} is not on the grid of the interval`;
  }
  return null;
}

/**
 * Reads the lines of a file of two columns, time and rate, after its header: those that fit, in
 * order, and the rest as problems by their line in the file. Times must increase; with an interval
 * they must be multiples of it.
 */
export function readFunding(lines: readonly string[], intervalMs: number | null): FundingRows {
  const rows: FundingRow[] = [];
  const problems: RowProblem[] = [];
  for (const [index, line] of lines.entries()) {
    const row = readRow(line);
    const reason = typeof row === 'string' ? row : misplaced(row, rows.at(-1), intervalMs);
    if (typeof row === 'string' || reason !== null) {
      problems.push({ line: index + 2, reason: reason ?? '' });
    } else {
      rows.push(row);
    }
  }
  return { rows, problems };
}

/** A file of funding rates of the recording format. */
export function writeFunding(rows: readonly FundingRow[]): string {
  const lines = rows.map(({ atMs, rate }) => `${isoTime(atMs)},${formatRatio(rate)}`);
  return `${[FUNDING_HEADER, ...lines].join('\n')}\n`;
}
