import { readFile } from 'node:fs/promises';
import { type ImportCounts, importFiles } from './import-files.ts';
import { CASH_MINT } from './instruments.ts';
import { isMint, MAX_TOKEN_DECIMALS } from './recording.ts';
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

interface MintEntry {
  readonly mint: string;
  readonly decimals: number;
  readonly name?: string;
}

/** Imports the candles of tokens (importFiles); the mints are those of the file of mints. */
export async function importCandles(
  { from, mints, to, interval }: CandleImport,
  print: (line: string) => void,
): Promise<ImportCounts> {
  const entries = await readMints(mints);
  const instrumentOf = (symbol: string) => {
    const entry = entries.get(symbol);
    if (entry === undefined) return `${mints} has no mint for ${symbol}`;
    const { mint: id, decimals } = entry;
    const bundledName = bundledTokens.find((token) => token.mint === id)?.name;
    const name = entry.name ?? bundledName ?? symbol;
    return { kind: 'token' as const, id, symbol, name, decimals };
  };
  return importFiles({ from, to, interval, folder: 'candles', instrumentOf }, print);
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
