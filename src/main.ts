import { startApp } from './app/app.ts';
import { ConfigError, configHelp, loadConfig, wantsHelp } from './platform/config.ts';
import { createLog } from './platform/log.ts';
import { installShutdown } from './platform/shutdown.ts';

/** Composition root of the process: configuration → log → application → one line when ready. */
async function main(): Promise<void> {
  const argv = process.argv.slice(2);
  if (wantsHelp(argv)) {
    process.stdout.write(configHelp());
    return;
  }
  const config = loadConfig(process.env, argv);
  const log = createLog({ level: config.logLevel });
  const shutdown = installShutdown({ log });
  const app = await startApp(config, { log });
  shutdown.onShutdown('app', () => app.stop());
  for (const line of app.greeting) process.stdout.write(`${line}\n`);
  process.stdout.write(`ready ${app.origin}\n`);
}

main().catch((error: unknown) => {
  const text =
    error instanceof ConfigError ? error.message : String((error as Error)?.stack ?? error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
});
