import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestUser } from '../helpers/app.ts';
import type { Answer } from '../helpers/client.ts';
import { OTHERS, sharesOf } from './prediction-flow.ts';
import {
  act,
  cash,
  done,
  type Flock,
  MARKET,
  type Named,
  type PredictionWorld,
  seen,
  startPredictionWorld,
  type Way,
} from './prediction-world.ts';
import { latestSeq } from './world.ts';

/** Two processes on one database: what meets, meets there too. */
let world: PredictionWorld;
let test: TestApp;
let other: TestApp;
let flock: Flock;
let markets = 0;
beforeAll(async () => {
  world = await startPredictionWorld();
  ({ test } = world);
  // The market stands at 0.5 for both: $20.5 are 40 shares, 40 × 0.5 and a fee of 40 × 0.0125.
  other = await startTestApp({}, { database: test.database });
});
beforeEach(async () => {
  flock = await world.flock();
});
afterAll(async () => {
  await test.audit();
  await other.stop();
  await test.stop();
});

/** A market of this test alone, at 0.5. */
async function fresh(): Promise<Named> {
  const market = OTHERS[markets] as Named;
  markets += 1;
  await world.pin('0.5', market.marketId);
  return market;
}

/** So many calls at once, every other one at the other process. */
const atOnce = (count: number, call: (app: TestApp, n: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: count }, (_, n) => call(n % 2 === 0 ? test : other, n)));
const ways = (count: number, user: TestUser, id: string, way: Way, body?: object) =>
  atOnce(count, (app) => act(app.at(user), id, way, body));

