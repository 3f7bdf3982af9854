import { startApp } from '../../src/app/app.ts';
import { loadConfig } from '../../src/platform/config.ts';
import { createLog } from '../../src/platform/log.ts';
import { installShutdown } from '../../src/platform/shutdown.ts';

/**
 * The service with the failpoints of its first argument, `name` or `name:n`. They go into the
 * configuration as they are, because the variable for them takes neither points nor counts.
 */
const failpoints = process.argv.slice(2, 3);
const config = { ...loadConfig(process.env), failpoints };
const log = createLog({ level: config.logLevel });
const shutdown = installShutdown({ log });
const app = await startApp(config, { log });
shutdown.onShutdown('app', () => app.stop());
process.stdout.write(`ready ${app.origin}\n`);
