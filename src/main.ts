import { startApp } from './app/app.ts';
import { ConfigError, configHelp, loadConfig, wantsHelp } from './platform/config.ts';
import { createLog } from './platform/log.ts';
import { installShutdown } from './platform/shutdown.ts';

/** Composition root of the process: configuration → log → application → what to know, and one line when ready. */
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

/** What a refused start says: a sentence for what the operator can mend, else the whole error. */
function startFailure(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  const { code, stack } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return 'The port is taken; set PORT to another one.';
  if (code === 'EACCES') return 'The port may not be used; set PORT to one above 1023.';
  return stack ?? String(error);
}

main().catch((error: unknown) => {
  process.stderr.write(`${startFailure(error)}\n`);
  process.exit(1);
});
