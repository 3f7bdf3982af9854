import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestUser } from '../helpers/app.ts';
import type { Answer } from '../helpers/client.ts';
import {
  act,
  actOn,
  cash,
  checkIdentities,
  closeAll,
  type Flock,
  increase,
  type PerpWorld,
  position,
  startPerpWorld,
} from './perp-world.ts';
import { plain, units } from './prediction-world.ts';

/** Two processes on one database: what meets, meets there too. */
let world: PerpWorld;
let test: TestApp;
let other: TestApp;
let flock: Flock;
beforeAll(async () => {
  world = await startPerpWorld();
  ({ test } = world);
  other = await startTestApp({}, { database: test.database });
});
beforeEach(async () => {
  flock = await world.flock({ depositUsd: '10000' });
});
afterAll(async () => {
  await test.audit();
  await other.stop();
  await test.stop();
});

const ROUNDS = 8;
/** Each time with what meets in another order, and from the other process. */
const rounds = Array.from({ length: ROUNDS }, (_, n) => n);

/** Begins all at once, in an order that changes from round to round. */
async function meet(round: number, ...calls: (() => Promise<Answer>)[]): Promise<Answer[]> {
  const answers: Promise<Answer>[] = new Array(calls.length);
  for (let n = 0; n < calls.length; n += 1) {
    const turn = (n + round) % calls.length;
    answers[turn] = (calls[turn] as () => Promise<Answer>)();
  }
  return Promise.all(answers);
}

