import { pino } from 'pino';
import { auditChecks } from '../audit-checks.ts';
import { type AuditReport, auditDatabase } from '../ledger/audit.ts';
import { ConfigError, loadConfig } from '../platform/config.ts';
import { type Database, openDatabase } from '../platform/db/pool.ts';
import type { Statement } from '../platform/db/table.ts';

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** One line per invariant, then what is broken. */
function show({ ok, checks }: AuditReport): void {
  for (const { name, ok: holds } of checks) print(`${holds ? 'ok    ' : 'BROKEN'}  ${name}`);
  const broken = checks.filter((check) => !check.ok);
  for (const { name, detail } of broken) print(`\n${name}\n  ${detail}`);
  print(ok ? `\nAll ${checks.length} invariants hold.` : `\n${broken.length} are broken.`);
}

/**
 * The newest business time that the service has written: nothing can be asked to have happened
 * since, as it may not have been running.
 */
const newestInstant: Statement = {
  name: 'newest instant',
  text: `select coalesce(max(at), 'epoch') as at from event`,
};

async function newestBusinessTime(database: Database): Promise<number> {
  const [row] = await database.reads.query<{ at: number }>(newestInstant);
  return row?.at ?? 0;
}

/**
 * `npm run audit`: asks every invariant of the configured database, which may be in use; starts
 * the embedded one when it is not running. Exit code 0 when all hold, 1 otherwise.
 */
async function audit(): Promise<number> {
  const config = loadConfig(process.env, process.argv.slice(2));
  const log = pino({ level: 'warn', base: null }, pino.destination({ fd: 2, sync: true }));
  const database = await openDatabase({ config, log });
  try {
    const report = await auditDatabase(database, auditChecks, await newestBusinessTime(database));
    show(report);
    return report.ok ? 0 : 1;
  } finally {
    await database.close();
  }
}

try {
  process.exitCode = await audit();
} catch (problem) {
  const missing = (problem as { code?: string }).code === '42P01';
  if (problem instanceof ConfigError) process.stderr.write(`${problem.message}\n`);
  else if (missing) process.stderr.write('The database holds no service yet: start it once.\n');
  else process.stderr.write(`${problem instanceof Error ? problem.message : String(problem)}\n`);
  process.exitCode = 1;
}
