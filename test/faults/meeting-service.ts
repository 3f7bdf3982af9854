import { startApp } from '../../src/app/app.ts';
import { loadConfig } from '../../src/platform/config.ts';
import { createLog } from '../../src/platform/log.ts';
import { installShutdown } from '../../src/platform/shutdown.ts';

/** The service, which at its failpoint meets the signal of the first argument instead of its end. */
const [, , signal = ''] = process.argv;
const kill = process.kill.bind(process);
process.kill = (pid) => kill(pid, signal);
const config = loadConfig(process.env);
const log = createLog({ level: config.logLevel });
const shutdown = installShutdown({ log });
const app = await startApp(config, { log });
shutdown.onShutdown('app', () => app.stop());
process.stdout.write(`ready ${app.origin}\n`);
