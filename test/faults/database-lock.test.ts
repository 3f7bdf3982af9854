import pg from 'pg';
import { expect, test } from 'vitest';
import type { TestUser } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import { noteFault, stopwatch, thorough } from '../helpers/evidence.ts';
import { stop } from './calls.ts';
import { checkLoad, type Load, startLoad } from './load.ts';
import { stageOf } from './stage.ts';

/** Trades that everybody else makes while one user is held. */
const TRADES_EACH = thorough ? 3 : 1;

const stage = stageOf(11);

/** How many requests of a user were answered with this status, from a place in the load on. */
const answered = ({ sent }: Load, since: number, { userId }: TestUser, status: number): number =>
  sent
    .slice(since)
    .filter(({ outcome }) => outcome !== 'unknown' && outcome.status === status)
    .filter((one) => one.userId === userId).length;

test('while somebody holds one user, all others trade; the held one is told to come back', async () => {
  const service = await stage.runner.start(stage.flock.env);
  const load = startLoad(stage.flock, () => service, 23);
  await load.goesOn(10);
  const [held, ...others] = stage.flock.followers as readonly [TestUser, ...TestUser[]];
  const stranger = new pg.Client(stage.flock.database.clientConfig);
  await stranger.connect();
  await stranger.query('begin');
  await stranger.query('select 1 from wallet where user_id = $1 for update', [held.userId]);
  const before = load.sent.length;
  const all = [stage.flock.leader, ...others];
  await eventually(
    'all others trade and the held one is refused',
    () =>
      answered(load, before, held, 503) > 0 &&
      all.every((user) => answered(load, before, user, 200) >= TRADES_EACH),
    60_000,
  );
  // Not one of the held user has got through.
  const sent = load.sent.slice(before).filter(({ userId }) => userId === held.userId);
  expect(sent.filter(({ outcome }) => outcome !== 'unknown' && outcome.status < 300)).toEqual([]);
  await stranger.query('rollback');
  await stranger.end();
  const recovering = stopwatch();
  await eventually(
    'the held one trades again',
    () => answered(load, before, held, 200) > 0,
    30_000,
  );
  const operations = load.sent.length - before;
  const fault = 'one user locked by somebody else under load';
  noteFault({ area: 'database', fault, operations, recoveryMs: recovering() });
  await load.stop();
  await checkLoad(stage.flock, load, service);
  await stop(service);
}, 120_000);
