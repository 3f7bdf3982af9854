import { buildSchema } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { typeDefs } from '../../src/features/inapp/type-defs.ts';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { send } from '../helpers/client.ts';
import { eventually } from '../helpers/eventually.ts';
import { askGraphQl, type Person, person, signedIn } from './in-app-world.ts';

let app: TestApp;
let ada: Person;
beforeAll(async () => {
  app = await startTestApp();
  ada = await person(app, 'ada');
});
afterAll(() => app.stop());

const VIEWER =
  '{ viewer { id idpId username avatar email totpEnabled oidcLinked passkeys { id } } }';

test('a session sees who it is', async () => {
  const { status, headers, body } = await ada.ask(VIEWER);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('ratelimit-limit')).toBe('1200');
  expect(body).toEqual({
    data: {
      viewer: {
        id: ada.userId,
        idpId: ada.idpId,
        username: 'ada',
        avatar: '',
        email: null,
        totpEnabled: false,
        oidcLinked: false,
        passkeys: [],
      },
    },
  });
});

test('no credential and a bad one are 401, a key is 403, whatever is asked', async () => {
  const scoped = await app.user('pays', { scopes: ['read', 'groups', 'groups:pay'] });
  const of = async (token: string | undefined, query: unknown) => {
    const { status, body } = await askGraphQl(app.origin, token, { query });
    return [status, body.code, body.data];
  };
  const fields = [
    ...Object.keys(buildSchema(typeDefs).getQueryType()?.getFields() ?? {}),
    ...Object.keys(buildSchema(typeDefs).getMutationType()?.getFields() ?? {}),
  ];
  expect(fields.length).toBeGreaterThan(15);
  for (const query of [VIEWER, '{', 7, ...fields.map((field) => `{ ${field} }`)]) {
    expect(await of(undefined, query)).toEqual([401, 'UNAUTHORIZED', undefined]);
    expect(await of(`${ada.token.slice(0, -9)}AAAAAAAAA`, query)).toEqual([
      401,
      'UNAUTHORIZED',
      undefined,
    ]);
    expect(await of(ada.apiKey, query)).toEqual([403, 'FORBIDDEN', undefined]);
    expect(await of(scoped.apiKey, query)).toEqual([403, 'FORBIDDEN', undefined]);
  }
  const { body } = await askGraphQl(app.origin, ada.apiKey, { query: VIEWER });
  expect(body).toMatchObject({ statusCode: 403, error: 'Forbidden', retryable: false });
});

test('only POST and only JSON', async () => {
  const of = async (method: 'GET' | 'PUT', path = '/graphql') => {
    const { status, headers } = await send(app.origin, { method, path, token: ada.token });
    return [status, headers.get('allow')];
  };
  expect(await of('GET')).toEqual([405, 'POST']);
  expect(await of('GET', `/graphql?query=${encodeURIComponent(VIEWER)}`)).toEqual([405, 'POST']);
  expect(await of('PUT')).toEqual([405, 'POST']);
  const form = await send(app.origin, {
    method: 'POST',
    path: '/graphql',
    token: ada.token,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'query=%7Bviewer%7Bid%7D%7D',
  });
  expect([form.status, form.body.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
});

test('what is refused whole is 400 by status, code and every error', async () => {
  const aliases = Array.from({ length: 30 }, (_, n) => `a${n}: viewer { id }`).join(' ');
  const deep = `{ __type(name: "Query") { fields { type { ${'ofType { '.repeat(20)}name${' }'.repeat(24)}`;
  const lists = Array.from(
    { length: 9 },
    (_, n) => `w${n}: withdrawals(limit: 200) { id status cursor }`,
  ).join(' ');
  const bodies: unknown[] = [
    [{ query: VIEWER }],
    [{ query: VIEWER }, { query: VIEWER }],
    {},
    { query: '' },
    { query: '{ nothing }' },
    { query: `{ ${aliases} }` },
    { query: deep },
    { query: `{ ${lists} }` },
    { query: `query a ${VIEWER} query b ${VIEWER}` },
    { query: VIEWER, variables: [] },
    { query: 'subscription { viewer { id } }' },
    { query: 'mutation { a: revokeSession(id: "x") { id } b: revokeSession(id: "y") { id } }' },
    { query: 'mutation { createApiKey { secret } }' },
    { query: `# ${'x'.repeat(10)}` },
  ];
  for (const body of bodies) {
    const answer = await askGraphQl(app.origin, ada.token, body);
    expect([answer.status, answer.body.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(answer.body.data).toBeUndefined();
    const codes = answer.body.errors.map(
      ({ extensions }: { extensions: { code: string } }) => extensions.code,
    );
    expect(codes).toEqual(['VALIDATION_FAILED']);
    expect(JSON.stringify(answer.body)).not.toMatch(/\.ts:|\.js:|stack/);
  }
  expect(await ada.run('{ apiKeys { id } sessions { current } }')).toMatchObject({
    sessions: [{ current: true }],
  });
});

test('a body that is too large or no JSON is refused as everywhere', async () => {
  const large = await askGraphQl(app.origin, ada.token, { query: 'x'.repeat(70_000) });
  expect([large.status, large.body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  const broken = await askGraphQl(app.origin, ada.token, '{"query":');
  expect([broken.status, broken.body.code]).toEqual([400, 'VALIDATION_FAILED']);
});

test('a field that refuses names its code, and the others answer', async () => {
  const { status, body } = await ada.ask('{ apiKeys { id } withdrawals(cursor: "?") { id } }');
  expect(status).toBe(200);
  expect(body.data).toBeNull();
  expect(body.errors).toEqual([
    {
      message: expect.any(String),
      path: ['withdrawals'],
      extensions: {
        code: 'VALIDATION_FAILED',
        statusCode: 400,
        retryable: false,
        details: {},
        errorId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
    },
  ]);
});

test('sessions are listed and signed out, each only by its owner', async () => {
  const eve = await person(app, 'eve');
  const { token } = await app.sandbox('POST', '/sessions', { userId: ada.userId });
  const second = signedIn(app, ada, token);
  const LIST = '{ sessions { id createdAt lastSeenAt userAgent current } }';
  const { sessions } = await second.run(LIST);
  expect(sessions.map(({ current }: { current: boolean }) => current)).toEqual([true, false]);
  const END = 'mutation ($id: ID!) { revokeSession(id: $id) { id } }';
  const id = sessions[0].id;
  expect(await eve.refused(END, { id })).toBe('NOT_FOUND');
  expect(await eve.refused(END, { id: 'nonsense' })).toBe('NOT_FOUND');
  expect(await ada.run(END, { id })).toEqual({ revokeSession: { id } });
  const refused = async () => (await second.ask(LIST)).status === 401;
  await eventually('every process has heard of the end of the session', refused);
  expect((await ada.run(LIST)).sessions).toHaveLength(1);
});

test('without a sandbox the schema says nothing about itself', async () => {
  const INTROSPECT = '{ __schema { queryType { name } } }';
  expect(await ada.run(INTROSPECT)).toEqual({ __schema: { queryType: { name: 'Query' } } });
  const closed = await startTestApp({ SKEIN_SANDBOX: '0' }, { database: app.database });
  try {
    const there = signedIn(closed, ada, ada.token);
    expect((await there.ask(VIEWER)).status).toBe(200);
    const { status, body } = await there.ask(INTROSPECT);
    expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED']);
  } finally {
    await closed.stop();
  }
});
