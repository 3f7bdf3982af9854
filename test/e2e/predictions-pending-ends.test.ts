import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { TestApp, TestUser } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import { OTHERS, script } from './prediction-flow.ts';
import {
  act,
  cash,
  done,
  type Flock,
  type Named,
  type PredictionWorld,
  refusal,
  seen,
  startPredictionWorld,
  type Way,
} from './prediction-world.ts';

/** Orders in flight while their market ends; answers with a receipt at once. */
let world: PredictionWorld;
let test: TestApp;
let flock: Flock;
/** Of this test alone, at 0.5: $41 buy 80 shares, $20.5 buy 40. */
let market: Named;
let id: string;
let used = 0;
beforeAll(async () => {
  world = await startPredictionWorld({ SKEIN_ORDER_WAIT_MS: '0' });
  ({ test } = world);
});
beforeEach(async () => {
  await script(test, 'ok');
  market = OTHERS[used] as Named;
  used += 1;
  await world.pin('0.5', market.marketId);
  flock = await world.flock();
  id = (await flock.open(market)).proposal.id;
});
afterAll(async () => {
  await test.audit();
  await test.stop();
});

/** Orders that the venue answers later; the ids of their actions. */
async function inFlight(
  mode: string,
  orders: readonly [TestUser, Way, object?][],
  delayMs = 700,
): Promise<string[]> {
  await script(test, mode, { delayMs, count: orders.length });
  const jobs: string[] = [];
  for (const [user, way, body] of orders) {
    const { status, body: answer } = await act(user, id, way, body);
    expect([status, answer.data.pending]).toEqual([202, true]);
    jobs.push(answer.data.actionJobId);
  }
  return jobs;
}

/** Ends the market at once; does not wait for what is in flight. */
const end = (result: 'YES' | 'NO' | 'VOID') =>
  test.sandbox('POST', `/predictions/markets/${market.marketId}/resolve`, { result });
const claimed = async (user: TestUser): Promise<string> =>
  (await done(user, id, 'claim')).amountClaimedUsd;
const left = async (user: TestUser): Promise<[status: string, shares: string]> => {
  const { proposal, remainingTokenAmount } = await seen(user, id);
  return [proposal.status, remainingTokenAmount];
};
const statusOf = async (user: TestUser, job: string | undefined) =>
  (await user.get(`/actions/${job}`)).status;

it('a buy that fills after its market was won can be claimed, also by who held nothing', async () => {
  const { leader, member } = flock;
  await inFlight('pending', [
    [leader, 'predict', { amountUsd: '20.5' }],
    [member, 'predict', { amountUsd: '20.5' }],
  ]);
  await end('YES');
  await world.drain();
  expect([await left(leader), await left(member)]).toEqual([
    ['RESOLVED', '120'],
    ['RESOLVED', '40'],
  ]);
  expect([await claimed(leader), await claimed(member)]).toEqual(['120', '40']);
  // 1000 − 41 − 20.5 + 120; 1000 − 20.5 + 40
  expect([await cash(leader), await cash(member)]).toEqual(['1058.5', '1019.5']);
  expect(refusal(await act(member, id, 'claim'))).toEqual([400, 'NOT_CLAIMABLE', {}]);
});

it('a buy that fills after its market was lost is worth nothing', async () => {
  const { member } = flock;
  const [job] = await inFlight('unknown-then-filled', [[member, 'predict', { amountUsd: '20.5' }]]);
  await end('NO');
  await world.drain();
  expect(await statusOf(member, job)).toBe('SETTLED');
  expect(await left(member)).toEqual(['RESOLVED', '40']);
  expect(refusal(await act(member, id, 'claim'))).toEqual([400, 'NOT_CLAIMABLE', {}]);
  const account = await member.get('/account');
  expect([account.cashBalanceUsd, account.predictionsValueUsd]).toEqual(['979.5', '0']);
});

it('a buy that fails after the resolution gives its money back', async () => {
  const { member } = flock;
  const [job] = await inFlight('unknown-then-failed', [[member, 'predict', { amountUsd: '20.5' }]]);
  await end('YES');
  await world.drain();
  expect([await statusOf(member, job), await cash(member)]).toEqual(['FAILED', '1000']);
  expect(refusal(await act(member, id, 'claim'))).toEqual([400, 'NO_POSITION', {}]);
});

