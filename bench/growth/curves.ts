import pg from 'pg';
import { openDatabase } from '../../src/platform/db/pool.ts';
import { createLog } from '../../src/platform/log.ts';
import { withFiller } from '../copies.ts';
import type { Report } from '../report.ts';
import { startService } from '../service.ts';
import type { ScratchServer } from '../stage.ts';
import type { Axis, Operation, Place, World } from './axis.ts';
import { type Curve, type Point, printCurves, printPoint } from './print.ts';

/** Fills a world size by size and measures every operation at each; prints the axis' table. */
export async function measureAxis(
  server: ScratchServer,
  axis: Axis,
  { report, sizes }: { readonly report: Report; readonly sizes: readonly number[] },
): Promise<void> {
  const grown = await emptyDatabase(server, `growth_${axis.name}`);
  const noteWorld = await withPlace(grown, (place) => axis.make(place));
  const world = await filling(grown, noteWorld);
  const curves: Curve[] = [];
  if (axis.beside) {
    const smallest = await emptyDatabase(server, `growth_${axis.name}_smallest`, grown);
    await withPlace(smallest, async (place) => {
      const operations = await operationsAt(world, smallest, sizes[0] ?? 0);
      for (const { warm } of operations) await warm?.(place);
      const beside = { place, operations };
      for (const size of sizes) await measureSize({ world, grown, size, curves, beside });
    });
  } else {
    for (const size of sizes) await measureSize({ world, grown, size, curves });
  }
  report.note(axis.name, curves);
  printCurves(axis, sizes, curves);
}

interface Step {
  readonly world: World;
  readonly grown: string;
  readonly size: number;
  readonly curves: Curve[];
  /** The smallest world, to be measured in turn with this one. */
  readonly beside?: { readonly place: Place; readonly operations: readonly Operation[] };
}

async function measureSize({ world, grown, size, curves, beside }: Step): Promise<void> {
  const startedMs = performance.now();
  await filling(grown, (client) => world.grow(client, size));
  const filledMs = performance.now();
  await withPlace(grown, async (place) => {
    const operations = await operationsAt(world, grown, size);
    for (const { warm } of operations) await warm?.(place);
    for (const [n, operation] of operations.entries()) {
      const isCompared = beside !== undefined && !operation.grows;
      let [cost, smallest] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
      for (let round = 0; round < (operation.rounds ?? 1); round += 1) {
        const before = isCompared ? await beside.operations[n]?.cost(beside.place) : undefined;
        smallest = Math.min(smallest, before ?? smallest);
        cost = Math.min(cost, await operation.cost(place));
      }
      const point = { size, cost, smallest: isCompared ? smallest : null };
      addPoint(curves, operation, point);
      printPoint(operation, point);
    }
    const { nowMiB } = await place.service.memory();
    const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
    process.stdout.write(
      `${size}: filled in ${seconds(filledMs - startedMs)},` +
        ` measured in ${seconds(performance.now() - filledMs)}, service ${nowMiB} MiB\n`,
    );
  });
}

function addPoint(curves: Curve[], { name, unit, grows }: Operation, point: Point): void {
  const there = curves.find((curve) => curve.name === name);
  if (there) there.points.push(point);
  else curves.push({ name, unit, grows: grows === true, points: [point] });
}

/** Makes a database, empty or as a copy of one that nobody is connected to; answers its address. */
async function emptyDatabase(
  server: ScratchServer,
  name: string,
  copied?: string,
): Promise<string> {
  const source = copied === undefined ? 'template0' : copied.slice(copied.lastIndexOf('/') + 1);
  const client = new pg.Client(server.database.clientConfig({ statement_timeout: 0 }));
  await client.connect();
  try {
    await client.query(`create database ${name} template ${source} strategy file_copy`);
  } finally {
    await client.end();
  }
  return `${server.url.slice(0, server.url.lastIndexOf('/'))}/${name}`;
}

async function withDatabase<T>(
  url: string,
  work: (database: Place['database']) => Promise<T>,
): Promise<T> {
  const config = { databaseUrl: url, dataDir: '' };
  const database = await openDatabase({ config, log: createLog({ level: 'error' }) });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Runs the work over a service that has just started. */
const withPlace = <T>(url: string, work: (place: Place) => Promise<T>): Promise<T> =>
  withDatabase(url, async (database) => {
    const service = await startService({ DATABASE_URL: url });
    try {
      return await work({ service, database });
    } finally {
      await service.stop();
    }
  });

const filling = <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> =>
  withDatabase(url, (database) => withFiller(database.clientConfig(), work));

const operationsAt = (world: World, url: string, size: number): Promise<readonly Operation[]> =>
  filling(url, (client) => world.operations(client, size));
