import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import type { BatchContext } from '../../src/engine/batch.ts';
import { createEngine, type Engine } from '../../src/engine/engine.ts';
import { fixedClock, monotonicClock } from '../../src/platform/clock.ts';
import { type Bus, openBus } from '../../src/platform/db/bus.ts';
import { type Database, openDatabase } from '../../src/platform/db/pool.ts';
import { noFailpoint } from '../../src/platform/failpoint.ts';
import { type Ids, uuidV7 } from '../../src/platform/ids.ts';
import type { Log } from '../../src/platform/log.ts';
import { createTestDatabase } from './database.ts';

/** What the service has below its features, on a database of its own and a clock that stands. */
export interface Backend {
  readonly database: Database;
  readonly bus: Bus;
  readonly engine: Engine;
  readonly clock: ReturnType<typeof fixedClock>;
  readonly ids: Ids;
  readonly log: Log;
  readonly random: (size: number) => Uint8Array;
  close(): Promise<void>;
}

/** Business time at which a backend starts. */
export const BACKEND_START_MS = Date.UTC(2026, 0, 31, 14, 30);

/**
 * Starts a backend; `followRows` is needed only by tests whose trades have followers,
 * `announcementRows` by those of chat.
 */
export async function openBackend(
  options: Pick<Partial<BatchContext>, 'followRows' | 'announcementRows'> = {},
): Promise<Backend> {
  const log = pino({ level: 'warn' });
  const test = await createTestDatabase();
  const database = await openDatabase({ config: { databaseUrl: test.url, dataDir: '' }, log });
  const bus = await openBus(database, log);
  const clock = fixedClock(BACKEND_START_MS);
  const ids = uuidV7(clock);
  const noFollowers = { statement: { name: 'no followers', text: 'select 1' }, values: [] };
  const engine = createEngine({
    context: {
      clock,
      wallClock: clock,
      ids,
      failpoint: noFailpoint,
      followRows: () => noFollowers,
      ...options,
    },
    clientConfig: () => database.clientConfig(),
    log,
    elapsedMs: () => monotonicClock.elapsedMs(),
  });
  return {
    database,
    bus,
    engine,
    clock,
    ids,
    log,
    random: randomBytes,
    async close() {
      await engine.close();
      await bus.close();
      await database.close();
      await test.drop();
    },
  };
}