const tally = (answers: readonly Answer[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const name = status < 300 ? String(status) : body.code;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
};
const held = async (user: TestUser, id: string): Promise<string> =>
  (await seen(user, id)).remainingTokenAmount;
/** Settled outcomes are known to both processes a moment after the resolution. */
const resolve = (market: Named, result: 'YES' | 'NO' | 'VOID') =>
  test.sandbox('POST', `/predictions/markets/${market.marketId}/resolve`, { result });

it('never spends the same dollar twice', async () => {
  const { id } = (await flock.open()).proposal;
  const answers = await ways(60, flock.member, id, 'predict', { amountUsd: '20.5' });
  // 48 × 20.5 = 984 of 1000
  expect(tally(answers)).toEqual({ 200: 48, INSUFFICIENT_FUNDS: 12 });
  expect([await cash(flock.member), await held(flock.member, id)]).toEqual(['16', '1920']);
  const { events, latestSeq: newest } = await flock.member.get('/account/events?limit=200');
  expect(events.map(({ seq }: { seq: number }) => seq)).toEqual(
    Array.from({ length: newest }, (_, n) => n + 1),
  );
});

it('never sells the same share twice', async () => {
  const { id } = (await flock.open()).proposal;
  const all = await ways(20, flock.leader, id, 'sell', { max: true });
  expect(tally(all)).toEqual({ 200: 1, NO_POSITION: 19 });
  // 1000 − 41 + 40 − 1
  expect(await cash(flock.leader)).toBe('998');

  await done(flock.leader, id, 'predict', { amountUsd: '41' });
  const parts = await ways(20, flock.leader, id, 'sell', { amountUsd: '4.5' });
  // 9 shares at a time: eight times, and the ninth, with 8 left, all of them.
  expect(tally(parts)).toEqual({ 200: 9, NO_POSITION: 11 });
  expect(await held(flock.leader, id)).toBe('0');
  // 998 − 41 + 80 × 0.5 − 80 × 0.0125, of which each sale has paid its part: 9 × 0.0125 = 0.1125.
  expect(await cash(flock.leader)).toBe('996');
});

it('a sale by hand and the close take the position once', async () => {
  const { id } = (await flock.open()).proposal;
  const [sales, closes] = await Promise.all([
    ways(5, flock.leader, id, 'sell', { max: true }),
    ways(5, flock.leader, id, 'close'),
  ]);
  expect(tally(closes)).toEqual({ 200: 1, PROPOSAL_CLOSED: 4 });
  const trades = [...sales, ...closes].filter(
    ({ status, body }) => status === 200 && body.data.trade,
  );
  expect(trades.map(({ body }) => body.data.trade.tokenAmount)).toEqual(['80']);
  expect([await cash(flock.leader), (await seen(flock.leader, id)).proposal.status]).toEqual([
    '998',
    'CLOSED',
  ]);
});

it('two leaders who propose the same outcome at once make one proposal', async () => {
  await flock.promote(flock.member);
  const market = await fresh();
  const users = [flock.leader, flock.member];
  const answers = await atOnce(20, (app, n) =>
    flock.propose(market, app.at(users[Math.floor(n / 2) % 2] as TestUser)),
  );
  expect(tally(answers)).toEqual({ 201: 1, DUPLICATE_PROPOSAL: 19 });
  const made = answers.find(({ status }) => status === 201)?.body.data.proposal;
  for (const { status, body } of answers) {
    if (status === 400) expect(body.details).toEqual({ proposalId: made.id });
  }
  const wallets = await Promise.all(users.map((user) => cash(user)));
  expect(wallets.toSorted()).toEqual(['1000', '959']);
});

it('both sides of a market are two outcomes, proposed at once', async () => {
  const market = await fresh();
  const answers = await atOnce(8, (app, n) =>
    flock.propose({ ...market, isYes: n % 4 < 2 }, app.at(flock.leader)),
  );
  expect(tally(answers)).toEqual({ 201: 2, DUPLICATE_PROPOSAL: 6 });
});

it('who predicts while the proposal closes is in it, or is told that it is closed', async () => {
  const { id } = (await flock.open()).proposal;
  const before = await latestSeq(flock.member);
  const [closes, buys] = await Promise.all([
    ways(6, flock.leader, id, 'close'),
    ways(12, flock.member, id, 'predict', { amountUsd: '20.5' }),
  ]);
  expect(tally(closes)).toEqual({ 200: 1, PROPOSAL_CLOSED: 5 });
  const { 200: entries = 0, PROPOSAL_CLOSED: late = 0 } = tally(buys);
  expect(entries + late).toBe(12);
  expect((await latestSeq(flock.member)) - before).toBe(entries);
  expect(await cash(flock.member)).toBe(String(1000 - 20.5 * entries));
  expect(await sharesOf(flock.member)).toEqual([BigInt(entries) * 40_000_000n, 0n]);
});

it('of claims at once one pays', async () => {
  const market = await fresh();
  const { id } = (await flock.open(market)).proposal;
  await world.resolve('YES', market.marketId);
  const answers = await ways(20, flock.leader, id, 'claim');
  expect(tally(answers)).toEqual({ 200: 1, NOT_CLAIMABLE: 19 });
  // 1000 − 41 + 80
  expect(await cash(flock.leader)).toBe('1039');
});

it('a share is sold or claimed while its market resolves, never both', async () => {
  const market = await fresh();
  const { id } = (await flock.open(market)).proposal;
  const [sales, , claims] = await Promise.all([
    ways(6, flock.leader, id, 'sell', { amountUsd: '5' }),
    resolve(market, 'YES'),
    ways(12, flock.leader, id, 'claim'),
  ]);
  await world.drain();
  const late = await act(flock.leader, id, 'claim');
  const sold = tally(sales)[200] ?? 0;
  const paid = [...claims, late].filter(({ status }) => status === 200);
  const left = 80 - 10 * sold;
  // Each sale of 10 shares brings 5 less 0.125; what was not sold is paid once, a dollar a share.
  expect(paid.map(({ body }) => body.data.amountClaimedUsd)).toEqual([String(left)]);
  expect(await cash(flock.leader)).toBe(String(959 + 4.875 * sold + left));
  expect(await sharesOf(flock.leader, market)).toEqual([0n, 0n]);
});

it('who buys while the market resolves has bought before the end, or not at all', async () => {
  const market = await fresh();
  const { id } = (await flock.open(market)).proposal;
  const [buys] = await Promise.all([
    ways(16, flock.member, id, 'predict', { amountUsd: '20.5' }),
    resolve(market, 'VOID'),
  ]);
  const {
    200: entries = 0,
    MARKET_NOT_ACTIVE: ended = 0,
    PROPOSAL_CLOSED: closed = 0,
  } = tally(buys);
  expect(entries + ended + closed).toBe(16);
  await world.drain();
  expect((await seen(flock.member, id)).proposal.status).toBe('RESOLVED');
  const { status, body } = await act(flock.member, id, 'claim');
  // 40 shares at half a dollar for each buy.
  if (entries === 0) expect([status, body.code]).toEqual([400, 'NO_POSITION']);
  else expect([status, body.data.amountClaimedUsd]).toEqual([200, String(20 * entries)]);
  expect(await cash(flock.member)).toBe(String(1000 - 0.5 * entries));
});

it('what two leaders propose while the market resolves resolves with it', async () => {
  const market = await fresh();
  await flock.promote(flock.member);
  const [answers] = await Promise.all([
    atOnce(6, (app, n) =>
      flock.propose({ ...market, isYes: n % 4 < 2 }, app.at(n < 3 ? flock.leader : flock.member)),
    ),
    resolve(market, 'YES'),
  ]);
  await world.drain();
  const made = answers.filter(({ status }) => status === 201);
  for (const { status, body } of answers) {
    if (status !== 201) expect(['DUPLICATE_PROPOSAL', 'MARKET_NOT_ACTIVE']).toContain(body.code);
  }
  for (const { body } of made) {
    const { proposal } = await seen(flock.leader, body.data.proposal.id);
    expect([proposal.status, proposal.didWin]).toEqual(['RESOLVED', proposal.isYes]);
  }
});

it('a market that is resolved by many at once has one result', async () => {
  const market = await fresh();
  const { id } = (await flock.open(market)).proposal;
  const answers = await Promise.allSettled(
    Array.from({ length: 8 }, (_, n) =>
      (n % 2 === 0 ? test : other).sandbox(
        'POST',
        `/predictions/markets/${market.marketId}/resolve`,
        { result: n < 4 ? 'YES' : 'NO' },
      ),
    ),
  );
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await world.drain();
  const { proposal } = await seen(flock.leader, id);
  const won = answers.findIndex(({ status }) => status === 'fulfilled') < 4;
  expect([proposal.result, proposal.didWin]).toEqual(won ? ['YES', true] : ['NO', false]);
  expect(proposal.marketId).not.toBe(MARKET.marketId);
});
