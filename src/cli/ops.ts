import { changeTrading, isVertical, VERTICALS } from '../features/controls/index.ts';
import { ConfigError, loadConfig, type TradingMode } from '../platform/config.ts';
import { openBus } from '../platform/db/bus.ts';
import { openDatabase } from '../platform/db/pool.ts';
import { createLog } from '../platform/log.ts';

const modes: Record<string, TradingMode> = {
  halt: 'halted',
  'reduce-only': 'reduce-only',
  enable: 'enabled',
};
const USAGE = `usage: npm run ops -- halt|reduce-only|enable ${VERTICALS.join('|')}
  sets what may be traded, in all processes at once and over restarts, on the configured database`;

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
const complain = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

/** Exit code 0, 1 when the change failed, 2 for bad arguments. */
async function run(argv: readonly string[]): Promise<number> {
  const [verb = '', vertical = '', ...rest] = argv;
  const mode = Object.hasOwn(modes, verb) ? modes[verb] : undefined;
  if (mode === undefined || !isVertical(vertical) || rest.length > 0) {
    complain(USAGE);
    return 2;
  }
  const config = loadConfig(process.env);
  const log = createLog({ level: config.logLevel });
  const database = await openDatabase({ config, log });
  try {
    const bus = await openBus(database, log);
    try {
      await changeTrading({ database, bus }, vertical, mode);
    } finally {
      await bus.close();
    }
  } finally {
    await database.close();
  }
  print(`trading of ${vertical} is ${mode}`);
  return 0;
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (problem) {
  complain(problem instanceof Error ? problem.message : String(problem));
  process.exitCode = problem instanceof ConfigError ? 2 : 1;
}
