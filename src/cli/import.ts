import { parseArgs } from 'node:util';
import { CANDLE_INTERVALS_MS } from '../market/candle-csv.ts';
import { importCandles } from '../market/import-candles.ts';

const INTERVALS = Object.keys(CANDLE_INTERVALS_MS).join('|');
const USAGE = `usage: npm run import -- candles --from <dir> --mints <json> --to <dir> [--interval ${INTERVALS}]
  candles  converts CSVs (time,open,high,low,close,volume; ISO times) to market data to replay`;

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
const complain = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

/** The options of `import candles`; none of them when an argument is not known. */
function readOptions(
  argv: string[],
): Partial<Record<'from' | 'mints' | 'to' | 'interval', string>> {
  const text = { type: 'string' } as const;
  try {
    const options = { from: text, mints: text, to: text, interval: text };
    return parseArgs({ args: argv, options }).values;
  } catch (problem) {
    complain(problem instanceof Error ? problem.message : String(problem));
    return {};
  }
}

/** `import candles`: exit code 0, 1 when rows were refused or nothing came in, 2 for bad arguments. */
async function candles(argv: string[]): Promise<number> {
  const { from, mints, to, interval = null } = readOptions(argv);
  if (from === undefined || mints === undefined || to === undefined) {
    complain(USAGE);
    return 2;
  }
  if (interval !== null && CANDLE_INTERVALS_MS[interval] === undefined) {
    complain(`--interval is not one of ${INTERVALS}`);
    return 2;
  }
  const counts = await importCandles({ from, mints, to, interval }, print);
  return counts.refused > 0 ? 1 : 0;
}

async function run([what, ...argv]: string[]): Promise<number> {
  if (what === 'candles') return candles(argv);
  complain(USAGE);
  return 2;
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (problem) {
  complain(problem instanceof Error ? problem.message : String(problem));
  process.exitCode = 1;
}
