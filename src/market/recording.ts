import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import bs58 from 'bs58';
import { CANDLE_INTERVALS_MS, type RecordedCandle, readCandles } from './candle-csv.ts';
import type { InstrumentKind } from './instruments.ts';
import { readPredictions } from './predictions/recorded-files.ts';
import type { RecordedPredictions } from './predictions/recorded-record.ts';

/** The file that makes a directory a recording. */
export const MANIFEST_FILE = 'manifest.json';
export const RECORDING_FORMAT = 'skein-market-data';
export const RECORDING_VERSION = 1;

const KINDS: readonly InstrumentKind[] = ['token', 'stock', 'perp', 'market'];
/** SPL tokens keep their decimals in a byte; more than 18 would not fit a price of 1e-18. */
export const MAX_TOKEN_DECIMALS = 18;

export interface CandleFile {
  /** A name of CANDLE_INTERVALS_MS. */
  readonly interval: string;
  /** Path inside the recording's directory. */
  readonly file: string;
  readonly rows: number;
}

export interface RecordedInstrument {
  readonly kind: InstrumentKind;
  /** The mint of a token or stock; of other kinds the id a pin has. */
  readonly id: string;
  /** Of a stock the ticker. */
  readonly symbol: string;
  readonly name: string;
  readonly decimals: number;
  readonly candles: readonly CandleFile[];
}

/** The files of a recording's prediction markets; paths inside its directory. */
export interface PredictionFiles {
  readonly events: string;
  readonly histories: readonly {
    /** Slug of the market. */
    readonly market: string;
    readonly file: string;
    readonly rows: number;
  }[];
}

export interface Manifest {
  readonly format: typeof RECORDING_FORMAT;
  readonly version: typeof RECORDING_VERSION;
  readonly instruments: readonly RecordedInstrument[];
  readonly predictions?: PredictionFiles;
}

/** The candles of one instrument at one interval, in order of time. */
export interface CandleSeries {
  readonly intervalMs: number;
  readonly candles: readonly RecordedCandle[];
  readonly priceDecimals: number;
}

export interface Recording {
  readonly instruments: readonly RecordedInstrument[];
  /** By instrument id, the finest interval first. */
  readonly series: ReadonlyMap<string, readonly CandleSeries[]>;
  /** Null when the recording holds no prediction markets. */
  readonly predictions: RecordedPredictions | null;
}

/** Whether a text is a Solana address: base58 of 32 bytes. */
export const isMint = (text: string): boolean => bs58.decodeUnsafe(text)?.length === 32;

/** The manifest of a recording; throws an Error that names the file and what is wrong with it. */
export async function readManifest(directory: string): Promise<Manifest> {
  const file = join(directory, MANIFEST_FILE);
  const fail = (reason: string): never => {
    throw new Error(`${file}: ${reason}`);
  };
  let manifest: Partial<Manifest>;
  try {
    manifest = JSON.parse(await readFile(file, 'utf8')) as Partial<Manifest>;
  } catch (cause) {
    return fail(cause instanceof Error ? cause.message : String(cause));
  }
  if (manifest.format !== RECORDING_FORMAT) fail(`format is not "${RECORDING_FORMAT}"`);
  if (manifest.version !== RECORDING_VERSION) fail(`version is not ${RECORDING_VERSION}`);
  if (!Array.isArray(manifest.instruments)) fail('instruments is not a list');
  const seen = new Set<string>();
  for (const instrument of manifest.instruments as RecordedInstrument[]) {
    const problem = instrumentProblem(instrument);
    if (problem !== null) fail(`instrument ${String(instrument?.id)}: ${problem}`);
    if (seen.has(instrument.id)) fail(`instrument ${instrument.id} is listed twice`);
    seen.add(instrument.id);
  }
  const problem = manifest.predictions && predictionsProblem(manifest.predictions);
  if (problem) fail(`predictions: ${problem}`);
  return manifest as Manifest;
}

const isInside = (file: unknown): boolean =>
  typeof file === 'string' && !/^([/\\]|\.\.)/.test(normalize(file));

function predictionsProblem({ events, histories }: PredictionFiles): string | null {
  if (!isInside(events)) return 'events is not a path inside the recording';
  if (!Array.isArray(histories)) return 'histories is not a list';
  for (const history of histories as PredictionFiles['histories']) {
    if (typeof history?.market !== 'string') return 'a history names no market';
    if (!isInside(history.file)) return 'file is not a path inside the recording';
  }
  return null;
}

function instrumentProblem(instrument: RecordedInstrument): string | null {
  if (instrument === null || typeof instrument !== 'object') return 'is not an object';
  const { kind, id, symbol, name, decimals, candles } = instrument;
  if (!KINDS.includes(kind)) return `kind is not one of ${KINDS.join(', ')}`;
  if ([id, symbol, name].some((text) => typeof text !== 'string' || text === '')) {
    return 'id, symbol and name must be texts';
  }
  if ((kind === 'token' || kind === 'stock') && !isMint(id))
    return 'id is not the base58 of 32 bytes';
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > MAX_TOKEN_DECIMALS) {
    return `decimals is not an integer from 0 to ${MAX_TOKEN_DECIMALS}`;
  }
  if (!Array.isArray(candles)) return 'candles is not a list';
  for (const entry of candles as CandleFile[]) {
    if (CANDLE_INTERVALS_MS[entry?.interval] === undefined) {
      return `interval is not one of ${Object.keys(CANDLE_INTERVALS_MS).join(', ')}`;
    }
    if (!isInside(entry.file)) {
      return 'file is not a path inside the recording';
    }
  }
  return null;
}

/** Reads a whole recording; throws an Error with file, line and reason at the first flaw. */
export async function readRecording(directory: string): Promise<Recording> {
  const { instruments, predictions: files } = await readManifest(directory);
  const series = new Map<string, CandleSeries[]>();
  for (const { id, candles: files } of instruments) {
    const loaded: CandleSeries[] = [];
    for (const { interval, file } of files) {
      const path = join(directory, file);
      const intervalMs = CANDLE_INTERVALS_MS[interval] ?? 0;
      const { problems, ...rows } = readCandles(await readFile(path, 'utf8'), intervalMs);
      const [problem] = problems;
      if (problem !== undefined) throw new Error(`${path}:${problem.line}: ${problem.reason}`);
      if (rows.candles.length > 0) loaded.push({ intervalMs, ...rows });
    }
    loaded.sort((a, b) => a.intervalMs - b.intervalMs);
    series.set(id, loaded);
  }
  const predictions = files ? await readPredictions(directory, files) : null;
  return { instruments, series, predictions };
}

/** Writes a file beside its place and moves it there, so that a reader never sees half of it. */
export async function writeWhole(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.part`, text);
  await rename(`${path}.part`, path);
}
