import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundledTokens } from '../../src/market/tokens.ts';
import { eventually } from '../helpers/eventually.ts';
import { casesOf, noteFault, stopwatch, thorough } from '../helpers/evidence.ts';
import { ask, stop } from './calls.ts';
import { type Flock, makeFlock } from './flock.ts';
import { spentSince } from './flock-database.ts';
import { openServiceRunner, type ServiceProcess, type ServiceRunner } from './service-process.ts';

const FOLLOWERS = thorough ? 300 : 120;

let flock: Flock;
let runner: ServiceRunner;

beforeAll(async () => {
  [flock, runner] = await Promise.all([makeFlock(FOLLOWERS), openServiceRunner()]);
}, 60_000);
afterAll(async () => {
  await runner.close();
  await flock.close();
});

/** The leader's call: opens a proposal for the token, under an Idempotency-Key of its own. */
const propose = (service: ServiceProcess, mint: string) => {
  const body = { groupId: flock.groupId, contractAddress: mint, amountUsd: '100' };
  return ask(service, flock.leader, '/spot/proposals', body, `call of ${mint}`);
};

interface LeaderTradeRow {
  readonly id: string;
}

const openingsOf = (mint: string): Promise<LeaderTradeRow[]> =>
  flock.rows(
    `select t.id from spot_trade t join asset a on a.id = t.asset_id
      where a.mint = $1 and t.user_id = $2`,
    [mint, flock.leader.userId],
  );

interface Death {
  readonly point: string;
  /** Whether the leader's trade had been committed when the process died. */
  readonly committed: boolean;
  /** Whether the test sits the leases of the dead process out instead of ending them. */
  readonly waits?: boolean;
  readonly quick?: boolean;
}

/**
 * The five points; with a number, the n-th time that the process reaches it. The leader's trade is
 * the first batch of the engine, the follows are the later ones.
 */
const deaths: readonly Death[] = [
  { point: 'engine.after-claim', committed: false },
  { point: 'engine.before-commit', committed: false },
  { point: 'engine.after-commit', committed: true, quick: true },
  { point: 'follow.after-claim', committed: true, waits: true },
  { point: 'follow.mid-fan-out', committed: true, quick: true },
  { point: 'engine.after-claim:2', committed: true },
  { point: 'engine.before-commit:2', committed: true },
  { point: 'engine.after-commit:2', committed: true },
  { point: 'follow.mid-fan-out:100', committed: true },
];

test.each(casesOf(deaths).map((death, n) => ({ ...death, mint: bundledTokens[n]?.mint ?? '' })))(
  'a process killed at $point loses and doubles nothing',
  async ({ point, committed, waits, mint }) => {
    const { env } = flock;
    const before = await flock.cashOf(flock.followers);

    const dying = await runner.start(env, point);
    const [answer, end] = await Promise.all([
      propose(dying, mint).catch(() => null),
      dying.ended(),
    ]);
    expect(end.signal).toBe('SIGKILL');
    // Whoever got an answer got the truth; who got none does not know yet.
    if (answer !== null) expect([answer.status, committed]).toEqual([201, true]);
    expect(await openingsOf(mint)).toHaveLength(committed ? 1 : 0);
    expect(await flock.broken()).toEqual([]);
    if (!waits) await flock.endLeases();

    const recovering = stopwatch();
    const next = await runner.start(env);
    const repeated = await propose(next, mint);
    expect(repeated.status).toBe(201);
    expect(repeated.headers.get('idempotency-replayed')).toBe(committed ? 'true' : null);
    await eventually(
      'every follow has its result',
      async () => !(await flock.hasOpenFollows()),
      30_000,
    );
    const recoveryMs = recovering();
    const fault = `kill -9 at ${point}, in the middle of a call to ${FOLLOWERS} followers`;
    noteFault({ area: 'process', fault, operations: FOLLOWERS + 1, recoveryMs });
    await stop(next);

    const [trade, ...others] = await openingsOf(mint);
    expect([trade?.id, others]).toEqual([repeated.body.data.trade.id, []]);
    expect(
      await flock.rows(
        `select status, code, count(*) as count, count(distinct follower_id) as followers,
            count(distinct trade_id) as trades
          from follow where leader_trade_id = $1 group by status, code`,
        [trade?.id],
      ),
    ).toEqual([
      {
        status: 'FILLED',
        code: null,
        count: BigInt(FOLLOWERS),
        followers: BigInt(FOLLOWERS),
        trades: BigInt(FOLLOWERS),
      },
    ]);
    // Each follower has spent $10 once: 10,000,000 units.
    const after = await flock.cashOf(flock.followers);
    expect(spentSince(before, after)).toEqual(new Set([10_000_000n]));
    expect(await flock.broken()).toEqual([]);
  },
  60_000,
);