const at = (round: number, user: TestUser): TestUser => (round % 4 < 2 ? test : other).at(user);
/** Pins SOL, and calls at the same time or, in every other round, as soon as that is answered. */
async function crossing(
  round: number,
  priceUsd: string,
  call: () => Promise<Answer>,
): Promise<Answer> {
  const pinned = (round % 3 === 0 ? other : test).sandbox('PUT', '/prices/perp/SOL', { priceUsd });
  if (round % 2 === 1) await pinned;
  const [answer] = await Promise.all([call(), pinned]);
  return answer;
}
const tally = (answers: readonly Answer[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const name = status < 300 ? String(status) : body.code;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
};
const half = { reduceFraction: '0.5', isFullClose: false };
const whole = { reduceFraction: '1', isFullClose: true };

/** $100 at 10x under a pin of $100: 1,000 lots, fee $0.35. */
async function open(body: object = {}): Promise<{ id: string; proposalId: string }> {
  const { assignmentId: id, proposalId } = await flock.open(body);
  return { id, proposalId };
}

/** Pins SOL at $100 again, closes what is left, and answers what all of it has cost the leader. */
async function ended(id: string, before: string): Promise<string> {
  await world.reset();
  const { leader } = flock;
  if ((await position(leader, id)).status === 'OPEN') await closeAll(leader, id);
  const delta = units(await cash(leader), 6) - units(before, 6);
  return delta < 0n ? `-${plain(-delta, 6)}` : plain(delta, 6);
}

it('a reduction meets the liquidation: one of them takes the lots', async () => {
  const { leader } = flock;
  for (const round of rounds) {
    const before = await cash(leader);
    const { id } = await open();
    const answer = await crossing(round, '92', () => act(at(round, leader), id, 'reduce', half));
    await world.drain();
    const seen = await position(leader, id);
    checkIdentities(seen, '100');
    const { status, priceRealizedPnlUsd: price } = seen;
    // Liquidated whole: 99.65 − 80 − 0.322 − 4.6 come back. Half sold at 100: 99.65 − 0.175, and
    // half of it is safe at 92. Half sold at 92: 99.65 − 40 − 0.161, and safe as well: 19.489
    // against 15.33. Both then sell the other half at 100, for 0.175.
    const outcomes: Record<string, [answer: string, cost: string]> = {
      'LIQUIDATED -80': ['NO_POSITION', '-85.272'],
      'OPEN 0': ['200', '-0.7'],
      'OPEN -40': ['200', '-40.686'],
    };
    const [answered, cost] = outcomes[`${status} ${price}`] ?? [];
    expect([status, price, Object.keys(tally([answer]))]).toEqual([status, price, [answered]]);
    expect(await ended(id, before)).toBe(cost);
  }
});

it('margin that is added meets the liquidation: it comes in time, or not at all', async () => {
  const { leader } = flock;
  for (const round of rounds) {
    const before = await cash(leader);
    const { id } = await open();
    const answer = await crossing(round, '92', () =>
      act(at(round, leader), id, 'add', { collateralUsd: '50' }),
    );
    await world.drain();
    const seen = await position(leader, id);
    const isSaved = seen.status === 'OPEN';
    checkIdentities(seen, isSaved ? '150' : '100');
    expect([seen.status, tally([answer])]).toEqual(
      isSaved ? ['OPEN', { 200: 1 }] : ['LIQUIDATED', { NO_POSITION: 1 }],
    );
    expect(await ended(id, before)).toBe(isSaved ? '-0.7' : '-85.272');
  }
});

it('a close by hand meets the take-profit: the lots are sold once', async () => {
  const { leader } = flock;
  for (const round of rounds) {
    const before = await cash(leader);
    // 20 % of the collateral are 2 % of the price: the trigger is at 102.
    const { id } = await open({ takeProfitPct: '20' });
    const answer = await crossing(round, '103', () => act(at(round, leader), id, 'reduce', whole));
    await world.drain();
    const seen = await position(leader, id);
    checkIdentities(seen, '100');
    const { closeReason, isClaimable, exitPriceUsd } = seen;
    const byTrigger = closeReason === 'TAKE_PROFIT';
    expect([closeReason, isClaimable, tally([answer])]).toEqual(
      byTrigger ? ['TAKE_PROFIT', true, { NO_POSITION: 1 }] : ['USER', false, { 200: 1 }],
    );
    if (byTrigger) {
      // Two claims meet, and another one over the other process.
      const claims = await meet(
        round,
        () => act(leader, id, 'claim'),
        () => act(other.at(leader), id, 'claim'),
        () => act(leader, id, 'claim'),
      );
      expect(tally(claims)).toEqual({ 200: 1, NOT_CLAIMABLE: 2 });
    }
    // At 103: 99.65 + 30 − 0.3605; by hand it may still have been at 100: 99.65 − 0.35.
    expect([exitPriceUsd, await ended(id, before)]).toEqual(
      exitPriceUsd === '103' ? ['103', '29.2895'] : ['100', '-0.7'],
    );
  }
});

it('full closes meet: one of them closes', async () => {
  const { leader } = flock;
  for (const round of rounds) {
    const before = await cash(leader);
    const { id } = await open();
    const close = (app: TestApp) => () => act(app.at(leader), id, 'reduce', whole);
    const answers = await meet(round, close(test), close(other), close(test), close(other));
    expect(tally(answers)).toEqual({ 200: 1, NO_POSITION: 3 });
    expect(await ended(id, before)).toBe('-0.7');
  }
});

it('a reduction meets the close of the call: the lots are sold once', async () => {
  const { leader } = flock;
  for (const round of rounds) {
    const before = await cash(leader);
    const { id, proposalId } = await open();
    const answers = await meet(
      round,
      () => act(at(round, leader), id, 'reduce', half),
      () => actOn(at(round + 2, leader), proposalId, 'close'),
      () => actOn(leader, proposalId, 'close'),
    );
    const [reduction, ...closes] = answers as [Answer, Answer, Answer];
    expect(tally(closes)).toEqual({ 200: 1, PROPOSAL_CLOSED: 1 });
    expect(['200', 'NO_POSITION']).toContain(Object.keys(tally([reduction]))[0]);
    expect((await position(leader, id)).status).toBe('CLOSED');
    expect(await ended(id, before)).toBe('-0.7');
  }
});

it('who joins while the call closes is in it, or is told that it is closed', async () => {
  const { leader, member } = flock;
  for (const round of rounds) {
    const before = await cash(member);
    const { proposalId } = await open();
    const body = { collateralUsd: '100', leverage: '10' };
    const join = (app: TestApp) => () => actOn(app.at(member), proposalId, 'increase', body);
    const [closed, ...joins] = await meet(
      round,
      () => actOn(at(round, leader), proposalId, 'close'),
      join(test),
      join(other),
      join(test),
    );
    expect(closed?.status).toBe(200);
    const { 200: joined = 0, PROPOSAL_CLOSED: late = 0, ...rest } = tally(joins);
    expect([joined + late, rest]).toEqual([3, {}]);
    // Followers and members are left alone by the close.
    const held = await member.get('/perps/positions?filter=active');
    expect(held).toHaveLength(joined);
    expect(await cash(member)).toBe(plain(units(before, 6) - BigInt(joined) * 100_000_000n, 6));
    for (const { id } of held) await closeAll(member, id);
  }
});

it('a winner who closes by hand meets the deleveraging: the lots are closed once', async () => {
  const { leader, member } = flock;
  for (const round of rounds) {
    // The long loses 500 lots × $50 and more than it has; the member's short wins as much.
    const { id: long } = await open({ collateralUsd: '500', leverage: '10' });
    const { proposalId } = await flock.open({ side: 'SHORT', collateralUsd: '10' });
    const { assignmentId: short } = await increase(member, proposalId, {
      collateralUsd: '400',
      leverage: '5',
    });
    const answer = await crossing(round, '40', () =>
      act(at(round, member), short, 'reduce', whole),
    );
    await world.drain();
    const [loser, winner] = [await position(leader, long), await position(member, short)];
    checkIdentities(loser, '500');
    checkIdentities(winner, '400');
    expect([loser.status, loser.finalCollateralReturned]).toEqual(['LIQUIDATED', '0']);
    const isByHand = winner.closeReason === 'USER';
    expect([winner.status, tally([answer])]).toEqual(
      isByHand ? ['CLOSED', { 200: 1 }] : ['ADL_CLOSED', { NO_POSITION: 1 }],
    );
    await world.reset();
    for (const { id } of await leader.get('/perps/positions?filter=active')) {
      await closeAll(leader, id);
    }
  }
});
