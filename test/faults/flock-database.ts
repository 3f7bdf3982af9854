import pg from 'pg';
import { auditChecks } from '../../src/audit-checks.ts';
import { runAudit } from '../../src/ledger/audit.ts';
import type { TestUser } from '../helpers/app.ts';
import type { TestDatabase } from '../helpers/database.ts';

/** A prepared database that processes of the service run on, seen from beside them. */
export interface FlockDatabase {
  readonly database: TestDatabase;
  /** What a process of the service on this database is started with. */
  readonly env: Readonly<Record<string, string>>;
  rows<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** The names of the invariants that do not hold; asked of the database itself. */
  broken(): Promise<string[]>;
  /** Whether a follow is still without its result. */
  hasOpenFollows(): Promise<boolean>;
  /** What the processes that are gone have claimed is free at once, instead of after its lease. */
  endLeases(): Promise<void>;
  /** Cash of each of the users, in 1e-6 dollars. */
  cashOf(users: readonly Pick<TestUser, 'userId'>[]): Promise<ReadonlyMap<string, bigint>>;
  close(): Promise<void>;
}

/** Opens a way of its own to a database; `nowMs` tells the clock of the service for the audit. */
export async function openFlockDatabase(
  database: TestDatabase,
  nowMs: () => number,
): Promise<FlockDatabase> {
  // A pool finds its way back to a server that was away.
  const pool = new pg.Pool({ ...database.clientConfig, max: 2 });
  pool.on('error', () => undefined);
  const rows = async <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
    (await pool.query(text, [...values])).rows as Row[];
  return {
    database,
    env: { DATABASE_URL: database.url },
    rows,
    async broken() {
      const { checks } = await runAudit(rows, auditChecks, nowMs());
      return checks.filter(({ ok }) => !ok).map(({ name, detail }) => `${name}: ${detail}`);
    },
    async hasOpenFollows() {
      const open = `select 1 from follow where status in ('QUEUED', 'UNKNOWN') limit 1`;
      return (await rows(open)).length > 0;
    },
    async endLeases() {
      await rows(`update follow set lease_until = '-infinity'`);
    },
    async cashOf(users) {
      const found = await rows<{ user_id: string; available: bigint }>(
        'select user_id, available from wallet where user_id = any($1)',
        [users.map(({ userId }) => userId)],
      );
      return new Map(found.map(({ user_id, available }) => [user_id, available]));
    },
    async close() {
      await pool.end();
      await database.drop();
    },
  };
}

/** What each user of `before` has spent since, each sum once. */
export const spentSince = (
  before: ReadonlyMap<string, bigint>,
  after: ReadonlyMap<string, bigint>,
): ReadonlySet<bigint> =>
  new Set([...before].map(([userId, cash]) => cash - (after.get(userId) ?? 0n)));
