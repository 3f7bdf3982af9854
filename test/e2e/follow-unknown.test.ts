import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestUser } from '../helpers/app.ts';
import { type FollowWorld, mintOf, SOL, startFollowWorld } from './follow-world.ts';

/** Long enough to look at the follows while their orders are in flight. */
const DELAY_MS = 1_000;
const JUP = mintOf('JUP');

let world: FollowWorld;
let ada: TestUser;
let bob: TestUser;
beforeAll(async () => {
  world = await startFollowWorld();
});
afterAll(() => world.stop());

let count = 0;
/** Two members for each test: ada with a daily limit of one follow, bob mirrors exits. */
beforeEach(async () => {
  count += 1;
  for (const { proposal } of await world.leader.get(
    `/spot/proposals?groupId=${world.groupId}&status=open`,
  )) {
    await world.close(proposal.id);
  }
  await world.drain();
  await world.service.pin(SOL, '200');
  await world.service.pin(JUP, '0.5');
  ada = await world.member(`ada_${count}`, { amountUsd: '40', dailyLimitUsd: '40' });
  bob = await world.member(`bob_${count}`, { amountUsd: '40', mirrorExits: true });
});

const script = (mode: string, change: object = {}) =>
  world.service.sandbox('PUT', '/venues/spot/behaviour', { mode, delayMs: DELAY_MS, ...change });

/** The leader opens as usual; the orders of the follows meet a venue that does not answer. */
async function callIntoTrouble(mode: string): Promise<string> {
  await world.hold(true);
  const { proposalId } = await world.open();
  await script(mode);
  await world.hold(false);
  await world.eventually('UNKNOWN', ada, bob);
  await script('ok');
  return proposalId;
}

test.each(['unknown-then-filled', 'pending', 'slow'])(
  '%s: the money is held while nothing is known, then the follow is FILLED',
  async (mode) => {
    await callIntoTrouble(mode);
    const [waiting] = await world.history(ada);
    expect(waiting?.code).toBeUndefined();
    expect(waiting?.settledAt).toBeUndefined();
    expect(waiting?.trade).toBeUndefined();
    const held = await ada.get('/account');
    expect([held.cashBalanceUsd, held.reservedUsd]).toEqual(['960', '40']);
    expect(await world.units(ada)).toBe('0');
    await world.service.audit();

    await world.drain();
    const [done] = await world.history(ada);
    expect(done?.id).toBe(waiting?.id);
    // Filled at the price of submission: 39.8 ÷ 200.
    expect([done?.status, done?.trade?.tokenAmount]).toEqual(['FILLED', '0.199']);
    const settled = await ada.get('/account');
    expect([settled.cashBalanceUsd, settled.reservedUsd]).toEqual(['960', '0']);
    expect(await world.units(ada)).toBe('199000000');
    await world.service.audit();
  },
);

test('unknown, then failed: FAILED, the money is back, and so is the budget of the day', async () => {
  await callIntoTrouble('unknown-then-failed');
  await world.drain();
  const [failed] = await world.history(ada);
  expect(failed).toMatchObject({ status: 'FAILED', code: 'FUNDING_REFUNDED' });
  expect(failed?.message).toMatch(/^[A-Z].+\.$/);
  const refunded = await ada.get('/account');
  expect([refunded.cashBalanceUsd, refunded.reservedUsd]).toEqual(['1000', '0']);
  expect(await world.units(ada)).toBe('0');
  // The limit of $40 a day has room again for $40, and for no more.
  await world.open(JUP);
  await world.drain();
  expect(await world.result(ada)).toEqual(['FILLED', undefined]);
  await world.open(mintOf('JTO'));
  await world.drain();
  expect(await world.result(ada)).toEqual(['SKIPPED', 'DAILY_LIMIT']);
  await world.service.audit();
});

test('an order in flight uses up the budget of the day until it fails', async () => {
  await callIntoTrouble('unknown-then-filled');
  await world.open(JUP);
  await world.eventually('SKIPPED', ada);
  expect(await world.result(ada)).toEqual(['SKIPPED', 'DAILY_LIMIT']);
  await world.drain();
  await world.service.audit();
});

test('a failure gives back the budget of its own day, not of the day on which it is known', async () => {
  await callIntoTrouble('unknown-then-failed');
  await world.advance(86_400_000);
  await world.open(JUP);
  await world.eventually('FILLED', ada);
  await world.drain();
  expect((await world.history(ada)).map(({ status }) => status)).toEqual(['FILLED', 'FAILED']);
  await world.open(mintOf('JTO'));
  await world.drain();
  expect(await world.result(ada)).toEqual(['SKIPPED', 'DAILY_LIMIT']);
  await world.service.audit();
});

test('a follow that fills only after the close is sold as the others were', async () => {
  const proposalId = await callIntoTrouble('unknown-then-filled');
  await world.close(proposalId);
  expect((await world.history(bob)).map(({ side }) => side)).toEqual(['BUY']);
  await world.drain();
  expect((await world.history(bob)).map(({ side, status }) => [side, status])).toEqual([
    ['SELL', 'FILLED'],
    ['BUY', 'FILLED'],
  ]);
  // 40 − 0.2 buys 0.199 SOL; sold for 39.8 less 0.199.
  expect([await world.units(bob), await world.cash(bob)]).toEqual(['0', '999.601']);
  // Ada does not mirror exits.
  expect(await world.units(ada)).toBe('199000000');
  await world.service.audit();
});

test('an exit whose outcome is unknown holds the tokens until it is known', async () => {
  const { proposalId } = await world.open();
  await world.drain();
  await world.hold(true);
  await world.close(proposalId);
  await script('unknown-then-failed');
  await world.hold(false);
  await world.eventually('UNKNOWN', bob);
  await script('ok');
  const twice = await bob.call('POST', `/spot/proposals/${proposalId}/sell`, { max: true });
  expect([twice.status, twice.body.code]).toEqual([400, 'NO_POSITION']);
  await world.drain();
  expect(await world.result(bob)).toEqual(['FAILED', 'FUNDING_REFUNDED']);
  // Nothing was sold; the member can do it by hand.
  expect(await world.units(bob)).toBe('199000000');
  await world.sell(bob, proposalId, { max: true });
  expect(await world.units(bob)).toBe('0');
  await world.service.audit();
});

test('an exit counts what another one, still in flight, will sell', async () => {
  const { proposalId } = await world.open();
  await world.drain();
  await world.hold(true);
  // The leader sells half of 0.4975 SOL, for 49.75.
  await world.sell(world.leader, proposalId, { amountUsd: '49.75' });
  await script('unknown-then-filled');
  await world.hold(false);
  await world.eventually('UNKNOWN', bob);
  await script('ok');
  // Then half of what is left: of bob's 0.199 SOL half is on its way, half of the rest is 0.04975.
  await world.sell(world.leader, proposalId, { amountUsd: '24.875' });
  await world.eventually('FILLED', bob);
  const [second] = await world.history(bob);
  expect(second?.trade?.tokenAmount).toBe('0.04975');
  await world.drain();
  expect(await world.units(bob)).toBe('49750000');
  await world.close(proposalId);
  await world.drain();
  expect(await world.units(bob)).toBe('0');
  await world.service.audit();
});
