import { readdir, readFile, readlink } from 'node:fs/promises';
import { type ProcessName, processNames, type Stage } from './stage.ts';

/** What one process uses at an instant; null where it could not be asked. */
export interface ProcessSample {
  readonly pid: number;
  readonly rssMiB: number;
  readonly heapMiB: number | null;
  /** Longest that the event loop was held since the sample before, 99 of 100 times. */
  readonly lagP99Ms: number | null;
  readonly handles: number;
  readonly sockets: number;
}

export interface DatabaseSample {
  readonly connections: number;
  readonly bytes: number;
  readonly liveRows: number;
  readonly deadRows: number;
}

export interface Sample {
  readonly atSeconds: number;
  readonly processes: Readonly<Record<ProcessName, ProcessSample | null>>;
  /** Null while the database is away. */
  readonly database: DatabaseSample | null;
}

const SCRAPE_LIMIT_MS = 3_000;

async function sampleProcess(stage: Stage, which: ProcessName): Promise<ProcessSample | null> {
  const pid = stage.pidOf(which);
  try {
    const [status, fds] = await Promise.all([
      readFile(`/proc/${pid}/status`, 'utf8'),
      readdir(`/proc/${pid}/fd`),
    ]);
    const links = await Promise.all(
      fds.map((fd) => readlink(`/proc/${pid}/fd/${fd}`).catch(() => '')),
    );
    const figures = await scrape(stage.originOf(which));
    const heap = figures.get('nodejs_heap_size_used_bytes');
    const lag = figures.get('nodejs_eventloop_lag_p99_seconds');
    return {
      pid,
      rssMiB: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024,
      heapMiB: heap === undefined ? null : heap / 2 ** 20,
      lagP99Ms: lag === undefined ? null : lag * 1_000,
      handles: fds.length,
      sockets: links.filter((link) => link.startsWith('socket:')).length,
    };
  } catch {
    return null;
  }
}

async function scrape(origin: string): Promise<Map<string, number>> {
  try {
    const answer = await fetch(`${origin}/metrics`, {
      signal: AbortSignal.timeout(SCRAPE_LIMIT_MS),
    });
    const lines = [...(await answer.text()).matchAll(/^(\w+) (\S+)$/gm)];
    return new Map(lines.map(([, name, value]) => [name as string, Number(value)]));
  } catch {
    return new Map();
  }
}

const usage = `select
  (select count(*)::int from pg_stat_activity
    where backend_type = 'client backend' and application_name <> 'soak') as connections,
  (select sum(pg_total_relation_size(relid))::float8 from pg_stat_user_tables
    where schemaname <> 'soak') as bytes,
  (select sum(n_live_tup)::float8 from pg_stat_user_tables where schemaname <> 'soak') as live,
  (select sum(n_dead_tup)::float8 from pg_stat_user_tables where schemaname <> 'soak') as dead`;

async function sampleDatabase(stage: Stage): Promise<DatabaseSample | null> {
  try {
    const { rows } = await stage.withClient((client) => client.query(usage));
    const { connections, bytes, live, dead } = rows[0];
    return { connections, bytes, liveRows: live, deadRows: dead };
  } catch {
    return null;
  }
}

export async function takeSample(stage: Stage, atSeconds: number): Promise<Sample> {
  const [[lasting, mortal], database] = await Promise.all([
    Promise.all(processNames.map((which) => sampleProcess(stage, which))),
    sampleDatabase(stage),
  ]);
  return { atSeconds, processes: { lasting: lasting ?? null, mortal: mortal ?? null }, database };
}

/** How large a table with its indexes is, and how many rows of it count. */
export interface TableSize {
  readonly table: string;
  readonly bytes: number;
  readonly rows: number;
}

/** Sizes of every table of the service, rows counted one by one. */
export async function tableSizes(stage: Stage): Promise<TableSize[]> {
  return stage.withClient(async (client) => {
    const { rows } = await client.query(
      `select format('%I.%I', schemaname, relname) as table, pg_total_relation_size(relid)::float8 as bytes
        from pg_stat_user_tables where schemaname <> 'soak' order by 1`,
    );
    const sizes: TableSize[] = [];
    for (const { table, bytes } of rows as { table: string; bytes: number }[]) {
      const counted = await client.query(`select count(*)::float8 as rows from ${table}`);
      sizes.push({ table: table.replace('public.', ''), bytes, rows: counted.rows[0].rows });
    }
    return sizes;
  });
}
