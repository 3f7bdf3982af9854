import { afterEach, beforeEach, expect, it } from 'vitest';
import type { TestUser } from '../helpers/app.ts';
import {
  act,
  cash,
  done,
  type Flock,
  type PredictionWorld,
  refusal,
  seen,
  startPredictionWorld,
} from './prediction-world.ts';

let world: PredictionWorld;
let flock: Flock;
/** The leader's proposal; leader and member hold 80 shares each, for $41. */
let id: string;

beforeEach(async () => {
  world = await startPredictionWorld();
  flock = await world.flock();
  id = (await flock.open()).proposal.id;
  await done(flock.member, id, 'predict', { amountUsd: '41' });
});
afterEach(async () => {
  await world.test.audit();
  await world.test.stop();
});

const LAST_MOMENT = '2026-03-03T23:59:59.999Z';
const MIDNIGHT = '2026-03-04T00:00:00.000Z';
const NOT_CLAIMABLE = [400, 'NOT_CLAIMABLE', {}];

const tried = async (...order: Parameters<typeof act>) => refusal(await act(...order));
const claimsOf = async (user: TestUser) => {
  const { entries } = await user.get('/account/ledger?limit=200');
  return entries
    .filter(({ kind, asset }: Record<string, string>) => kind === 'claim' && asset === 'USDC')
    .map(({ amount, at }: Record<string, string>) => [amount, at]);
};

it('what nobody claims is claimed at the first midnight that follows', async () => {
  await world.resolve('YES');
  await done(flock.leader, id, 'claim');
  await world.at(LAST_MOMENT);
  expect([await cash(flock.leader), await cash(flock.member)]).toEqual(['1039', '959']);
  await world.at(MIDNIGHT);
  // 959 + 80, once; who had claimed gets nothing more.
  expect([await cash(flock.leader), await cash(flock.member)]).toEqual(['1039', '1039']);
  expect(await claimsOf(flock.member)).toEqual([['80', MIDNIGHT]]);
  expect(await tried(flock.member, id, 'claim')).toEqual(NOT_CLAIMABLE);
  await world.at('2026-03-05T00:00:00.000Z');
  expect(await claimsOf(flock.leader)).toEqual([['80', '2026-03-03T15:30:00.000Z']]);
  expect(await claimsOf(flock.member)).toEqual([['80', MIDNIGHT]]);
});

it('what resolves at midnight is claimed at the next', async () => {
  await world.at(MIDNIGHT);
  await world.resolve('YES');
  await world.at('2026-03-04T23:59:59.999Z');
  expect(await cash(flock.member)).toBe('959');
  await world.at('2026-03-05T00:00:00.000Z');
  expect(await cash(flock.member)).toBe('1039');
});

it('claims half a dollar a share of a VOID market, and nothing of a lost one', async () => {
  const lost = (await flock.open({ isYes: false })).proposal.id;
  await world.resolve('VOID');
  await world.at(MIDNIGHT);
  // 1000 − 41 − 41 + 40 + 40; 1000 − 41 + 40.
  expect([await cash(flock.leader), await cash(flock.member)]).toEqual(['998', '999']);
  expect((await seen(flock.leader, lost)).remainingTokenAmount).toBe('0');
});

it('leaves a lost position where it is', async () => {
  await world.resolve('NO');
  await world.at('2026-03-05T12:00:00.000Z');
  expect([await cash(flock.leader), await claimsOf(flock.leader)]).toEqual(['959', []]);
  expect(await seen(flock.leader, id)).toMatchObject({
    remainingTokenAmount: '80',
    position: { currentPriceUsd: '0', currentValueUsd: '0', unrealizedPnlUsd: '-41' },
  });
});

it('claims for every holder, also who has left, and survives a restart', async () => {
  const users = await Promise.all(Array.from({ length: 12 }, () => world.user()));
  for (const user of users) {
    await flock.join(user);
    await done(user, id, 'predict', { amountUsd: '4.1' });
  }
  for (const user of users.slice(0, 4)) await user.post(`/groups/${flock.groupId}/leave`);
  await world.resolve('YES');
  await world.test.restart();
  await world.at(MIDNIGHT);
  for (const user of users) {
    // 8 × 0.5125 = 4.1: 1000 − 4.1 + 8.
    expect(await user.get('/account')).toMatchObject({ cashBalanceUsd: '1003.9' });
  }
});

it('a claim is never gated: by membership, region or the kill switch', async () => {
  const halt = (mode: string) => world.test.sandbox('PUT', '/trading/predictions', { mode });
  const region = (user: TestUser, country: string) =>
    world.test.sandbox('PUT', '/region', { userId: user.userId, country });
  const kicked = await world.user();
  await flock.join(kicked);
  await done(kicked, id, 'predict', { amountUsd: '41' });
  await flock.member.post(`/groups/${flock.groupId}/leave`);
  await flock.leader.post(`/groups/${flock.groupId}/members/${kicked.userId}/kick`);
  await region(flock.leader, 'KP');
  await region(flock.member, 'US');
  await world.resolve('YES');
  await halt('halted');
  for (const user of [flock.leader, flock.member, kicked]) {
    expect((await done(user, id, 'claim')).amountClaimedUsd).toBe('80');
    expect(await tried(user, id, 'claim')).toEqual(NOT_CLAIMABLE);
    expect(await cash(user)).toBe('1039');
  }
});

it('of claims at once, and of the midnight job with them, one pays', async () => {
  await world.resolve('YES');
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => act(flock.leader, id, 'claim')),
  );
  const paid = answers.filter(({ status }) => status === 200);
  expect(paid).toHaveLength(1);
  for (const answer of answers.filter(({ status }) => status !== 200)) {
    expect(refusal(answer)).toEqual(NOT_CLAIMABLE);
  }
  await world.test.sandbox('POST', '/clock', { set: MIDNIGHT });
  await Promise.all(Array.from({ length: 6 }, () => act(flock.member, id, 'claim')));
  await world.drain();
  expect([await cash(flock.leader), await cash(flock.member)]).toEqual(['1039', '1039']);
  expect([(await claimsOf(flock.leader)).length, (await claimsOf(flock.member)).length]).toEqual([
    1, 1,
  ]);
});

it('a claim is one with its key', async () => {
  await world.resolve('YES');
  const claim = () =>
    flock.leader.call('POST', `/predictions/proposals/${id}/claim`, undefined, {
      'idempotency-key': 'claim',
    });
  const first = await claim();
  const again = await claim();
  expect([first.status, again.status, again.body]).toEqual([200, 200, first.body]);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(await cash(flock.leader)).toBe('1039');
  expect(await flock.leader.get(`/actions/${first.body.data.actionJobId}`)).toMatchObject({
    kind: 'prediction.claim',
    status: 'SETTLED',
    trade: first.body.data.trade,
  });
});
