import { buildSchema, type GraphQLField, isListType, isNonNullType, isObjectType } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { typeDefs } from '../../src/features/inapp/type-defs.ts';
import { SANDBOX_TOKEN, startTestApp, type TestApp } from '../helpers/app.ts';
import { type Method, send } from '../helpers/client.ts';
import { askGraphQl, type Person, person } from './in-app-world.ts';

const FEES = { joiningFee: '30', subscriptionFee: '12', subscriptionPeriod: 'WEEKLY' } as const;
const NOBODY = '01920f3c-6d1a-7b3e-8c55-0a1b2c3d4e5f';

let app: TestApp;
/** The key of whom may do everything that a key may. */
let ada: Person;
let groupId: string;
beforeAll(async () => {
  app = await startTestApp();
  ada = await person(app, 'ada');
  const admin = await app.user('admin', { depositUsd: '0' });
  const group = { name: 'Paid geese', groupAccessType: 'PUBLIC', ...FEES };
  groupId = (await admin.post('/groups', group)).groupId;
});
afterAll(() => app.stop());

/** A call of a field with arguments of the right types. */
function callOf({ name, args, type }: GraphQLField<unknown, unknown>): string {
  const values = args.map((arg) => {
    const plain = isNonNullType(arg.type) ? arg.type.ofType : arg.type;
    const text = isListType(plain) ? '["read"]' : String(plain) === 'Int' ? '1' : `"${NOBODY}"`;
    return `${arg.name}: ${text}`;
  });
  const named = values.length === 0 ? name : `${name}(${values.join(', ')})`;
  const of = isNonNullType(type) ? type.ofType : type;
  const row = isListType(of) ? of.ofType : of;
  const inner = isNonNullType(row) ? row.ofType : row;
  return isObjectType(inner) ? `${named} { __typename }` : named;
}

const schema = buildSchema(typeDefs);
const operations = [
  ...Object.values(schema.getQueryType()?.getFields() ?? {}).map((field) => `{ ${callOf(field)} }`),
  ...Object.values(schema.getMutationType()?.getFields() ?? {}).map(
    (field) => `mutation { ${callOf(field)} }`,
  ),
];

const kept = async () =>
  ada.run(`{ apiKeys { id revokedAt } withdrawals { id } sessions { id } securityLog { id }
    viewer { totpEnabled passkeys { id } } }`);

test.each(operations)('a key is refused, a session is not: %s', async (query) => {
  const before = await kept();
  const { status, body } = await askGraphQl(app.origin, ada.apiKey, { query });
  expect([status, body.code]).toEqual([403, 'FORBIDDEN']);
  expect(await kept()).toEqual(before);
});

test('the operations of the table are good ones: a session runs them or is refused by name', async () => {
  for (const query of operations) {
    const { status, body } = await ada.ask(query);
    expect([query, status]).toEqual([query, 200]);
    const code = body.errors?.[0].extensions.code;
    expect(['FORBIDDEN', 'UNAUTHORIZED', 'INTERNAL']).not.toContain(code);
  }
});

/** What of the rest moves money to others, or belongs to the operator, as method, path and body. */
const others: readonly [method: Method, path: string, body: object, refusal: readonly unknown[]][] =
  [
    ['POST', '/api/v1/groups/GROUP/join', { acceptFees: FEES }, [403, 'FORBIDDEN']],
    ['POST', '/api/v1/groups/GROUP/subscription', { action: 'pay' }, [403, 'FORBIDDEN']],
    ['POST', '/api/v1/groups/GROUP/subscription', { action: 'resume' }, [403, 'FORBIDDEN']],
    ['POST', '/sandbox/v1/users', { username: 'bob' }, [401, 'UNAUTHORIZED']],
    ['POST', `/sandbox/v1/users/${NOBODY}/deposits`, { amountUsd: '1' }, [401, 'UNAUTHORIZED']],
    ['POST', '/sandbox/v1/keys', { userId: NOBODY }, [401, 'UNAUTHORIZED']],
    ['DELETE', `/sandbox/v1/keys/${NOBODY}`, {}, [401, 'UNAUTHORIZED']],
    ['POST', '/sandbox/v1/sessions', { userId: NOBODY }, [401, 'UNAUTHORIZED']],
    ['PUT', `/sandbox/v1/withdrawals/${NOBODY}`, { status: 'SENT' }, [401, 'UNAUTHORIZED']],
  ];

test.each(others)('a key is refused: %s %s', async (method, path, body, refusal) => {
  const call = { method, path: path.replace('GROUP', groupId), body, token: ada.apiKey };
  const answer = await send(app.origin, call);
  expect([answer.status, answer.body.code]).toEqual(refusal);
  expect((await ada.get('/account')).cashBalanceUsd).toBe('1000');
});

test('a key is no session for the cookies of sign-in', async () => {
  const answer = await send(app.origin, {
    method: 'POST',
    path: '/auth/token',
    token: ada.apiKey,
    body: {},
    headers: { origin: app.origin },
  });
  expect([401, 403]).toContain(answer.status);
  expect(answer.body.data).toBeUndefined();
});

test('a session pays what a key may not', async () => {
  const answer = await send(app.origin, {
    method: 'POST',
    path: `/api/v1/groups/${groupId}/join`,
    token: ada.token,
    body: { acceptFees: FEES },
  });
  expect(answer.status).toBe(200);
  // 1000 − 30 − 12.
  expect((await ada.get('/account')).cashBalanceUsd).toBe('958');
  const me = await send(app.origin, { method: 'GET', path: '/api/v1/me', token: ada.token });
  expect(me.body.data).toMatchObject({ authMethod: 'jwt', apiKey: null, userId: ada.userId });
  expect(me.body.data.scopes).toContain('groups:pay');
  const sandbox = await send(app.origin, {
    method: 'POST',
    path: '/graphql',
    token: SANDBOX_TOKEN,
    body: { query: '{ viewer { id } }' },
  });
  expect(sandbox.status).toBe(401);
});