it('a sale that fails after the resolution leaves its shares to the claim', async () => {
  const { leader } = flock;
  const sale: [TestUser, Way, object] = [leader, 'sell', { amountUsd: '20' }];
  const [job] = await inFlight('unknown-then-failed', [sale], 1_500);
  await end('VOID');
  await eventually('it is resolved', async () => (await left(leader))[0] === 'RESOLVED');
  // While it is not known what the sale has sold there is nothing certain to pay out.
  const early = await act(leader, id, 'claim');
  expect([early.status, early.body.code]).toEqual([400, 'PROPOSAL_PENDING']);
  await world.drain();
  expect([await statusOf(leader, job), await left(leader)]).toEqual(['FAILED', ['RESOLVED', '80']]);
  // 80 × 0.5; 1000 − 41 + 40
  expect([await claimed(leader), await cash(leader)]).toEqual(['40', '999']);
});

it('a sale that fills after the resolution has sold at the price of its submission', async () => {
  const { leader } = flock;
  const [job] = await inFlight('unknown-then-filled', [[leader, 'sell', { amountUsd: '20' }]]);
  await end('YES');
  const late = await act(leader, id, 'sell', { max: true });
  expect([late.status, late.body.code]).toEqual([400, 'MARKET_NOT_ACTIVE']);
  await world.drain();
  const { status, trade } = await leader.get(`/actions/${job}`);
  // 40 shares for 20 less 0.5; the other 40 pay a dollar each.
  expect([status, trade.totalCostUsd, trade.venueFeeUsd]).toEqual(['SETTLED', '20', '0.5']);
  expect([await left(leader), await claimed(leader)]).toEqual([['RESOLVED', '40'], '40']);
  // 1000 − 41 + 19.5 + 40
  expect(await cash(leader)).toBe('1018.5');
});

it('a close in flight leaves the proposal RESOLVED, whether it fills or fails', async () => {
  const { leader } = flock;
  await inFlight('pending', [[leader, 'close']]);
  await end('YES');
  await world.drain();
  // All 80 were sold for 40 less 1: nothing is left to claim.
  expect([await left(leader), await cash(leader)]).toEqual([['RESOLVED', '0'], '998']);
  expect(refusal(await act(leader, id, 'claim'))).toEqual([400, 'NO_POSITION', {}]);

  market = OTHERS[used] as Named;
  used += 1;
  await world.pin('0.5', market.marketId);
  id = (await flock.open(market)).proposal.id;
  await inFlight('unknown-then-failed', [[leader, 'close']]);
  await end('YES');
  await world.drain();
  expect([await left(leader), await claimed(leader)]).toEqual([['RESOLVED', '80'], '80']);
});

it('an opening in flight is called and resolved when it fills; the job claims what nobody has', async () => {
  const { leader, member, groupId } = flock;
  await member.post(`/groups/${groupId}/auto-buy`, { enabled: true, amountUsd: '20.5' });
  await script(test, 'unknown-then-filled', { delayMs: 700, count: 1 });
  const opening = await flock.propose({ ...market, isYes: false });
  expect([opening.status, opening.body.data.proposal.status]).toEqual([202, 'PENDING']);
  id = opening.body.data.proposal.id;
  await end('NO');
  expect((await left(leader))[0]).toBe('PENDING');
  await world.drain();
  expect(await left(leader)).toEqual(['RESOLVED', '80']);
  // The call came to be only when there was nothing left to buy.
  const [follow] = await member.get(`/groups/${groupId}/auto-buy/history`);
  expect(follow.status).toBe('SKIPPED');
  expect(['PROPOSAL_CLOSED', 'MARKET_NOT_ACTIVE']).toContain(follow.code);
  expect(await cash(member)).toBe('1000');
  // 1000 − 41 − 41; at midnight (UTC) 80 come in.
  expect(await cash(leader)).toBe('918');
  await world.at('2026-03-03T23:59:59.999Z');
  expect(await cash(leader)).toBe('918');
  await world.at('2026-03-04T00:00:00.000Z');
  expect([await cash(leader), await left(leader)]).toEqual(['998', ['RESOLVED', '0']]);
  expect(refusal(await act(leader, id, 'claim'))).toEqual([400, 'NOT_CLAIMABLE', {}]);
});
