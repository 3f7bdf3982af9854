import type { Gateway } from '../features/realtime/index.ts';
import type { Config } from '../platform/config.ts';
import { createRollingBudget } from '../platform/http/rate-budget.ts';
import type { HttpServer } from '../platform/http/server.ts';
import type { Log } from '../platform/log.ts';
import { createMetrics } from '../platform/metrics.ts';
import { machine, type Surroundings } from '../platform/surroundings.ts';
import { consoleAddress } from './console-address.ts';
import { createGateway } from './gateway.ts';
import { openDemo, openSandbox } from './sandbox.ts';
import { createServer } from './server.ts';
import { openServices, type Services } from './services.ts';
import { createTrading } from './trading.ts';
import { startWorkers, type Workers } from './workers.ts';

/** A running process of the service. */
export interface App {
  readonly origin: string;
  /** What the operator is told: the demo world and its keys, the sandbox token, the console. */
  readonly greeting: readonly string[];
  readonly services: Services;
  readonly server: HttpServer;
  readonly gateway: Gateway;
  readonly workers: Workers;
  /** Stops accepting, finishes what runs and closes everything; nothing acknowledged is lost. */
  stop(): Promise<void>;
}

/** Starts a whole process: database, services, workers, server; resolves when it listens. */
export async function startApp(
  config: Config,
  { log, surroundings = machine }: { log: Log; surroundings?: Surroundings },
): Promise<App> {
  const services = await openServices(config, { log, metrics: createMetrics(), surroundings });
  try {
    return await startOn(services);
  } catch (error) {
    await services.close();
    throw error;
  }
}

async function startOn(services: Services): Promise<App> {
  const { config } = services;
  const trading = createTrading(services);
  const workers = await startWorkers(services, trading);
  const sandbox = await openSandbox(services, workers);
  const rateBudget = createRollingBudget(services.surroundings.monotonic);
  const server = createServer({ services, trading, rateBudget, sandbox });
  const gateway = createGateway(server, { services, trading, rateBudget });
  const origin = await server.listen({ host: config.host, port: config.port });
  const demo = await openDemo(services, origin);
  const address = consoleAddress(config.publicUrl, origin);
  return {
    origin,
    greeting: [...demo, ...(sandbox?.greeting ?? []), `console ${address}`],
    services,
    server,
    gateway,
    workers,
    async stop() {
      await gateway.close();
      await server.close();
      await workers.stop();
      await services.close();
    },
  };
}
