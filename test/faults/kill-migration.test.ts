import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../helpers/database.ts';
import { casesOf, noteFault, stopwatch } from '../helpers/evidence.ts';
import { stop } from './calls.ts';
import { openFlockDatabase } from './flock-database.ts';
import { openServiceRunner, type ServiceRunner } from './service-process.ts';

let runner: ServiceRunner;
beforeAll(async () => {
  runner = await openServiceRunner();
}, 60_000);
afterAll(() => runner.close());

/** With a number, in the n-th migration. */
const deaths = [
  { point: 'migrate.mid', applied: 0 },
  { point: 'migrate.mid:5', applied: 4, quick: true },
  { point: 'migrate.after-commit:5', applied: 5 },
];

test.each(casesOf(deaths))(
  'a process killed at $point of its first start leaves a schema that the next one completes',
  async ({ point, applied }) => {
    const database = await createTestDatabase({ empty: true });
    const flock = await openFlockDatabase(database, () => 0);
    try {
      await expect(runner.start(flock.env, point)).rejects.toThrow('SIGKILL');
      const versions = () =>
        flock
          .rows<{ number: number }>('select number from schema_migration order by number')
          .then((rows) => rows.map(({ number }) => number));
      expect(await versions()).toEqual(Array.from({ length: applied }, (_, n) => n + 1));

      const recovering = stopwatch();
      // Two at once: whoever comes first completes it, the other one finds it done.
      const services = await Promise.all([runner.start(flock.env), runner.start(flock.env)]);
      const fault = `kill -9 at ${point} of the first start`;
      noteFault({ area: 'process', fault, operations: 1, recoveryMs: recovering() });
      const files = await readdir(new URL('../../migrations', import.meta.url));
      expect(await versions()).toEqual(files.map((_, n) => n + 1));
      expect(await flock.broken()).toEqual([]);
      await Promise.all(services.map(stop));
    } finally {
      await flock.close();
    }
  },
  60_000,
);
