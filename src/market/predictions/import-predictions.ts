import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import {
  MANIFEST_FILE,
  type Manifest,
  RECORDING_FORMAT,
  RECORDING_VERSION,
  readManifest,
  writeWhole,
} from '../recording.ts';
import { importBooks, tokensOf } from './import-books.ts';
import { confirmMarkets } from './import-confirmations.ts';
import { type Element, type ElementKind, elementsOf } from './import-elements.ts';
import { importHistories } from './import-histories.ts';
import { mergeRecords } from './import-merge.ts';
import { createReport, type ImportReport, type PredictionCounts } from './import-report.ts';
import { readPredictions, writeEvents, writeHistory } from './recorded-files.ts';
import type { RecordedPredictions } from './recorded-record.ts';

export interface PredictionImport {
  /** Directory of recorded answers of the venue; every `.json` file below it is read. */
  readonly from: string;
  /** The recording; what it already holds takes part in the merging, the rest of it stays. */
  readonly to: string;
  /** `<file below from>=<token id>` for files of price histories, which do not name their token. */
  readonly tokens: readonly string[];
}

/** Why elements are refused that nothing can be made of, by kind. */
const NO_USE: Partial<Record<ElementKind, string>> = {
  'Kalshi event': 'is of another venue; a ticker of it names no market of Polymarket',
  trade: 'is a single trade; a recording holds books and price histories',
  tag: 'belongs to no event; the tags of events are imported with them',
  sport: 'belongs to no event',
  message: 'is a change or an order without the book it is about',
  other: 'is none of the shapes that can be imported',
  file: 'is not JSON',
};

/**
 * Imports recorded events, markets, books and price histories of the Gamma API and the CLOB into a
 * recording. Prints one line per refused element (file: what (id): reason), one per kind and the
 * total. Throws an Error with the reason when nothing can be imported at all.
 */
export async function importPredictions(
  { from, to, tokens }: PredictionImport,
  print: (line: string) => void,
): Promise<PredictionCounts> {
  const manifest = await manifestOf(to);
  const files = manifest.predictions;
  const before = files ? await readPredictions(to, files) : { events: [], histories: new Map() };
  const elements = await readElements(from);
  const report = createReport(elements);
  const tokenOfFile = tokensOfFiles(tokens, elements);
  const imported = importElements(elements, { before, tokenOfFile }, report);
  report.print(print);
  const counts = report.counts();
  if (counts.refused === elements.length) throw new Error(`${from}: nothing to import`);
  await writeRecording(to, manifest, imported);
  return counts;
}

function importElements(
  elements: readonly Element[],
  given: { before: RecordedPredictions; tokenOfFile: ReadonlyMap<string, string> },
  report: ImportReport,
): RecordedPredictions {
  const { before, tokenOfFile } = given;
  for (const element of elements) {
    const reason = NO_USE[element.kind];
    if (reason !== undefined) report.refused(element, reason);
  }
  const merged = mergeRecords(elements, before.events, report);
  const found = merged.flatMap(({ markets }) => markets);
  const markets = confirmMarkets(elements, found, report);
  const tokens = tokensOf(found);
  const held = before.events.flatMap(({ markets: theirs }) => theirs);
  const books = importBooks(elements, { tokens, before: held }, report);
  const histories = importHistories(elements, { tokens, tokenOfFile, before }, report);
  const events = merged.map((event) => ({
    ...event,
    markets: event.markets.map((market) => ({
      ...(markets.get(market.conditionId) ?? market),
      book: books.get(market.conditionId) ?? null,
    })),
  }));
  return { events, histories };
}

/** All elements of the directory's files, in order of their paths. */
async function readElements(from: string): Promise<readonly Element[]> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const elements: Element[] = [];
  for (const path of paths) {
    const file = relative(from, path).split(sep).join('/');
    elements.push(...elementsOf(file, await readFile(path, 'utf8')));
  }
  return elements;
}

/** The tokens that were given for files; throws an Error for a file that holds no history. */
function tokensOfFiles(
  tokens: readonly string[],
  elements: readonly Element[],
): ReadonlyMap<string, string> {
  const entries = tokens.map((given) => {
    const [, file = '', token = ''] = /^(.+)=(\d{1,78})$/.exec(given) ?? [];
    if (file === '') throw new Error(`--token ${given}: is not <file>=<token id>`);
    if (!elements.some((one) => one.kind === 'price history' && one.file === file)) {
      throw new Error(`--token ${given}: ${file} is not a file of a price history`);
    }
    return [file, token] as const;
  });
  return new Map(entries);
}

/** The manifest of the recording, or that of an empty one. */
async function manifestOf(to: string): Promise<Manifest> {
  try {
    return await readManifest(to);
  } catch (problem) {
    const names = await readdir(to).catch(() => [] as string[]);
    if (names.includes(MANIFEST_FILE)) throw problem;
    return { format: RECORDING_FORMAT, version: RECORDING_VERSION, instruments: [] };
  }
}

async function writeRecording(
  to: string,
  manifest: Manifest,
  { events, histories }: RecordedPredictions,
): Promise<void> {
  const file = 'predictions/events.json';
  await writeWhole(join(to, file), writeEvents(events));
  const written = [];
  for (const [market, points] of histories) {
    const history = `predictions/history/${market}.csv`;
    await writeWhole(join(to, history), writeHistory(points));
    written.push({ market, file: history, rows: points.length });
  }
  const predictions = { events: file, histories: written };
  const text = JSON.stringify({ ...manifest, predictions }, null, 2);
  await writeWhole(join(to, MANIFEST_FILE), `${text}\n`);
}
