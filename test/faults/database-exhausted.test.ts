import pg from 'pg';
import { expect, test } from 'vitest';
import { eventually } from '../helpers/eventually.ts';
import { noteFault, stopwatch } from '../helpers/evidence.ts';
import { stop } from './calls.ts';
import { checkLoad, startLoad } from './load.ts';
import { stageOf } from './stage.ts';

/** More than the reads that may be under way at once in a process: 3 × 128. */
const READS = 600;
const stage = stageOf(11);

test('reads that find no connection free are refused, and trades go on', async () => {
  const service = await stage.runner.start(stage.flock.env);
  const load = startLoad(stage.flock, () => service, 13);
  await load.goesOn(10);
  const stranger = new pg.Client(stage.flock.database.clientConfig);
  await stranger.connect();
  await stranger.query('begin; lock table chat_message in access exclusive mode');
  const users = [stage.flock.leader, ...stage.flock.followers];
  const path = `/api/v1/chat/${stage.flock.groupId}/messages`;
  const statuses: number[] = [];
  const reads = Array.from({ length: READS }, async (_, n) => {
    const token = users[n % users.length]?.apiKey ?? '';
    const { status, headers } = await service.send({ method: 'GET', path, token });
    statuses.push(status);
    if (status === 503) expect(headers.get('retry-after')).toBe('1');
  });
  await eventually('reads are refused', () => statuses.length > READS - 384 - 10);
  expect(new Set(statuses)).toEqual(new Set([503]));
  await load.goesOn(20);
  const recovering = stopwatch();
  await stranger.query('rollback');
  await stranger.end();
  await Promise.all(reads);
  const recoveryMs = recovering();
  const fault = 'every connection for reads is taken';
  noteFault({ area: 'database', fault, operations: READS, recoveryMs });
  expect(new Set(statuses), service.output()).toEqual(new Set([200, 503]));
  await load.stop();
  await checkLoad(stage.flock, load, service);
  await stop(service);
}, 60_000);
