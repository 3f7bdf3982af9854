import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Named } from '../e2e/prediction-world.ts';
import { eventually } from '../helpers/eventually.ts';
import { casesOf, noteFault, stopwatch, thorough } from '../helpers/evidence.ts';
import { stop } from './calls.ts';
import { spentSince } from './flock-database.ts';
import { ask, makePredictionFlock, PINNED, type PredictionFlock } from './prediction-flock.ts';
import { openServiceRunner, type ServiceProcess, type ServiceRunner } from './service-process.ts';

const FOLLOWERS = thorough ? 60 : 30;

let flock: PredictionFlock;
let runner: ServiceRunner;

beforeAll(async () => {
  [flock, runner] = await Promise.all([makePredictionFlock(FOLLOWERS), openServiceRunner()]);
}, 60_000);
afterAll(async () => {
  await runner.close();
  await flock.close();
});

/** The leader's call: proposes YES of the market, under an Idempotency-Key of its own. */
const propose = (service: ServiceProcess, market: Named) => {
  const body = { groupId: flock.groupId, ...market, isYes: true, amountUsd: '41' };
  return ask(service, flock.leader, '/proposals', body, `call of ${market.marketId}`);
};
const openingsOf = ({ marketId }: Named): Promise<{ id: string }[]> =>
  flock.rows(
    `select t.id from prediction_trade t join prediction_proposal p on p.id = t.proposal_id
      where p.market_id = $1 and t.origin = 'OPEN'`,
    [marketId],
  );

/**
 * With a number, the n-th time that the process reaches the point. The leader's trade is the first
 * batch of the engine, the follows are the later ones.
 */
const deaths: readonly { point: string; committed: boolean; quick?: boolean }[] = [
  { point: 'engine.before-commit', committed: false },
  { point: 'engine.after-commit', committed: true, quick: true },
  { point: 'follow.after-claim', committed: true },
  { point: 'engine.after-commit:2', committed: true },
  { point: 'follow.mid-fan-out:20', committed: true, quick: true },
];

test.each(casesOf(deaths).map((death, n) => ({ ...death, market: PINNED[n] as Named })))(
  'a process killed at $point loses and doubles no prediction',
  async ({ point, committed, market }) => {
    const before = await flock.cashOf(flock.followers);
    const dying = await runner.start(flock.env, point);
    const [answer, end] = await Promise.all([
      propose(dying, market).catch(() => null),
      dying.ended(),
    ]);
    expect(end.signal).toBe('SIGKILL');
    // Whoever got an answer got the truth; who got none does not know yet.
    if (answer !== null) expect([answer.status, committed]).toEqual([201, true]);
    expect(await openingsOf(market)).toHaveLength(committed ? 1 : 0);
    expect(await flock.broken()).toEqual([]);
    await flock.endLeases();

    const recovering = stopwatch();
    const next = await runner.start(flock.env);
    const repeated = await propose(next, market);
    expect(repeated.status).toBe(201);
    expect(repeated.headers.get('idempotency-replayed')).toBe(committed ? 'true' : null);
    await eventually(
      'every follow has its result',
      async () => !(await flock.hasOpenFollows()),
      30_000,
    );
    const fault = `kill -9 at ${point}, in the middle of a prediction to ${FOLLOWERS} followers`;
    const recoveryMs = recovering();
    noteFault({ area: 'process', fault, operations: FOLLOWERS + 1, recoveryMs });
    await stop(next);

    const [trade, ...others] = await openingsOf(market);
    expect([trade?.id, others]).toEqual([repeated.body.data.trade.id, []]);
    const count = BigInt(FOLLOWERS);
    expect(
      await flock.rows(
        `select status, code, count(*) as count, count(distinct follower_id) as followers,
            count(distinct trade_id) as trades
          from follow where leader_trade_id = $1 group by status, code`,
        [trade?.id],
      ),
    ).toEqual([{ status: 'FILLED', code: null, count, followers: count, trades: count }]);
    // Each follower has bought 40 shares once, for $20.5.
    const after = await flock.cashOf(flock.followers);
    expect(spentSince(before, after)).toEqual(new Set([20_500_000n]));
    expect(await flock.broken()).toEqual([]);
  },
  60_000,
);
