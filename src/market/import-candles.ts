import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { CANDLE_INTERVALS_MS, type CandleRows, readCandles, writeCandles } from './candle-csv.ts';
import { CASH_MINT } from './instruments.ts';
import {
  type CandleFile,
  isMint,
  MANIFEST_FILE,
  MAX_TOKEN_DECIMALS,
  type Manifest,
  RECORDING_FORMAT,
  RECORDING_VERSION,
  type RecordedInstrument,
  readManifest,
} from './recording.ts';
import { bundledTokens } from './tokens.ts';

export interface CandleImport {
  /** Directory with one CSV per symbol: `SOL.csv`. */
  readonly from: string;
  /** JSON file `{ "SOL": { "mint": "…", "decimals": 9, "name"?: "…" } }`. */
  readonly mints: string;
  /** The recording; what it already holds of other instruments and intervals stays. */
  readonly to: string;
  /** A name of CANDLE_INTERVALS_MS; null = the smallest step of each file. */
  readonly interval: string | null;
}

/** What was imported; `refused` rows are left out of the recording and have been printed. */
export interface ImportCounts {
  readonly files: number;
  readonly rows: number;
  readonly refused: number;
}

interface MintEntry {
  readonly mint: string;
  readonly decimals: number;
  readonly name?: string;
}

/**
 * Converts candle CSVs to a recording. Prints one line per refused row (file:line: reason), one per
 * file and the totals. Throws an Error with the reason when nothing can be imported at all.
 */
export async function importCandles(
  { from, mints, to, interval }: CandleImport,
  print: (line: string) => void,
): Promise<ImportCounts> {
  const entries = await readMints(mints);
  const files = (await readdir(from)).filter((file) => file.endsWith('.csv')).sort();
  const instruments = await existingInstruments(to);
  const counts = { files: 0, rows: 0, refused: 0 };
  for (const file of files) {
    const path = join(from, file);
    const symbol = basename(file, '.csv');
    const entry = entries.get(symbol);
    if (entry === undefined) {
      print(`${path}: left out, ${mints} has no mint for ${symbol}`);
      continue;
    }
    const converted = convert(path, await readFile(path, 'utf8'), interval);
    for (const { line, reason } of converted.problems) print(`${path}:${line}: refused, ${reason}`);
    counts.refused += converted.problems.length;
    if (converted.candles.length === 0) continue;
    const target = join('candles', `${symbol}-${converted.interval}.csv`);
    await writeWhole(join(to, target), writeCandles(converted.candles));
    const rows = converted.candles.length;
    addCandles(instruments, symbol, entry, { interval: converted.interval, file: target, rows });
    counts.files += 1;
    counts.rows += rows;
    print(`${path}: ${rows} rows of ${converted.interval}, ${converted.problems.length} refused`);
  }
  if (counts.files === 0) throw new Error(`${from}: nothing to import`);
  const manifest: Manifest = {
    format: RECORDING_FORMAT,
    version: RECORDING_VERSION,
    instruments: [...instruments.values()],
  };
  await writeWhole(join(to, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`);
  print(`${counts.files} files, ${counts.rows} rows, ${counts.refused} rows refused`);
  return counts;
}

function convert(
  path: string,
  text: string,
  named: string | null,
): CandleRows & { interval: string } {
  const read = readCandles(text, null);
  if (read.candles.length === 0) return { ...read, interval: '' };
  const interval = named ?? smallestStep(path, read);
  return { ...readCandles(text, CANDLE_INTERVALS_MS[interval] ?? null), interval };
}

/** The interval of a file that does not name it: the smallest step between its rows. */
function smallestStep(path: string, { candles }: CandleRows): string {
  let stepMs = Number.POSITIVE_INFINITY;
  for (const [index, candle] of candles.entries()) {
    const previous = candles[index - 1];
    if (previous !== undefined) stepMs = Math.min(stepMs, candle.startMs - previous.startMs);
  }
  for (const [name, intervalMs] of Object.entries(CANDLE_INTERVALS_MS)) {
    if (intervalMs === stepMs) return name;
  }
  throw new Error(`${path}: the interval cannot be told from the rows; give it with --interval`);
}

async function readMints(file: string): Promise<Map<string, MintEntry>> {
  const parsed: unknown = JSON.parse(await readFile(file, 'utf8'));
  if (parsed === null || typeof parsed !== 'object' || Array.isArray(parsed)) {
    throw new Error(`${file}: not an object of symbols`);
  }
  const entries = new Map<string, MintEntry>();
  for (const [symbol, entry] of Object.entries(parsed as Record<string, MintEntry>)) {
    const fail = (reason: string): never => {
      throw new Error(`${file}: ${symbol}: ${reason}`);
    };
    if (!/^[A-Za-z0-9_-]{1,32}$/.test(symbol)) fail('not a symbol that can name a file');
    if (typeof entry?.mint !== 'string' || !isMint(entry.mint)) fail('mint is not 32 bytes');
    if (entry.mint === CASH_MINT) fail('USDC is the cash, it has no candles');
    const { decimals } = entry;
    if (!Number.isInteger(decimals) || decimals < 0 || decimals > MAX_TOKEN_DECIMALS) {
      fail(`decimals is not an integer from 0 to ${MAX_TOKEN_DECIMALS}`);
    }
    entries.set(symbol, entry);
  }
  return entries;
}

async function existingInstruments(to: string): Promise<Map<string, RecordedInstrument>> {
  await mkdir(to, { recursive: true });
  if (!(await readdir(to)).includes(MANIFEST_FILE)) return new Map();
  const { instruments } = await readManifest(to);
  return new Map(instruments.map((instrument) => [instrument.id, instrument]));
}

function addCandles(
  instruments: Map<string, RecordedInstrument>,
  symbol: string,
  { mint, decimals, name }: MintEntry,
  added: CandleFile,
): void {
  const bundledName = bundledTokens.find((token) => token.mint === mint)?.name;
  const others = (instruments.get(mint)?.candles ?? []).filter(
    (file) => file.interval !== added.interval,
  );
  instruments.set(mint, {
    kind: 'token',
    id: mint,
    symbol,
    name: name ?? bundledName ?? symbol,
    decimals,
    candles: [...others, added],
  });
}

/** Writes a file beside its place and moves it there, so that a reader never sees half of it. */
async function writeWhole(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.part`, text);
  await rename(`${path}.part`, path);
}
