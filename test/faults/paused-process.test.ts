import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundledTokens } from '../../src/market/tokens.ts';
import { eventually } from '../helpers/eventually.ts';
import { casesOf, noteFault, stopwatch } from '../helpers/evidence.ts';
import { ask, stop } from './calls.ts';
import { type Flock, makeFlock } from './flock.ts';
import { openServiceRunner, type ServiceRunner } from './service-process.ts';

const FOLLOWERS = 100;

let flock: Flock;
let runner: ServiceRunner;
beforeAll(async () => {
  [flock, runner] = await Promise.all([makeFlock(FOLLOWERS), openServiceRunner()]);
}, 60_000);
afterAll(async () => {
  await runner.close();
  await flock.close();
});

/** Paused with claimed rows in its hands; and in an open transaction that locks their wallets. */
const pauses = [{ point: 'follow.after-claim', quick: true }, { point: 'engine.before-commit:2' }];

test.each(casesOf(pauses).map((pause, n) => ({ ...pause, mint: bundledTokens[n]?.mint ?? '' })))(
  'what a process paused at $point leaves is done by another; when it wakes up, it is too late',
  async ({ point, mint }) => {
    const { env } = flock;
    const paused = await runner.start(env, point, 'SIGSTOP');
    const body = { groupId: flock.groupId, contractAddress: mint, amountUsd: '100' };
    const call = ask(paused, flock.leader, '/spot/proposals', body);
    const takenTwice = async (): Promise<number> =>
      (await flock.rows('select 1 from follow where fence > 1')).length;
    const before = await takenTwice();
    await eventually('follows are claimed', async () => {
      const rows = await flock.rows(
        `select 1 from follow f join spot_proposal p on p.id = f.proposal_id
          join asset a on a.id = p.asset_id where a.mint = $1 and f.fence = 1 limit 1`,
        [mint],
      );
      return rows.length > 0;
    });
    const recovering = stopwatch();
    const other = await runner.start(env);
    await eventually(
      'the other process has done it',
      async () => (await flock.rows(`select 1 from follow where status = 'QUEUED'`)).length === 0,
      50_000,
    );
    const fault = `SIGSTOP at ${point}, until another process has done the work`;
    const recoveryMs = recovering();
    noteFault({ area: 'process', fault, operations: FOLLOWERS, recoveryMs });
    // They were claimed a second time: the first process had really stopped with them.
    expect(await takenTwice()).toBeGreaterThan(before);
    paused.kill('SIGCONT');
    expect((await call).status).toBe(201);
    for (const service of [paused, other]) await stop(service);
    expect(
      await flock.rows(
        `select f.status, f.code, count(*) as count, count(distinct f.trade_id) as trades
          from follow f join spot_proposal p on p.id = f.proposal_id
          join asset a on a.id = p.asset_id where a.mint = $1 group by f.status, f.code`,
        [mint],
      ),
    ).toEqual([
      { status: 'FILLED', code: null, count: BigInt(FOLLOWERS), trades: BigInt(FOLLOWERS) },
    ]);
    const trades = await flock.rows(
      `select count(*) as count from spot_trade t join asset a on a.id = t.asset_id
        where a.mint = $1 and t.origin = 'FOLLOW'`,
      [mint],
    );
    expect(trades).toEqual([{ count: BigInt(FOLLOWERS) }]);
    expect(await flock.broken()).toEqual([]);
  },
  90_000,
);
