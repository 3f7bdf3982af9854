import { auditChecks } from '../audit-checks.ts';
import { createDemoWorld, demoSummary } from '../features/demo/index.ts';
import {
  openSandboxToken,
  sandboxAuthenticator,
  sandboxRoutes,
} from '../features/sandbox/index.ts';
import { sessionSandboxRoutes } from '../features/sessions/index.ts';
import { auditDatabase } from '../ledger/audit.ts';
import type { Route } from '../platform/http/route.ts';
import type { Services } from './services.ts';
import type { Workers } from './workers.ts';

export interface Sandbox {
  readonly routes: readonly Route[];
  readonly authenticate: (header: string | undefined) => void;
  /** What the operator is told of it at the start. */
  readonly greeting: readonly string[];
}

/** The sandbox control of a paper service (contract 15); null where it is switched off. */
export async function openSandbox(services: Services, workers: Workers): Promise<Sandbox | null> {
  const { config, database, clock, controls } = services;
  const { monotonic, random, wallClock } = services.surroundings;
  if (!config.sandbox) return null;
  const { token, generated } = await openSandboxToken({
    configured: config.sandboxToken,
    dataDir: config.dataDir,
    random,
  });
  const { signIn } = services;
  const control = sandboxRoutes({
    ...services,
    mode: config.mode,
    perpDriver: workers.perps,
    clock: services.sharedClock,
    wallClock,
    drain: {
      follows: workers.follow,
      followHeld: controls.followHeld,
      orders: workers.orders,
      jobs: [
        workers.housekeeping,
        workers.equity,
        workers.markets,
        workers.perps,
        workers.chat,
        workers.agents,
        workers.renewals,
        workers.withdrawals,
        workers.notifications,
      ],
      monotonic,
    },
    audit: () => auditDatabase(database, auditChecks, clock.now()),
  });
  return {
    routes: [...control, ...sessionSandboxRoutes({ signIn, database })],
    authenticate: sandboxAuthenticator(token),
    greeting: generated ? [`sandbox token: ${token}`] : [],
  };
}

/** The demo world of a first start, and what to print of it; nothing where it is switched off. */
export async function openDemo(services: Services, origin: string): Promise<readonly string[]> {
  const { config, engine, identity, database, log } = services;
  if (!config.demo || config.mode !== 'paper') return [];
  const world = await createDemoWorld({
    engine,
    identity,
    database,
    dataDir: config.dataDir,
    deposit: config.paperDeposit,
    monotonic: services.surroundings.monotonic,
    log,
  });
  services.demoDoor.world = world;
  return world ? demoSummary(world, origin) : [];
}
