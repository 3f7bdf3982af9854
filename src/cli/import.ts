import { parseArgs } from 'node:util';
import { CANDLE_INTERVALS_MS } from '../market/candle-csv.ts';
import { importCandles } from '../market/import-candles.ts';
import type { ImportCounts } from '../market/import-files.ts';
import { importStocks } from '../market/stocks/import-stocks.ts';

const INTERVALS = Object.keys(CANDLE_INTERVALS_MS).join('|');
const USAGE = `usage: npm run import -- candles --from <dir> --mints <json> --to <dir> [--interval ${INTERVALS}]
       npm run import -- stocks --from <dir> --to <dir> [--interval ${INTERVALS}]
  candles  converts CSVs (time,open,high,low,close,volume; ISO times) to market data to replay
  stocks   likewise for AAPL.csv and other tickers; days may be date,…,volume,dividends,splits`;

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
const complain = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

type Options = Partial<Record<'from' | 'mints' | 'to' | 'interval', string>>;

/** The options of an import; null when one is not known or has no value. */
function readOptions(argv: string[], names: readonly (keyof Options)[]): Options | null {
  const text = { type: 'string' } as const;
  try {
    const options = Object.fromEntries(names.map((name) => [name, text]));
    return parseArgs({ args: argv, options }).values as Options;
  } catch (problem) {
    complain(problem instanceof Error ? problem.message : String(problem));
    return null;
  }
}

function startImport(what: string | undefined, argv: string[]): Promise<ImportCounts> | null {
  if (what !== 'candles' && what !== 'stocks') return null;
  const names = ['from', 'to', 'interval'] as const;
  const options = readOptions(argv, what === 'candles' ? [...names, 'mints'] : names);
  if (options === null) return null;
  const { from, mints, to, interval = null } = options;
  if (from === undefined || to === undefined) return null;
  if (interval !== null && CANDLE_INTERVALS_MS[interval] === undefined) {
    complain(`--interval is not one of ${INTERVALS}`);
    return null;
  }
  if (what === 'stocks') return importStocks({ from, to, interval }, print);
  return mints === undefined ? null : importCandles({ from, mints, to, interval }, print);
}

/** Exit code 0, 1 when rows were refused or nothing came in, 2 for bad arguments. */
async function run([what, ...argv]: string[]): Promise<number> {
  const counts = await startImport(what, argv);
  if (counts === null) {
    complain(USAGE);
    return 2;
  }
  return counts.refused > 0 ? 1 : 0;
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (problem) {
  complain(problem instanceof Error ? problem.message : String(problem));
  process.exitCode = 1;
}
