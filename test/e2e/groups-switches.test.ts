import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestUser } from '../helpers/app.ts';
import { type FollowWorld, mintOf, SOL, startFollowWorld } from './follow-world.ts';

const JUP = mintOf('JUP');
let world: FollowWorld;
let ada: TestUser;
let proposalId: string;
beforeAll(async () => {
  world = await startFollowWorld({
    SKEIN_GEO_SPOT_BLOCKED: 'KP',
    SKEIN_GEO_SPOT_CLOSE_ONLY: 'DE',
  });
  ada = await world.member('ada');
  await world.service.pin(JUP, '0.5');
  ({ proposalId } = await world.open());
});
afterAll(() => world.stop());
beforeEach(async () => {
  await region(null);
  await trading('enabled');
  await ada.post(`/spot/proposals/${proposalId}/buy`, { amountUsd: '20' });
});

const region = (country: string | null) =>
  world.service.sandbox('PUT', '/region', { userId: ada.userId, country });
const trading = (mode: string) => world.service.sandbox('PUT', '/trading/spot', { mode });

/** Status and code of each way to enter and to leave a position. */
async function attempts() {
  const ask = async (path: string, body: object) => {
    const answer = await ada.call('POST', path, body);
    return [answer.status, answer.body.code];
  };
  return {
    buy: await ask(`/spot/proposals/${proposalId}/buy`, { amountUsd: '5' }),
    swap: await ask('/spot/swap', { sell: 'USDC', buy: JUP, amountUsd: '5' }),
    sell: await ask(`/spot/proposals/${proposalId}/sell`, { amountUsd: '5' }),
  };
}
const ok = [200, undefined];

test('nothing is barred for a user whose region is not known', async () => {
  expect(await attempts()).toEqual({ buy: ok, swap: ok, sell: ok });
});

test.each(['KP', 'DE'])(
  'from %s nothing is opened, while a sale is never gated',
  async (country) => {
    await region(country);
    const barred = [403, 'GEO_RESTRICTED'];
    expect(await attempts()).toEqual({ buy: barred, swap: barred, sell: ok });
    await region('FR');
    expect(await attempts()).toEqual({ buy: ok, swap: ok, sell: ok });
  },
);

test('the refusal names the country', async () => {
  await region('KP');
  const { body } = await ada.call('POST', `/spot/proposals/${proposalId}/buy`, { amountUsd: '5' });
  expect(body.details).toEqual({ country: 'KP' });
});

test('halted: neither in nor out, to be tried again; reduce-only: out', async () => {
  const refused = [503, 'TRADING_HALTED'];
  await trading('halted');
  expect(await attempts()).toEqual({ buy: refused, swap: refused, sell: refused });
  await trading('reduce-only');
  expect(await attempts()).toEqual({ buy: refused, swap: refused, sell: ok });
  await trading('enabled');
  expect(await attempts()).toEqual({ buy: ok, swap: ok, sell: ok });
  const before = await world.cash(ada);
  await trading('halted');
  await attempts();
  expect(await world.cash(ada)).toBe(before);
  await world.service.audit();
});

test('the switch of another vertical changes nothing', async () => {
  for (const vertical of ['stocks', 'predictions', 'perps']) {
    await world.service.sandbox('PUT', `/trading/${vertical}`, { mode: 'halted' });
  }
  expect(await attempts()).toEqual({ buy: ok, swap: ok, sell: ok });
});

test('a leader whose region is barred cannot call; members and groups are open everywhere', async () => {
  await world.service.sandbox('PUT', '/region', { userId: world.leader.userId, country: 'KP' });
  const call = await world.leader.call('POST', '/spot/proposals', {
    groupId: world.groupId,
    contractAddress: JUP,
    amountUsd: '10',
  });
  expect([call.status, call.body.code]).toEqual([403, 'GEO_RESTRICTED']);
  expect((await world.leader.get(`/groups/${world.groupId}`)).memberCount).toBe(2);
  // The close is an exit.
  await world.close(proposalId);
  expect(await world.units(world.leader, SOL)).toBe('0');
  await world.service.audit();
  // For the next test, a call that is open.
  await world.service.sandbox('PUT', '/region', { userId: world.leader.userId, country: null });
  ({ proposalId } = await world.open());
});
