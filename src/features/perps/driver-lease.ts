import { isoTime } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/pool.ts';
import {
  dropLeaseStatement,
  keepLeaseStatement,
  type LeaseRow,
  takeLeaseStatement,
} from './driver.sql.ts';

/** Real time a process may drive without renewing; another one takes over after it. */
const DRIVER_LEASE_MS = 3_000;

/** What the driver's round is allowed to do. */
export interface Round {
  readonly fence: number;
  /** False once this process is to stop, or another one drives. */
  going(): boolean;
}

/** Another process drives: what this one still wanted to do is not its business any more. */
export class FenceLost extends Error {}

type Clients = Pick<Database, 'withClient'>;

/** Takes the lease for a process or renews its own; null while another process has it. */
export async function takeLease(database: Clients, holder: string): Promise<LeaseRow | null> {
  const values = [holder, DRIVER_LEASE_MS];
  const { rows } = await database.withClient((client) =>
    client.query<LeaseRow>({ ...takeLeaseStatement, values }),
  );
  return rows[0] ?? null;
}

/** Renews the lease and notes up to which business time marks have been looked at. FenceLost. */
export async function keepLease(
  database: Clients,
  { fence, doneMs }: { readonly fence: number; readonly doneMs: number },
): Promise<void> {
  const values = [fence, isoTime(doneMs), DRIVER_LEASE_MS];
  const { rowCount } = await database.withClient((client) =>
    client.query({ ...keepLeaseStatement, values }),
  );
  if (rowCount === 0) throw new FenceLost();
}

/** Gives the lease up, so that another process need not wait for its end; never rejects. */
export async function dropLease(database: Clients, holder: string): Promise<void> {
  await database
    .withClient((client) => client.query({ ...dropLeaseStatement, values: [holder] }))
    .catch(() => undefined);
}
