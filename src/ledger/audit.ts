import type pg from 'pg';
import { isoTime } from '../platform/clock.ts';
import type { Database } from '../platform/db/pool.ts';

/**
 * One invariant as one statement. It answers a row for each thing that
 * breaks it, with the text column `offender`, and none while it holds.
 */
export interface AuditCheck {
  /** The number of the invariant and what it says, e.g. `I1 every asset sums to zero`. */
  readonly name: string;
  readonly text: string;
  /** Whether the statement takes the business time as $1. */
  readonly takesNow?: boolean;
}

export interface AuditResult {
  readonly name: string;
  readonly ok: boolean;
  /** Empty while it holds; else how many offenders there are and the first of them. */
  readonly detail: string;
}

export interface AuditReport {
  readonly ok: boolean;
  readonly checks: readonly AuditResult[];
}

/** Runs one statement; rows as objects. */
export type AuditQuery = (
  text: string,
  values: readonly unknown[],
) => Promise<readonly Record<string, unknown>[]>;

/** Offenders that a failed check names. */
const NAMED_OFFENDERS = 5;
/** An audit reads everything; it may take longer than any request. */
const STATEMENT_TIMEOUT = '120s';
/** So does our waiting for it, which the pool would end long before. */
const PATIENCE = { query_timeout: 125_000 };
/** Sums over all entries stay in memory. */
const WORK_MEMORY = '128MB';

/**
 * Runs the checks one after another; `now` is the business time in milliseconds. An error of
 * the database ends the audit: a check that could not run has proven nothing.
 */
export async function runAudit(
  query: AuditQuery,
  checks: readonly AuditCheck[],
  now: number,
): Promise<AuditReport> {
  const results: AuditResult[] = [];
  for (const check of checks) results.push(await runCheck(query, check, now));
  return { ok: results.every(({ ok }) => ok), checks: results };
}

async function runCheck(query: AuditQuery, check: AuditCheck, now: number): Promise<AuditResult> {
  const text = `with broken as materialized (${check.text})
    select (select count(*) from broken)::int8 as count,
      array(select offender from broken order by offender limit ${NAMED_OFFENDERS}) as first`;
  const [row] = await query(text, check.takesNow ? [isoTime(now)] : []);
  const { count, first } = row as { count: bigint; first: string[] };
  if (count === 0n) return { name: check.name, ok: true, detail: '' };
  const more = count > BigInt(first.length) ? ', …' : '';
  return { name: check.name, ok: false, detail: `${count}: ${first.join(', ')}${more}` };
}

/** Runs the checks on one snapshot of the database, while the service goes on. */
export async function auditDatabase(
  database: Pick<Database, 'withClient'>,
  checks: readonly AuditCheck[],
  now: number,
): Promise<AuditReport> {
  return database.withClient(async (client: pg.ClientBase) => {
    await client.query('begin transaction isolation level repeatable read read only');
    await client.query(
      `set local statement_timeout = '${STATEMENT_TIMEOUT}'; set local work_mem = '${WORK_MEMORY}'`,
    );
    const query: AuditQuery = async (text, values) => {
      const { rows } = await client.query({ text, values: [...values], ...PATIENCE });
      return rows;
    };
    const report = await runAudit(query, checks, now);
    await client.query('commit');
    return report;
  });
}
