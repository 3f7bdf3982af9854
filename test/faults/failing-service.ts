import { startApp } from '../../src/app/app.ts';
import { loadConfig } from '../../src/platform/config.ts';
import { createLog } from '../../src/platform/log.ts';
import { installShutdown } from '../../src/platform/shutdown.ts';

/**
 * The service with the failpoint of its first argument, `name` or `name:n`. It goes into the
 * configuration as it is, because the variable for it takes neither points nor counts. With a
 * second argument the process meets this signal there instead of its end.
 */
const [, , failpoint = '', signal] = process.argv;
const failpoints = [failpoint];
if (signal !== undefined) {
  const kill = process.kill.bind(process);
  process.kill = (pid) => kill(pid, signal);
}
const config = { ...loadConfig(process.env), failpoints };
const log = createLog({ level: config.logLevel });
const shutdown = installShutdown({ log });
const app = await startApp(config, { log });
shutdown.onShutdown('app', () => app.stop());
process.stdout.write(`ready ${app.origin}\n`);
