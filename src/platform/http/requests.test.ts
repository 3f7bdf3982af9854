import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  BEARER,
  SANDBOX_BEARER,
  type TestServer,
  testServer,
} from '../../../test/helpers/example-server.ts';
import { decodeCursor } from './cursor.ts';

const ID = '01920f3c-6d1a-7b3e-8c55-0a1b2c3d4e5f';
let running: TestServer;

beforeAll(async () => {
  running = await testServer();
});
beforeEach(() => {
  running.seen.length = 0;
});
afterAll(() => running.server.close());

const get = (url: string, headers: Record<string, string> = { authorization: BEARER }) =>
  running.server.app.inject({ method: 'GET', url, headers });

const send = (
  url: string,
  payload: string | undefined,
  headers: Record<string, string> = { 'content-type': 'application/json' },
  method: 'POST' | 'PUT' = 'POST',
) =>
  running.server.app.inject({
    method,
    url,
    headers: { authorization: BEARER, ...headers },
    ...(payload === undefined ? {} : { payload }),
  });

const place = (body: unknown) => send('/api/v1/orders', JSON.stringify(body));

test('data is sent in its envelope, printed by the schema of the route', async () => {
  const me = await get('/api/v1/me');
  expect(me.statusCode).toBe(200);
  expect(me.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(me.body).toBe('{"data":{"userId":"user-1"}}');
  const placed = await place({ amountUsd: '25', unknown: true });
  expect(placed.statusCode).toBe(201);
  expect(placed.body).toBe('{"data":{"id":"o-1","amountUsd":"25","note":null}}');
  const later = await place({ amountUsd: '25', reason: 'later' });
  expect(later.statusCode).toBe(202);
  expect(later.json().data.note).toBe('later');
});

test('a raw answer is sent as it is, marked when it is replayed', async () => {
  const closed = await send(`/api/v1/orders/${ID}/close`, undefined, {});
  expect(closed.statusCode).toBe(200);
  expect(closed.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'idempotency-replayed': 'true',
    'x-extra': 'yes',
  });
  expect(closed.body).toBe(`{"data":{"id":"${ID}","amountUsd":"25","note":null}}`);
});

test.each([
  ['none without a type', undefined, {}],
  ['none with the type', undefined, { 'content-type': 'application/json' }],
  ['empty with the type', '', { 'content-type': 'application/json' }],
  ['empty with another type', '', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['{} with the type', '{}', { 'content-type': 'application/json; charset=utf-8' }],
  ['{} without a type', '{}', { 'content-type': '' }],
])('a route without a body accepts: %s', async (_name, payload, headers) => {
  const url = `/api/v1/orders/${ID}/close`;
  const given = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''));
  const closed = await send(url, payload, given as Record<string, string>);
  expect(closed.statusCode).toBe(200);
  expect(running.seen).toEqual([{}]);
});

test('the query is read by its schema: defaults, clamped limit, unknown parameters dropped', async () => {
  const first = await get('/api/v1/orders?x=1');
  expect(first.statusCode).toBe(200);
  const cursor = String(first.headers['x-next-cursor']);
  expect(decodeCursor(cursor, 'string', 'number')).toEqual(['o-1', 7]);
  const last = await get(`/api/v1/orders?limit=999&open=true&side=SELL&cursor=${cursor}`);
  expect(last.headers['x-next-cursor']).toBeUndefined();
  expect(running.seen).toEqual([{ limit: 50 }, { limit: 200, cursor, side: 'SELL', open: true }]);
});

test.each([
  ['limit=0', 'query.limit must be an integer of at least 1'],
  ['limit=-1', 'query.limit must be an integer of at least 1'],
  ['limit=abc', 'query.limit must be an integer of at least 1'],
  ['limit=1e2', 'query.limit must be an integer of at least 1'],
  ['limit=', 'query.limit must be an integer of at least 1'],
  ['limit=1&limit=2', 'query.limit must be given once'],
  ['side=HOLD', 'query.side must be one of BUY, SELL'],
  ['open=1', 'query.open must be true or false'],
  ['cursor=a%00', 'query.cursor must not hold a zero character'],
])('a query that does not fit is 400: %s', async (query, problem) => {
  const refused = await get(`/api/v1/orders?${query}`);
  expect(refused.statusCode).toBe(400);
  expect(refused.json()).toMatchObject({ code: 'VALIDATION_FAILED', message: [problem] });
});

const AMOUNT =
  'body.amountUsd must be a plain decimal string with at most 6 decimals and at most 64 characters';

test.each([
  [{}, ['body.amountUsd is required']],
  [{ amountUsd: 25 }, [AMOUNT]],
  [{ amountUsd: '1e3' }, [AMOUNT]],
  [{ amountUsd: '-1' }, [AMOUNT]],
  [{ amountUsd: '00.5' }, [AMOUNT]],
  [{ amountUsd: '1.0000000' }, [AMOUNT]],
  [{ amountUsd: '٢٥' }, [AMOUNT]],
  [{ amountUsd: '25\n' }, [AMOUNT]],
  [{ amountUsd: '9'.repeat(65) }, [AMOUNT]],
  [{ amountUsd: null }, [AMOUNT]],
  [[], ['body must be an object']],
  [null, ['body must be an object']],
  ['25', ['body must be an object']],
  [
    { amountUsd: '1', reason: 'too long', legs: [{ side: 'a' }, { side: 1 }] },
    ['body.reason must have at most 5 characters', 'body.legs[1].side must be a string'],
  ],
])('a body that does not fit is 400 with every problem: %j', async (body, problems) => {
  const refused = await place(body);
  expect(refused.statusCode).toBe(400);
  expect(refused.json()).toMatchObject({ code: 'VALIDATION_FAILED', message: problems });
});

