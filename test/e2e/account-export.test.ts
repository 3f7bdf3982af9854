import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { dataOf, send } from '../helpers/client.ts';
import { person } from './in-app-world.ts';
import { mints, openGroup, propose } from './world.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
}, 60_000);
afterAll(() => app.stop());

const PATH = '/api/v1/account/export';
const exportOf = (token: string) => send(app.origin, { method: 'GET', path: PATH, token });

test('a key gets nothing, nobody gets nothing', async () => {
  const bot = await app.user('bot_export');
  const byKey = await bot.call('GET', '/account/export');
  expect([byKey.status, byKey.body.code]).toEqual([403, 'FORBIDDEN']);
  const byNobody = await send(app.origin, { method: 'GET', path: PATH });
  expect([byNobody.status, byNobody.body.code]).toEqual([401, 'UNAUTHORIZED']);
});

test('everything of the caller is in it, exact to the last digit, and nothing of others', async () => {
  const ada = await person(app, 'ada_export', '1000');
  const bob = await app.user('bob_export');
  const groupId = await openGroup(ada);
  await bob.post(`/groups/${groupId}/join`);
  await bob.post(`/groups/${groupId}/auto-buy`, { enabled: true, amountUsd: '10' });
  await app.pin(mints.sol, '150');
  const { proposal, trade } = await propose(ada, groupId, '25');
  const path = `/chat/${groupId}/messages`;
  await ada.post(path, { type: 'TEXT', content: 'mine "quoted" ❤' });
  const { id: his } = await bob.post(path, { type: 'TEXT', content: 'not mine' });
  await ada.post(`${path}/${his}/report`, { reason: 'Rude.' });
  await ada.call('PUT', `/chat/${groupId}/mutes/${bob.userId}`);
  await ada.post(`/groups/${groupId}/agents`, { agentKey: 'scout', enabled: true });
  await app.sandbox('POST', '/drain');

  const answer = await exportOf(ada.token);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(answer.headers.get('content-disposition')).toContain('attachment');
  const data = dataOf(answer);
  expect(data.profile).toMatchObject({
    id: ada.userId,
    idpId: ada.idpId,
    username: 'ada_export',
    mode: 'paper',
    email: null,
    totpEnabledAt: null,
    passkeys: [],
    oidcAccounts: [],
  });
  expect(data.notificationSettings.security).toEqual({ mail: true, inApp: true });
  // 25 - 0.125 fee = 24.875 for SOL at 150: 0.165833333 of nine decimals.
  const sol = { tokenAddress: mints.sol, symbol: 'SOL' };
  expect(data.balances).toMatchObject([
    { symbol: 'USDC', decimals: 6, available: '975', reserved: '0' },
    { ...sol, decimals: 9, available: '0.165833333', reserved: '0' },
  ]);
  expect(data.spotProposals).toMatchObject([
    { id: proposal.id, groupId, vertical: 'SPOT', ...sol, initialPriceUsd: '150', closedAt: null },
  ]);
  expect(data.spotTrades).toMatchObject([
    {
      id: trade.id,
      proposalId: proposal.id,
      side: 'BUY',
      origin: 'OPEN',
      quantity: '0.165833333',
      priceUsd: '150',
      feeUsd: '0.125',
      pnlUsd: '0',
    },
  ]);
  expect(data.spotPositions).toMatchObject([
    { proposalId: proposal.id, ...sol, quantity: '0.165833333', costUsd: '25' },
  ]);
  const [deposited, bought] = data.ledger;
  expect(data.ledger).toHaveLength(2);
  expect(deposited).toMatchObject({
    kind: 'deposit',
    movements: [{ asset: 'USDC', amount: '1000', balanceAfter: '1000' }],
  });
  expect(bought).toMatchObject({ id: trade.id, kind: 'trade' });
  expect(bought.movements).toEqual(
    expect.arrayContaining([
      { asset: 'USDC', amount: '-25', balanceAfter: '975' },
      { asset: 'SOL', amount: '0.165833333', balanceAfter: '0.165833333' },
    ]),
  );
  expect(data.deposits).toMatchObject([{ amountUsd: '1000', source: 'sandbox' }]);
  expect(data.memberships).toMatchObject([
    { groupId, groupName: 'Geese', groupCreatedByMe: true, status: 'ACTIVE', isAdmin: true },
  ]);
  const texts = data.chatMessages.map((one: { content: string }) => one.content);
  expect(texts.toSorted()).toEqual([
    'ada_export proposed SOL with $25 at $150.',
    'mine "quoted" ❤',
  ]);
  expect(data.chatReports).toMatchObject([{ messageId: his, reason: 'Rude.', status: 'OPEN' }]);
  expect(data.chatMutes).toMatchObject([{ userId: bob.userId, groups: [{ groupId }] }]);
  expect(data.agents).toMatchObject([{ groupId, agents: [{ agentKey: 'scout', enabled: true }] }]);
  expect(data.apiKeys).toMatchObject([{ prefix: ada.apiKey.slice(0, 10), revokedAt: null }]);
  expect(data.sessions).toMatchObject([{ method: 'sandbox', revokedAt: null }]);
  const kinds = data.securityLog.map(({ kind }: { kind: string }) => kind);
  expect(kinds).toEqual(['sign_in', 'account_exported']);
  const text = JSON.stringify(data);
  expect(text).not.toContain('not mine');
  expect(text).not.toContain(ada.apiKey);
  expect(text).not.toContain('bob_export');
});

test('lists longer than a page are whole', async () => {
  const ada = await person(app, 'ada_long', '0');
  // One more than two pages of 500, all in the same instant.
  await app.app.services.database.withClient((client) =>
    client.query(
      `insert into spot_trade (id, user_id, asset_id, side, origin, quantity, price, gross, fee, pnl,
          cost_out, created_at)
        select gen_random_uuid(), $1, 0, 'BUY', 'SWAP', n, 1, n, 0, 0, 0,
          timestamptz '2026-01-01' + (n / 300) * interval '1 second'
        from generate_series(1, 1001) n`,
      [ada.userId],
    ),
  );
  const data = dataOf(await exportOf(ada.token));
  const grosses = data.spotTrades.map((one: { quantity: string }) => one.quantity);
  expect(new Set(grosses).size).toBe(1_001);
  expect(grosses).toHaveLength(1_001);
  expect(grosses).toContain('0.001001');
});

test('an export that nobody reads ends, and the next one begins', async () => {
  const ada = await person(app, 'ada_away', '0');
  const controller = new AbortController();
  const headers = { authorization: `Bearer ${ada.token}` };
  const first = await fetch(`${app.origin}${PATH}`, { headers, signal: controller.signal });
  expect(first.status).toBe(200);
  controller.abort();
  let status = 0;
  for (let tries = 0; status !== 200 && tries < 500; tries += 1) {
    status = (await exportOf(ada.token)).status;
  }
  expect(status).toBe(200);
});
