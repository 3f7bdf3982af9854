import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Named } from '../e2e/prediction-world.ts';
import { eventually } from '../helpers/eventually.ts';
import { casesOf, noteFault, stopwatch } from '../helpers/evidence.ts';
import { control, stop } from './calls.ts';
import { ask, makePredictionFlock, PINNED, type PredictionFlock } from './prediction-flock.ts';
import { openServiceRunner, type ServiceRunner } from './service-process.ts';

const FOLLOWERS = 24;

let flock: PredictionFlock;
let runner: ServiceRunner;
/** A call in each of the markets, in their order. */
let calls: readonly string[];
beforeAll(async () => {
  [flock, runner] = await Promise.all([makePredictionFlock(FOLLOWERS), openServiceRunner()]);
  calls = await makeCalls();
}, 60_000);
afterAll(async () => {
  await runner.close();
  await flock.close();
});

/** Calls of the leader, 80 shares for $41, that all followers have followed, 40 for $20.5. */
async function makeCalls(): Promise<string[]> {
  const service = await runner.start(flock.env);
  const made: string[] = [];
  for (const market of PINNED.slice(0, deaths.length + midnights.length)) {
    const body = { groupId: flock.groupId, ...market, isYes: true, amountUsd: '41' };
    const { status, body: answer } = await ask(service, flock.leader, '/proposals', body);
    expect(status).toBe(201);
    made.push(answer.data.proposal.id);
  }
  await control(service, 'POST', '/drain');
  await stop(service);
  return made;
}

/** Cash of all users together, and how often they were told of the proposal. */
async function cashAndTold(id: string) {
  const [row] = await flock.rows<{ cash: bigint; told: bigint }>(
    `select (select sum(available) from wallet)::int8 as cash,
      (select count(*) from event where type = 'prediction.resolved'
        and data like '%' || $1 || '%') as told`,
    [id],
  );
  return row as { cash: bigint; told: bigint };
}
const claims = (id: string) =>
  flock.rows<{ origin: string; count: bigint; paid: bigint; holders: bigint }>(
    `select origin, count(*) as count, sum(gross)::int8 as paid,
        count(distinct user_id) as holders
      from prediction_trade where proposal_id = $1 and side = 'CLAIM' group by origin`,
    [id],
  );

/**
 * The first batch of the dying process writes the result; later ones move the proposal and tell
 * the holders, those of one lane at a time.
 */
const deaths = casesOf([
  { point: 'engine.before-commit', stands: false },
  { point: 'engine.after-commit', stands: true },
  { point: 'engine.after-commit:2', stands: true, quick: true },
  { point: 'engine.before-commit:4', stands: true },
]);

test.each(deaths.map((death, n) => ({ ...death, n })))(
  'killed at $point of a resolution, which stands: $stands',
  async ({ point, stands, n }) => {
    const [id, market] = [calls[n] as string, PINNED[n] as Named];
    const before = await cashAndTold(id);
    const path = `/predictions/markets/${market.marketId}/resolve`;
    const dying = await runner.start(flock.env, point);
    await control(dying, 'POST', path, { result: 'VOID' }).catch(() => null);
    expect((await dying.ended()).signal).toBe('SIGKILL');
    const results = () =>
      flock.rows('select result from prediction_resolution where market_id = $1', [
        market.marketId,
      ]);
    expect(await results()).toEqual(stands ? [{ result: 'VOID' }] : []);
    expect(await flock.broken()).toEqual([]);

    const recovering = stopwatch();
    const next = await runner.start(flock.env);
    const again = await control(next, 'POST', path, { result: 'VOID' }).then(
      () => 'resolved',
      (error: Error) => error.message,
    );
    expect(again).toContain(stands ? 'MARKET_NOT_ACTIVE' : 'resolved');
    await control(next, 'POST', '/drain');
    expect(await results()).toEqual([{ result: 'VOID' }]);
    expect(await cashAndTold(id)).toEqual({ cash: before.cash, told: BigInt(FOLLOWERS + 1) });
    const fault = `kill -9 at ${point} of a resolution`;
    noteFault({ area: 'process', fault, operations: FOLLOWERS + 1, recoveryMs: recovering() });
    // Half a dollar for each of 80 and of 40 shares, and nothing a second time.
    for (const [user, paid] of [
      [flock.leader, '40'],
      [flock.followers[0], '20'],
    ] as const) {
      if (!user) throw new Error('no follower');
      const answers = [
        await ask(next, user, `/proposals/${id}/claim`),
        await ask(next, user, `/proposals/${id}/claim`),
      ];
      expect(answers.map(({ body }) => body.code ?? body.data.amountClaimedUsd)).toEqual([
        paid,
        'NOT_CLAIMABLE',
      ]);
    }
    await stop(next);
    expect(await flock.broken()).toEqual([]);
  },
  60_000,
);

/** The midnights after the resolutions, one for each death of the daily job. */
const midnights = casesOf([
  { point: 'engine.before-commit:2', day: '2026-03-04', quick: true },
  { point: 'engine.after-commit:2', day: '2026-03-05' },
]);

test.each(midnights.map((midnight, n) => ({ ...midnight, n })))(
  'killed at $point of the daily job, which pays everybody once',
  async ({ point, day, n }) => {
    const at = deaths.length + n;
    const [id, market] = [calls[at] as string, PINNED[at] as Named];
    const resolving = await runner.start(flock.env);
    const path = `/predictions/markets/${market.marketId}/resolve`;
    await control(resolving, 'POST', path, { result: 'YES' });
    await control(resolving, 'POST', '/drain');
    await stop(resolving);
    expect(await claims(id)).toEqual([]);
    const before = await cashAndTold(id);
    const unpaid = await flock.rows<{ due: bigint }>(
      `select coalesce(sum(quantity), 0)::int8 as due from prediction_position s
      join prediction_proposal p on p.id = s.proposal_id
      where s.claimable and p.result = 'VOID'`,
    );

    const dying = await runner.start(flock.env, point);
    await control(dying, 'POST', '/clock', { set: `${day}T00:00:00.000Z` }).catch(() => null);
    expect((await dying.ended()).signal).toBe('SIGKILL');
    expect(await flock.broken()).toEqual([]);

    const recovering = stopwatch();
    const next = await runner.start(flock.env);
    await control(next, 'POST', '/drain');
    await eventually('everybody is paid', async () => (await claims(id)).length > 0);
    const fault = `kill -9 at ${point} of the daily payment of winnings`;
    noteFault({ area: 'process', fault, operations: FOLLOWERS + 1, recoveryMs: recovering() });
    await stop(next);
    // A dollar for each of 80 and of 24 × 40 shares; of the calls before, half a dollar a share.
    const paid = 80_000_000n + BigInt(FOLLOWERS) * 40_000_000n;
    const holders = BigInt(FOLLOWERS + 1);
    expect(await claims(id)).toEqual([{ origin: 'AUTO_CLAIM', count: holders, paid, holders }]);
    const { cash } = await cashAndTold(id);
    expect(cash - before.cash).toBe(paid + (unpaid[0]?.due ?? 0n) / 2n);
    expect(await flock.broken()).toEqual([]);
  },
  60_000,
);
