import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { CandleFile, Manifest } from '../recording.ts';
import {
  MANIFEST_FILE,
  RECORDING_FORMAT,
  RECORDING_VERSION,
  readManifest,
  writeWhole,
} from '../recording.ts';
import { bundledPerps } from './perp-catalogue.ts';
import { type ConvertedFile, convertPerpFile, symbolOfFile } from './perp-files.ts';
import type { PerpMarketFacts } from './perp-market.ts';
import type { RecordedPerp } from './recorded-funding.ts';

export interface PerpImport {
  /** Directory of CSVs: candles `ts_ms,open,high,low,close,volume`, funding `ts_ms,rate`. */
  readonly from: string;
  /** The recording; what it already holds of other markets and intervals stays. */
  readonly to: string;
  /** `<file>=<symbol>` each, with or without `.csv`; other files tell their market by their name. */
  readonly symbols: readonly string[];
  /** A name of CANDLE_INTERVALS_MS for candles; null = the smallest step of each file. */
  readonly interval: string | null;
}

/** What was imported; `refused` rows are left out of the recording and have been printed. */
export interface PerpImportCounts {
  readonly files: number;
  readonly candles: number;
  readonly funding: number;
  readonly refused: number;
}

/** A converted file with its market and where it is from. */
interface Part extends ConvertedFile {
  readonly facts: PerpMarketFacts;
  readonly path: string;
}

/** Folder of the recording that the files of perpetuals are in. */
const FOLDER = 'perps';

/**
 * Converts candles and funding rates of perpetuals to a recording. Files of one market and interval
 * are joined; one whose times overlap those of an earlier one is left out. Prints one line per
 * refused row (file:line: reason), one per file and the totals. Throws an Error with the reason when
 * nothing can be imported at all.
 */
export async function importPerps(
  { from, to, symbols, interval }: PerpImport,
  print: (line: string) => void,
): Promise<PerpImportCounts> {
  const names = (await readdir(from))
    .filter((file) => file.endsWith('.csv'))
    .map((file) => basename(file, '.csv'))
    .sort();
  const named = readSymbols(symbols, names);
  const parts: Part[] = [];
  const counts = { files: 0, candles: 0, funding: 0, refused: 0 };
  for (const name of names) {
    const path = join(from, `${name}.csv`);
    const facts = marketOf(named.get(name) ?? symbolOfFile(name));
    if (typeof facts === 'string') {
      print(`${path}: left out, ${facts}; --symbol ${name}=SYMBOL names one`);
      continue;
    }
    const { converted, problems } = convertPerpFile(path, await readFile(path, 'utf8'), interval);
    for (const { line, reason } of problems) print(`${path}:${line}: refused, ${reason}`);
    counts.refused += problems.length;
    if (converted === null) continue;
    const part = { ...converted, facts, path };
    const other = parts.find((one) => isOfSame(one, part) && overlaps(one, part));
    if (other !== undefined) {
      print(`${path}: left out, its times overlap those of ${other.path}`);
      continue;
    }
    parts.push(part);
    counts.files += 1;
    counts[part.kind] += part.rows;
    const what = `${facts.symbol} ${part.kind} of ${part.interval}`;
    print(`${path}: ${part.rows} rows of ${what}, ${problems.length} refused`);
  }
  if (counts.files === 0) throw new Error(`${from}: nothing to import`);
  await writeParts(to, parts);
  const { files, candles, funding, refused } = counts;
  print(`${files} files, ${candles} candles, ${funding} funding rates, ${refused} rows refused`);
  return counts;
}

/** The symbols that were given for files; throws an Error for a file that is not there. */
function readSymbols(options: readonly string[], names: readonly string[]): Map<string, string> {
  const named = new Map<string, string>();
  for (const option of options) {
    const [, name, symbol] = /^(.+?)(?:\.csv)?=([A-Za-z0-9]+)$/.exec(option) ?? [];
    if (!name || !symbol) throw new Error(`--symbol ${option}: is not <file>=<symbol>`);
    if (!names.includes(name)) throw new Error(`--symbol ${option}: there is no ${name}.csv`);
    named.set(name, symbol);
  }
  return named;
}

/** The bundled market of a symbol in any case of letters, or the reason why there is none. */
function marketOf(symbol: string | null): PerpMarketFacts | string {
  if (symbol === null) return 'its name tells no market';
  const folded = symbol.toLowerCase();
  const listing = bundledPerps.find(({ facts }) => facts.symbol.toLowerCase() === folded);
  return listing?.facts ?? `there is no market ${symbol}`;
}

const isOfSame = (a: Part, b: Part): boolean =>
  a.facts === b.facts && a.kind === b.kind && a.interval === b.interval;
const overlaps = (a: Part, b: Part): boolean => a.firstMs <= b.lastMs && b.firstMs <= a.lastMs;

/** Writes the files and the manifest; a file replaces what the recording had of its interval. */
async function writeParts(to: string, parts: readonly Part[]): Promise<void> {
  const manifest = await existingManifest(to);
  const instruments = new Map<string, RecordedPerp>(
    manifest.instruments.map((instrument) => [instrument.id, instrument]),
  );
  for (const group of groupsOf(parts)) {
    const [{ facts, kind, interval, csv }] = group;
    const suffix = kind === 'candles' ? interval : `funding-${interval}`;
    const file = join(FOLDER, `${facts.symbol}-${suffix}.csv`);
    const header = csv.slice(0, csv.indexOf('\n') + 1);
    await writeWhole(
      join(to, file),
      header + group.map((part) => part.csv.slice(header.length)).join(''),
    );
    const rows = group.reduce((sum, part) => sum + part.rows, 0);
    const before = instruments.get(facts.symbol) ?? newInstrument(facts);
    const others = (before[kind] ?? []).filter((one) => one.interval !== interval);
    const added: CandleFile = { interval, file, rows };
    instruments.set(facts.symbol, { ...before, [kind]: [...others, added] });
  }
  const written: Manifest = { ...manifest, instruments: [...instruments.values()] };
  await writeWhole(join(to, MANIFEST_FILE), `${JSON.stringify(written, null, 2)}\n`);
}

/** Parts of one market, kind and interval together, in order of time. */
function groupsOf(parts: readonly Part[]): [Part, ...Part[]][] {
  const groups: [Part, ...Part[]][] = [];
  for (const part of [...parts].sort((a, b) => a.firstMs - b.firstMs)) {
    const group = groups.find(([first]) => isOfSame(first, part));
    if (group === undefined) groups.push([part]);
    else group.push(part);
  }
  return groups;
}

const newInstrument = ({ symbol, name }: PerpMarketFacts): RecordedPerp => ({
  kind: 'perp',
  id: symbol,
  symbol,
  name,
  // Of tokens the decimals of their units; lots of a perpetual are in its market's facts.
  decimals: 0,
  candles: [],
});

async function existingManifest(to: string): Promise<Manifest> {
  const isThere = await readdir(to).then(
    (files) => files.includes(MANIFEST_FILE),
    () => false,
  );
  if (isThere) return readManifest(to);
  return { format: RECORDING_FORMAT, version: RECORDING_VERSION, instruments: [] };
}
