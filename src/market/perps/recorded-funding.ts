import { readFile } from 'node:fs/promises';
import { join, normalize } from 'node:path';
import type { RecordedInstrument } from '../recording.ts';
import {
  FUNDING_HEADER,
  FUNDING_INTERVALS_MS,
  type FundingRow,
  readFunding,
} from './funding-csv.ts';
import type { PerpMarketFacts } from './perp-market.ts';
import type { Premium } from './perp-source.ts';

/** A file of funding rates of a recorded perpetual. */
export interface FundingFile {
  /** A name of FUNDING_INTERVALS_MS. */
  readonly interval: string;
  /** Path inside the recording's directory. */
  readonly file: string;
  readonly rows: number;
}

/** A recorded instrument of kind `perp`: its id is the symbol of the market. */
export interface RecordedPerp extends RecordedInstrument {
  readonly funding?: readonly FundingFile[];
}

/** The funding rates of one market at one interval, in order of time. */
export interface FundingSeries {
  readonly intervalMs: number;
  readonly rows: readonly FundingRow[];
}

/** What is wrong with the list of funding files of an instrument, null when nothing is. */
export function fundingProblem(files: unknown): string | null {
  if (!Array.isArray(files)) return 'funding is not a list';
  for (const entry of files as FundingFile[]) {
    if (FUNDING_INTERVALS_MS[entry?.interval] === undefined) {
      return `interval of funding is not one of ${Object.keys(FUNDING_INTERVALS_MS).join(', ')}`;
    }
    if (typeof entry.file !== 'string' || /^([/\\]|\.\.)/.test(normalize(entry.file))) {
      return 'file of funding is not a path inside the recording';
    }
  }
  return null;
}

/**
 * Reads the funding of a recorded market, the finest interval first; throws an Error with file, line
 * and reason at the first flaw.
 */
export async function readRecordedFunding(
  directory: string,
  { id, funding = [] }: RecordedPerp,
): Promise<readonly FundingSeries[]> {
  const wrong = fundingProblem(funding);
  if (wrong !== null) throw new Error(`${directory}: instrument ${id}: ${wrong}`);
  const series: FundingSeries[] = [];
  for (const { interval, file } of funding) {
    const path = join(directory, file);
    const text = await readFile(path, 'utf8');
    const intervalMs = FUNDING_INTERVALS_MS[interval] ?? 0;
    const [header, ...lines] = text.trimEnd().split('\n');
    if (header !== FUNDING_HEADER)
      throw new Error(`${path}:1: the header is not ${FUNDING_HEADER}`);
    const { rows, problems } = readFunding(lines, intervalMs);
    const [problem] = problems;
    if (problem !== undefined) throw new Error(`${path}:${problem.line}: ${problem.reason}`);
    series.push({ intervalMs, rows });
  }
  return series.sort((a, b) => a.intervalMs - b.intervalMs);
}

/** The row whose interval an instant lies in: the first one after it, unless it begins later. */
function rowAt({ rows, intervalMs }: FundingSeries, atMs: number): FundingRow | undefined {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle] as FundingRow).atMs <= atMs) low = middle + 1;
    else high = middle;
  }
  const row = rows[low];
  return row !== undefined && row.atMs - intervalMs <= atMs ? row : undefined;
}

/**
 * The premium that recorded funding stands for: held through an interval of funding it comes to
 * rate × mark × tickSize quote lots per base lot (venues/perps.md 3.5), so over the market's period
 * it is that times period ÷ recorded interval. 0 where no rate is recorded.
 */
export function premiumOf(
  series: readonly FundingSeries[],
  { tickSize, fundingPeriodSeconds }: PerpMarketFacts,
  markTicks: bigint,
  atMs: number,
): Premium {
  for (const one of series) {
    const row = rowAt(one, atMs);
    if (row === undefined) continue;
    const periodMs = BigInt(fundingPeriodSeconds) * 1_000n;
    return (row.rate * markTicks * tickSize * periodMs) / BigInt(one.intervalMs);
  }
  return 0n;
}