const JSON_PROBLEM = 'body must be valid JSON without prototype keys';
const STORABLE = 'body must not hold zero characters or lone surrogates';
const deep = (levels: number) => `{"amountUsd":"1","a":${'['.repeat(levels)}${']'.repeat(levels)}}`;

test.each([
  ['cut off', '{"amountUsd":', JSON_PROBLEM],
  ['HTML', '<html>', JSON_PROBLEM],
  ['NaN', '{"amountUsd":NaN}', JSON_PROBLEM],
  ['prototype', '{"amountUsd":"1","__proto__":{"a":1}}', JSON_PROBLEM],
  ['hidden prototype', '{"amountUsd":"1","\\u005f_proto__":{"a":1}}', JSON_PROBLEM],
  ['constructor', '{"amountUsd":"1","constructor":{"prototype":{}}}', JSON_PROBLEM],
  ['too deep', deep(32), 'body must not nest deeper than 32 levels'],
  ['zero character', '{"amountUsd":"1","reason":"\\u0000"}', STORABLE],
  ['lone surrogate', '{"amountUsd":"1","reason":"\\ud800"}', STORABLE],
])('a malformed body is 400: %s', async (_name, text, problem) => {
  const refused = await send('/api/v1/orders', text);
  expect(refused.statusCode).toBe(400);
  expect(refused.json()).toMatchObject({ code: 'VALIDATION_FAILED', message: [problem] });
});

test('what looks like the above but is not is accepted', async () => {
  expect((await send('/api/v1/orders', deep(31))).statusCode).toBe(201);
  const text = '{"amountUsd":"1","reason":"\\ud83e\\udebf","b":"[[{\\"\\\\u0000"}';
  expect((await send('/api/v1/orders', text)).statusCode).toBe(201);
});

test('64 KiB is the limit of a body, JSON its only type', async () => {
  const padded = (bytes: number) => `{"amountUsd":"1","p":"${'x'.repeat(bytes - 24)}"}`;
  expect((await send('/api/v1/orders', padded(65_536))).statusCode).toBe(201);
  const large = await send('/api/v1/orders', padded(65_537));
  expect([large.statusCode, large.json().code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  for (const type of ['text/plain', 'application/xml', 'nonsense', 'multipart/form-data']) {
    const other = await send('/api/v1/orders', '{"amountUsd":"1"}', { 'content-type': type });
    expect([other.statusCode, other.json().code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  }
});

test('the Idempotency-Key reaches the handler with its hashes', async () => {
  const headers = { 'content-type': 'application/json', 'idempotency-key': 'k 1' };
  await send('/api/v1/orders?a=1', '{"reason":"a","amountUsd":"1"}', headers);
  await send('/api/v1/orders', '{"amountUsd":"1","reason":"a"}', headers);
  const [, first, , second] = running.seen;
  expect(first).toMatchObject({ key: 'k 1', method: 'POST', path: '/api/v1/orders' });
  expect(second).toEqual(first);
  await place({ amountUsd: '1' });
  expect(running.seen[5]).toBeNull();
  for (const key of ['', 'x'.repeat(256), 'é']) {
    const refused = await send('/api/v1/orders', '{"amountUsd":"1"}', {
      ...headers,
      'idempotency-key': key,
    });
    expect(refused.statusCode).toBe(400);
    expect(refused.json().message).toEqual([
      'headers.idempotency-key must be 1 to 255 printable ASCII characters',
    ]);
  }
});

test('an id that cannot be one is 404, as is a path that does not fit its schema', async () => {
  for (const id of ['7', '%00', ID.toUpperCase(), `${ID}x`, 'a'.repeat(600), '%E0%A4%A']) {
    const missing = await send(`/api/v1/orders/${id}/close`, '{}');
    expect([id, missing.statusCode, missing.json().code]).toEqual([id, 404, 'NOT_FOUND']);
  }
  expect((await get(`/api/v1/refusals/${'A'.repeat(41)}`)).statusCode).toBe(404);
});

test('sandbox routes take the token of the sandbox alone and cost no budget', async () => {
  const clock = await get('/sandbox/v1/clock', { authorization: SANDBOX_BEARER });
  expect(clock.body).toBe('{"data":{"now":"now"}}');
  expect(clock.headers['ratelimit-limit']).toBeUndefined();
  expect((await get('/sandbox/v1/clock')).statusCode).toBe(401);
  const live = await testServer({ sandboxAuthenticate: undefined });
  const absent = await live.server.app.inject({
    url: '/sandbox/v1/clock',
    headers: { authorization: SANDBOX_BEARER },
  });
  expect(absent.statusCode).toBe(404);
  await live.server.close();
});

test('no body and no query makes the service fail', async () => {
  const json = fc.jsonValue().map((value) => JSON.stringify(value));
  const order = fc.record({ amountUsd: fc.jsonValue(), reason: fc.string(), legs: fc.jsonValue() });
  const body = fc.oneof(
    json,
    order.map((value) => JSON.stringify(value)),
    fc.string(),
  );
  await fc.assert(
    fc.asyncProperty(body, fc.webQueryParameters(), async (payload, query) => {
      const placed = await send('/api/v1/orders', payload);
      expect([201, 202, 400, 429]).toContain(placed.statusCode);
      expect([200, 400, 429]).toContain((await get(`/api/v1/orders?${query}`)).statusCode);
    }),
  );
});
