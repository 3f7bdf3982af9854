import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestUser } from '../helpers/app.ts';
import { MARKET, type PredictionWorld, startPredictionWorld } from './prediction-world.ts';
import { mints, openGroup, propose } from './world.ts';

const FEES = { joiningFee: '0', subscriptionFee: '5', subscriptionPeriod: 'MONTHLY' } as const;
const PAYING = ['read', 'groups', 'groups:pay', 'trade:spot', 'trade:predictions', 'trade:perps'];

let world: PredictionWorld;
let leader: TestUser;
let ada: TestUser;
let groupId: string;
let calls: { spot: string; prediction: string; perp: string };

/**
 * Ada joins on 3 March with $121, pays $5 and puts $41 into YES, $25 into SOL and $50 into a perp;
 * nothing is left. On 3 April she cannot pay, on 10 April she is suspended.
 */
beforeAll(async () => {
  world = await startPredictionWorld();
  const { test: app } = world;
  await app.pin(mints.sol, '100');
  await app.sandbox('PUT', '/prices/perp/SOL', { priceUsd: '100' });
  leader = await world.user();
  groupId = await openGroup(leader, FEES);
  ada = await world.user({ depositUsd: '121', scopes: PAYING });
  await ada.post(`/groups/${groupId}/join`, { acceptFees: FEES });
  const spot = (await propose(leader, groupId, '100')).proposal.id;
  const order = { groupId, ...MARKET, isYes: true, amountUsd: '41' };
  const prediction = (await leader.post('/predictions/proposals', order)).proposal.id;
  const perp = { groupId, marketSymbol: 'SOL', side: 'LONG', collateralUsd: '100', leverage: '5' };
  const { proposalId } = await leader.post('/perps/proposals', perp);
  calls = { spot, prediction, perp: proposalId };
  await ada.post(`/predictions/proposals/${prediction}/predict`, { amountUsd: '41' });
  await ada.post(`/spot/proposals/${spot}/buy`, { amountUsd: '25' });
  const increase = { collateralUsd: '50', leverage: '2' };
  await ada.post(`/perps/proposals/${proposalId}/increase`, increase);
  await ada.post(`/groups/${groupId}/auto-buy`, { enabled: true, amountUsd: '5' });
  expect(await cash()).toBe('0');
  await world.resolve('NO');
  await world.at('2026-04-10T15:30:00.000Z');
}, 60_000);
afterAll(async () => {
  await world.test.audit();
  await world.test.stop();
});

const cash = async (): Promise<string> => (await ada.get('/account')).cashBalanceUsd;
const code = async (path: string, body?: object) => {
  const { status, body: answer } = await ada.call('POST', path, body);
  return [status, answer.code ?? null];
};
const barred = [403, 'SUBSCRIPTION_REQUIRED'];

test('who is suspended makes no entry of any kind, and reads as before', async () => {
  const [own] = (await ada.get(`/groups/${groupId}/members`)).filter(
    ({ userIdpId }: { userIdpId: string }) => userIdpId === ada.idpId,
  );
  expect(own.subscriptionStatus).toBe('PAST_DUE');
  const amountUsd = '5';
  const perp = { collateralUsd: '5', leverage: '2' };
  expect(await code(`/spot/proposals/${calls.spot}/buy`, { amountUsd })).toEqual(barred);
  expect(await code(`/perps/proposals/${calls.perp}/increase`, perp)).toEqual(barred);
  for (const list of ['proposals', 'leaderboard', 'members']) {
    expect((await ada.call('GET', `/groups/${groupId}/${list}`)).status).toBe(200);
  }
});

test('follows of a suspended member are skipped and say why', async () => {
  await propose(leader, groupId, '20', mints.decimals6);
  await world.drain();
  const [follow] = await ada.get(`/groups/${groupId}/auto-buy/history`);
  expect([follow.status, follow.code]).toEqual(['SKIPPED', 'SUBSCRIPTION_REQUIRED']);
});

test('sales, reductions and claims go on', async () => {
  const sold = await ada.call('POST', `/spot/proposals/${calls.spot}/sell`, { max: true });
  expect(sold.status).toBe(200);
  const [position] = await ada.get('/perps/positions');
  const reduced = await ada.call('POST', `/perps/positions/${position.id}/reduce`, {
    reduceFraction: '1',
    isFullClose: true,
  });
  expect(reduced.status).toBe(200);
  // Asked for and answered: YES has lost.
  const claim = `/predictions/proposals/${calls.prediction}/claim`;
  expect(await code(claim)).toEqual([400, 'NOT_CLAIMABLE']);
  // 0.24875 SOL for 24.875 less 0.124375; 50 less a fee of 0.035 on each way.
  expect(await cash()).toBe('74.680625');
});

test('pay lifts the suspension at once, for trades and for follows', async () => {
  const paid = await ada.call('POST', `/groups/${groupId}/subscription`, { action: 'pay' });
  expect([paid.status, paid.body.data.subscriptionStatus, paid.body.data.nextChargeAt]).toEqual([
    200,
    'ACTIVE',
    '2026-05-03T15:30:00.000Z',
  ]);
  expect(await cash()).toBe('69.680625');
  expect(await code(`/spot/proposals/${calls.spot}/buy`, { amountUsd: '5' })).toEqual([200, null]);
  await propose(leader, groupId, '20', mints.decimals8);
  await world.drain();
  const [follow] = await ada.get(`/groups/${groupId}/auto-buy/history`);
  expect(follow.status).toBe('FILLED');
});
