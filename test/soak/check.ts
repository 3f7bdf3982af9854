import { auditChecks } from '../../src/audit-checks.ts';
import { auditDatabase } from '../../src/ledger/audit.ts';
import { historyProblems, keepSent } from './history.ts';
import type { Recorder } from './recorder.ts';
import type { Checkpoint } from './report.ts';
import type { Stage } from './stage.ts';
import type { Streams } from './streams.ts';

/** Asks all promises, while nothing is under way: histories, follows, streams, every invariant. */
export async function checkEverything(
  stage: Stage,
  recorder: Recorder,
  streams: Streams,
  batch: number,
): Promise<Omit<Checkpoint, 'atSeconds'>> {
  const problems: string[] = [];
  const rows = recorder.take();
  await stage
    .sandbox('POST', '/drain')
    .catch((problem: unknown) => problems.push(`work is left over: ${problem}`));
  let invariants = 0;
  await stage.withClient(async (client) => {
    await keepSent(client, batch, rows);
    problems.push(...(await historyProblems(client, batch)));
    problems.push(...(await streams.check(client)));
    const { now } = await stage.sandbox('GET', '/clock');
    const withClient = <Result>(work: (one: typeof client) => Promise<Result>) => work(client);
    const audit = await auditDatabase({ withClient }, auditChecks, Date.parse(now));
    invariants = audit.checks.length;
    const broken = audit.checks.filter(({ ok }) => !ok);
    problems.push(...broken.map(({ name, detail }) => `${name}: ${detail}`));
  });
  return { writes: rows.length, invariants, problems };
}

/** How many follows ended in which way. */
export async function followsByResult(stage: Stage): Promise<Record<string, number>> {
  const text = `select concat_ws(' ', status, code) as result, count(*)::int as follows
    from follow group by 1 order by 1`;
  const { rows } = await stage.withClient((client) => client.query(text));
  return Object.fromEntries(rows.map(({ result, follows }) => [result, follows]));
}
