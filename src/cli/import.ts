import { parseArgs } from 'node:util';
import { CANDLE_INTERVALS_MS } from '../market/candle-csv.ts';
import { importCandles } from '../market/import-candles.ts';
import { importPerps } from '../market/perps/import-perps.ts';
import { importPredictions } from '../market/predictions/import-predictions.ts';
import { importStocks } from '../market/stocks/import-stocks.ts';

const INTERVALS = Object.keys(CANDLE_INTERVALS_MS).join('|');
const USAGE = `usage: npm run import -- candles --from <dir> --mints <json> --to <dir> [--interval ${INTERVALS}]
       npm run import -- stocks --from <dir> --to <dir> [--interval ${INTERVALS}]
       npm run import -- predictions --from <dir> --to <dir> [--token <file>=<token id>]...
       npm run import -- perps --from <dir> --to <dir> [--interval ${INTERVALS}] [--symbol <file>=<symbol>]...
  candles  converts CSVs (time,open,high,low,close,volume; ISO times) to market data to replay
  stocks   likewise for AAPL.csv and other tickers; days may be date,…,volume,dividends,splits
  predictions  collects recorded JSON of Polymarket: events, markets, books and price histories;
           --token says whose prices the file of a history holds
  perps    candles (ts_ms,open,high,low,close,volume) and funding rates of perpetuals;
           --symbol says whose a file is`;

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
const complain = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

interface Options {
  readonly from?: string;
  readonly mints?: string;
  readonly to?: string;
  readonly interval?: string;
  readonly token?: readonly string[];
  readonly symbol?: readonly string[];
}

/** The options each import knows. */
const OPTIONS = new Map<string, readonly (keyof Options)[]>([
  ['candles', ['from', 'to', 'interval', 'mints']],
  ['stocks', ['from', 'to', 'interval']],
  ['predictions', ['from', 'to', 'token']],
  ['perps', ['from', 'to', 'interval', 'symbol']],
]);

/** The options of an import; null when one is not known or has no value. */
function readOptions(argv: string[], names: readonly (keyof Options)[]): Options | null {
  try {
    const options = Object.fromEntries(
      names.map((name) => [
        name,
        { type: 'string', multiple: name === 'token' || name === 'symbol' } as const,
      ]),
    );
    return parseArgs({ args: argv, options }).values as Options;
  } catch (problem) {
    complain(problem instanceof Error ? problem.message : String(problem));
    return null;
  }
}

/** Starts the import that is asked for; null when the arguments are wrong. */
function startImport(what: string, argv: string[]): Promise<{ readonly refused: number }> | null {
  const names = OPTIONS.get(what);
  const options = names === undefined ? null : readOptions(argv, names);
  if (options === null) return null;
  const { from, mints, to, interval = null, token = [], symbol = [] } = options;
  if (from === undefined || to === undefined) return null;
  if (interval !== null && CANDLE_INTERVALS_MS[interval] === undefined) {
    complain(`--interval is not one of ${INTERVALS}`);
    return null;
  }
  if (what === 'predictions') return importPredictions({ from, to, tokens: token }, print);
  if (what === 'perps') return importPerps({ from, to, symbols: symbol, interval }, print);
  if (what === 'stocks') return importStocks({ from, to, interval }, print);
  return mints === undefined ? null : importCandles({ from, mints, to, interval }, print);
}

/** Exit code 0, 1 when something was refused or nothing came in, 2 for bad arguments. */
async function run([what = '', ...argv]: string[]): Promise<number> {
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
