import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { send } from '../helpers/client.ts';
import { eventually } from '../helpers/eventually.ts';
import { type Person, person } from './in-app-world.ts';

let app: TestApp;
let other: TestApp;
let ada: Person;
beforeAll(async () => {
  app = await startTestApp();
  other = await startTestApp({}, { database: app.database });
  ada = await person(app, 'ada');
});
afterAll(async () => {
  await other.stop();
  await app.stop();
});

const KEY = 'id label prefix scopes createdAt lastUsedAt expiresAt revokedAt';
const CREATE = `mutation ($label: String!, $scopes: [String!], $expiresAt: String) {
  createApiKey(label: $label, scopes: $scopes, expiresAt: $expiresAt) { secret apiKey { ${KEY} } } }`;
const REVOKE = `mutation ($id: ID!) { revokeApiKey(id: $id) { ${KEY} } }`;
const LIST = `{ apiKeys { ${KEY} } }`;
const LOG = '{ securityLog(limit: 3) { kind details ip userAgent } }';

const meAt = (at: TestApp, token: string) =>
  send(at.origin, { method: 'GET', path: '/api/v1/me', token });

test('a key is made with scopes and expiry; its secret is told once', async () => {
  const expiresAt = '2099-01-31T14:30:00.000Z';
  const wish = { label: 'bot', scopes: ['trade:spot', 'read'], expiresAt };
  const { secret, apiKey } = (await ada.run(CREATE, wish)).createApiKey;
  expect(secret).toMatch(/^svc_[0-9A-Za-z]{43}$/);
  expect(apiKey).toEqual({
    id: expect.any(String),
    label: 'bot',
    prefix: secret.slice(0, 10),
    scopes: ['read', 'trade:spot'],
    createdAt: expect.stringMatching(/Z$/),
    lastUsedAt: null,
    expiresAt,
    revokedAt: null,
  });
  const { body } = await meAt(app, secret);
  expect(body.data).toMatchObject({
    userId: ada.userId,
    authMethod: 'apiKey',
    scopes: ['read', 'trade:spot'],
    apiKey: { id: apiKey.id, label: 'bot', expiresAt },
  });
  const listed = await ada.ask(LIST);
  expect(listed.body.data.apiKeys[0].id).toBe(apiKey.id);
  expect(JSON.stringify(listed.body)).not.toContain(secret);
  const { securityLog } = await ada.run(LOG);
  expect(securityLog[0]).toMatchObject({ kind: 'key_created', userAgent: 'node' });
  expect(JSON.parse(securityLog[0].details)).toEqual({
    label: 'bot',
    prefix: secret.slice(0, 10),
    scopes: 'trade:spot read',
  });
  expect(JSON.stringify(securityLog)).not.toContain(secret);
});

test('without a list it has every ordinary scope; paying others must be named', async () => {
  const scopesOf = async (scopes: readonly string[] | null) =>
    (await ada.run(CREATE, { label: 'x', scopes })).createApiKey.apiKey.scopes;
  expect(await scopesOf(null)).toEqual([
    'read',
    'trade:spot',
    'trade:predictions',
    'trade:perps',
    'groups',
    'chat',
  ]);
  expect(await scopesOf(['groups', 'groups:pay'])).toEqual(['groups', 'groups:pay']);
});

test('what does not fit is refused and makes nothing', async () => {
  const before = (await ada.run(LIST)).apiKeys.length;
  const wishes = [
    { label: 'x', scopes: [] },
    { label: 'x', scopes: ['everything'] },
    { label: 'x'.repeat(65) },
    { label: 'x', expiresAt: '2020-01-01T00:00:00.000Z' },
    { label: 'x', expiresAt: 'tomorrow' },
    { label: 'x', expiresAt: '2099-02-31T00:00:00.000Z' },
  ];
  for (const wish of wishes) expect(await ada.refused(CREATE, wish)).toBe('VALIDATION_FAILED');
  expect((await ada.run(LIST)).apiKeys).toHaveLength(before);
});

test('a revoked key ends at once in all processes, and only its owner revokes it', async () => {
  const eve = await person(app, 'eve');
  const { secret, apiKey } = (await ada.run(CREATE, { label: 'short' })).createApiKey;
  const { id } = apiKey;
  expect([(await meAt(app, secret)).status, (await meAt(other, secret)).status]).toEqual([
    200, 200,
  ]);
  expect(await eve.refused(REVOKE, { id })).toBe('NOT_FOUND');
  expect(await eve.refused(REVOKE, { id: 'nonsense' })).toBe('NOT_FOUND');
  expect((await meAt(app, secret)).status).toBe(200);
  const { revokeApiKey } = await ada.run(REVOKE, { id });
  expect(revokeApiKey).toMatchObject({ id, revokedAt: expect.stringMatching(/Z$/) });
  expect((await meAt(app, secret)).status).toBe(401);
  await eventually('the other process has heard of it', async () => {
    return (await meAt(other, secret)).status === 401;
  });
  // Once more changes nothing, also not in the log.
  expect((await ada.run(REVOKE, { id })).revokeApiKey).toEqual(revokeApiKey);
  const { securityLog } = await ada.run(LOG);
  expect(securityLog.map(({ kind }: { kind: string }) => kind)).toEqual([
    'key_revoked',
    'key_created',
    'key_created',
  ]);
});

test('the log is paged from the newest on, without a gap, and is one’s own', async () => {
  const PAGE = `query ($cursor: String) {
    securityLog(cursor: $cursor, limit: 2) { id kind at cursor } }`;
  const all: string[] = [];
  let cursor: string | null = null;
  for (;;) {
    const { securityLog } = await ada.run(PAGE, { cursor });
    if (securityLog.length === 0) break;
    all.push(...securityLog.map(({ id }: { id: string }) => id));
    cursor = securityLog.at(-1).cursor;
  }
  const whole = (await ada.run('{ securityLog(limit: 200) { id } }')).securityLog;
  expect(all).toEqual(whole.map(({ id }: { id: string }) => id));
  expect(all.length).toBeGreaterThan(4);
  const dan = await person(app, 'dan');
  const { securityLog } = await dan.run('{ securityLog { id } }');
  const ids: string[] = securityLog.map(({ id }: { id: string }) => id);
  expect(ids.filter((id) => all.includes(id))).toEqual([]);
  expect(await ada.refused('{ securityLog(limit: 0) { id } }')).toBe('VALIDATION_FAILED');
});
