import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import {
  CANDLE_INTERVALS_MS,
  type CandleRows,
  isDailyCandles,
  readCandles,
  readDailyCandles,
  writeCandles,
} from './candle-csv.ts';
import {
  type CandleFile,
  MANIFEST_FILE,
  type Manifest,
  RECORDING_FORMAT,
  RECORDING_VERSION,
  type RecordedInstrument,
  readManifest,
  writeWhole,
} from './recording.ts';

/** What a file of an import belongs to. */
export type ImportedInstrument = Omit<RecordedInstrument, 'candles'>;

export interface FileImport {
  /** Directory with one CSV per symbol: `SOL.csv`. */
  readonly from: string;
  /** The recording; what it already holds of anything else stays. */
  readonly to: string;
  /** A name of CANDLE_INTERVALS_MS; null = the smallest step of each file. */
  readonly interval: string | null;
  /** Folder inside the recording, so that a stock and a token of one symbol do not meet. */
  readonly folder: string;
  /** The instrument of a file's symbol, or the reason why the file is left out. */
  readonly instrumentOf: (symbol: string) => ImportedInstrument | string;
}

/** What was imported; `refused` rows are left out of the recording and have been printed. */
export interface ImportCounts {
  readonly files: number;
  readonly rows: number;
  readonly refused: number;
}

/**
 * Converts candle CSVs to a recording. Prints one line per refused row (file:line: reason), one per
 * file and the totals. Throws an Error with the reason when nothing can be imported at all.
 */
export async function importFiles(
  { from, to, interval, folder, instrumentOf }: FileImport,
  print: (line: string) => void,
): Promise<ImportCounts> {
  const files = (await readdir(from)).filter((file) => file.endsWith('.csv')).sort();
  const before = await existingManifest(to);
  const instruments = new Map(before.instruments.map((one) => [one.id, one]));
  const done = new Set<string>();
  const counts = { files: 0, rows: 0, refused: 0 };
  for (const file of files) {
    const path = join(from, file);
    const found = instrumentOf(basename(file, '.csv'));
    const isTwice = typeof found !== 'string' && done.has(found.id);
    if (typeof found === 'string' || isTwice) {
      print(`${path}: left out, ${isTwice ? 'another file is of the same instrument' : found}`);
      continue;
    }
    const converted = convert(path, await readFile(path, 'utf8'), interval);
    for (const { line, reason } of converted.problems) print(`${path}:${line}: refused, ${reason}`);
    counts.refused += converted.problems.length;
    if (converted.candles.length === 0) continue;
    const target = join(folder, `${found.symbol}-${converted.interval}.csv`);
    await writeWhole(join(to, target), writeCandles(converted.candles));
    const rows = converted.candles.length;
    addCandles(instruments, found, { interval: converted.interval, file: target, rows });
    done.add(found.id);
    counts.files += 1;
    counts.rows += rows;
    print(`${path}: ${rows} rows of ${converted.interval}, ${converted.problems.length} refused`);
  }
  if (counts.files === 0) throw new Error(`${from}: nothing to import`);
  const manifest: Manifest = { ...before, instruments: [...instruments.values()] };
  await writeWhole(join(to, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`);
  print(`${counts.files} files, ${counts.rows} rows, ${counts.refused} rows refused`);
  return counts;
}

function convert(
  path: string,
  text: string,
  named: string | null,
): CandleRows & { interval: string } {
  if (isDailyCandles(text)) {
    if (named !== null && named !== '1d') throw new Error(`${path}: holds days, not ${named}`);
    return { ...readDailyCandles(text), interval: '1d' };
  }
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

/** The manifest of the recording, or that of an empty one. */
async function existingManifest(to: string): Promise<Manifest> {
  const names = await readdir(to).catch(() => [] as string[]);
  if (names.includes(MANIFEST_FILE)) return readManifest(to);
  return { format: RECORDING_FORMAT, version: RECORDING_VERSION, instruments: [] };
}

function addCandles(
  instruments: Map<string, RecordedInstrument>,
  instrument: ImportedInstrument,
  added: CandleFile,
): void {
  const others = (instruments.get(instrument.id)?.candles ?? []).filter(
    (file) => file.interval !== added.interval,
  );
  instruments.set(instrument.id, { ...instrument, candles: [...others, added] });
}
