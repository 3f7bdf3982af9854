import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestUser } from '../helpers/app.ts';
import { mintOf, SOL } from './follow-world.ts';

let app: TestApp;
let admin: TestUser;
let ada: TestUser;
let bob: TestUser;
let groupId: string;
let count = 0;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.user('admin');
  await app.pin(SOL, '200');
});
afterAll(() => app.stop());

beforeEach(async () => {
  count += 1;
  ada = await app.user(`ada_${count}`);
  bob = await app.user(`bob_${count}`);
  const group = { name: 'Geese', groupAccessType: 'PUBLIC' };
  groupId = (await admin.post('/groups', group)).groupId;
  for (const user of [ada, bob]) await user.post(`/groups/${groupId}/join`);
});

const step = (by: TestUser, verb: string, id: string, body: object = {}) =>
  by.call('POST', `/groups/${groupId}/members/${id}/${verb}`, body);
const roleOf = (answer: { body: { data: { memberType: string; isAdmin: boolean } } }) => [
  answer.body.data.memberType,
  answer.body.data.isAdmin,
];
const propose = (user: TestUser, mint = SOL) =>
  user.call('POST', '/spot/proposals', { groupId, contractAddress: mint, amountUsd: '10' });

test('up by promote, down one step at a time, and a step that changes nothing answers as it is', async () => {
  const { userId, idpId } = ada;
  expect(roleOf(await step(admin, 'promote', userId))).toEqual(['LEADER', false]);
  expect(roleOf(await step(admin, 'promote', userId))).toEqual(['LEADER', false]);
  // By the id of the identity provider as well.
  expect(roleOf(await step(admin, 'promote', idpId, { to: 'ADMIN' }))).toEqual(['LEADER', true]);
  expect(roleOf(await step(admin, 'promote', userId, { to: 'LEADER' }))).toEqual(['LEADER', true]);
  expect(roleOf(await step(admin, 'demote', userId))).toEqual(['LEADER', false]);
  expect(roleOf(await step(admin, 'demote', idpId))).toEqual(['MEMBER', false]);
  const still = await step(admin, 'demote', userId);
  expect([still.status, ...roleOf(still)]).toEqual([200, 'MEMBER', false]);
  // From member to admin in one step: leader, too.
  expect(roleOf(await step(admin, 'promote', userId, { to: 'ADMIN' }))).toEqual(['LEADER', true]);
});

test('only admins promote, demote and kick; leaders do not', async () => {
  await step(admin, 'promote', ada.userId);
  for (const by of [ada, bob]) {
    for (const verb of ['promote', 'demote', 'kick']) {
      const { status, body } = await step(by, verb, bob.userId);
      expect([verb, status, body.code]).toEqual([verb, 403, 'ADMIN_REQUIRED']);
    }
  }
  const stranger = await app.user(`stranger_${count}`);
  const { status, body } = await step(stranger, 'kick', bob.userId);
  expect([status, body.code]).toEqual([403, 'NOT_GROUP_MEMBER']);
  for (const id of [stranger.userId, 'nobody', '01920f3c-7b10-7abc-8def-0123456789ab']) {
    const missing = await step(admin, 'promote', id);
    expect([missing.status, missing.body.code]).toEqual([404, 'NOT_FOUND']);
  }
});

test('the last admin keeps the flag', async () => {
  const last = await step(admin, 'demote', admin.userId);
  expect([last.status, last.body.code]).toEqual([400, 'LAST_ADMIN']);
  await step(admin, 'promote', ada.userId, { to: 'ADMIN' });
  expect(roleOf(await step(ada, 'demote', admin.userId))).toEqual(['LEADER', false]);
  const refused = await step(admin, 'demote', ada.userId);
  expect([refused.status, refused.body.code]).toEqual([403, 'ADMIN_REQUIRED']);
});

test('roles count at once: who may call, who may not', async () => {
  const before = await propose(ada);
  expect([before.status, before.body.code]).toEqual([403, 'LEADER_REQUIRED']);
  await step(admin, 'promote', ada.userId);
  expect((await propose(ada)).status).toBe(201);
  await step(admin, 'demote', ada.userId);
  const after = await propose(ada, mintOf('JUP'));
  expect([after.status, after.body.code]).toEqual([403, 'LEADER_REQUIRED']);
});

test('kicked is out: nothing is shown any more, nothing bought, but the own position can be sold', async () => {
  const { body } = await propose(admin);
  const { id } = body.data.proposal;
  await ada.post(`/spot/proposals/${id}/buy`, { amountUsd: '10' });
  const self = await step(admin, 'kick', admin.userId);
  expect([self.status, self.body.code]).toEqual([400, 'VALIDATION_FAILED']);
  expect((await step(admin, 'kick', ada.userId)).body.data).toEqual({ success: true });
  const again = await step(admin, 'kick', ada.userId);
  expect([again.status, again.body.code]).toEqual([404, 'NOT_FOUND']);
  for (const path of [
    `/groups/${groupId}`,
    `/groups/${groupId}/members`,
    `/spot/proposals?groupId=${groupId}`,
  ]) {
    const { status, body: refused } = await ada.call('GET', path);
    expect([path, status, refused.code]).toEqual([path, 403, 'NOT_GROUP_MEMBER']);
  }
  // The proposal of the own position stays readable, without the trades of others (18.29).
  const own = await ada.get(`/spot/proposals/${id}`);
  expect(own.proposal.id).toBe(id);
  expect(JSON.stringify(own)).not.toContain(body.data.trade.id);
  const buy = await ada.call('POST', `/spot/proposals/${id}/buy`, { amountUsd: '10' });
  expect([buy.status, buy.body.code]).toEqual([403, 'NOT_GROUP_MEMBER']);
  // 10 − 0.05 bought 0.04975 SOL: gross 9.95, fee 0.04975.
  const { trade } = await ada.post(`/spot/proposals/${id}/sell`, { max: true });
  expect([trade.tokenAmount, trade.svcFeeUsd]).toEqual(['0.04975', '0.04975']);
  const flat = await ada.call('GET', `/spot/proposals/${id}`);
  expect([flat.status, flat.body.code]).toEqual([403, 'NOT_GROUP_MEMBER']);
  // A PUBLIC group can be joined again.
  expect((await ada.post(`/groups/${groupId}/join`)).status).toBe('JOINED');
  await app.audit();
});
