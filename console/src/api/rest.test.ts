import { expect, test } from 'vitest';
import { ApiError } from './api-error.ts';
import { createGraphql, operation } from './graphql.ts';
import type { TokenSource } from './http.ts';
import { createRest, urlOf } from './rest.ts';

interface Sent {
  readonly url: string;
  readonly init: RequestInit;
}

/** A service that gives the answers one after another, and what was sent to it. */
function service(...answers: readonly (Response | Error)[]) {
  const sent: Sent[] = [];
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const answer = answers[sent.length];
    sent.push({ url, init });
    if (!answer || answer instanceof Error) throw answer ?? new TypeError('no answer left');
    return answer;
  };
  const header = (n: number, name: string) =>
    (sent[n]?.init.headers as Record<string, string> | undefined)?.[name];
  return { fetch, sent, header };
}

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers });

const refusal = (code: string, status: number, retryable = false) =>
  json(status, { statusCode: status, code, message: 'No.', retryable, details: {}, errorId: 'e' });

/** A session whose token `old` may be renewed once to `new`. */
const session = (renewed: string | null = 'new'): TokenSource => ({
  current: async () => 'old',
  renew: async () => renewed,
});

const keys = (): (() => string) => {
  let made = 0;
  return () => {
    made += 1;
    return `key-${made}`;
  };
};

test('an address has its parameters encoded, its query, and its root', () => {
  expect(urlOf('/groups/{id}/members', { path: { id: 'a/b' }, query: { limit: 5 } })).toBe(
    '/api/v1/groups/a%2Fb/members?limit=5',
  );
  expect(urlOf('/trades', { query: { cursor: undefined } })).toBe('/api/v1/trades');
  expect(urlOf('/sandbox/v1/clock')).toBe('/sandbox/v1/clock');
});

test('a read carries the token and gives what is in the envelope', async () => {
  const { fetch, sent, header } = service(json(200, { data: [] }, { 'x-next-cursor': 'c2' }));
  const rest = createRest({ fetch, tokens: session(), newKey: keys() });
  expect(await rest.page('/groups')).toEqual({ data: [], nextCursor: 'c2' });
  expect([sent[0]?.init.method, header(0, 'authorization')]).toEqual(['GET', 'Bearer old']);
  expect([header(0, 'idempotency-key'), sent[0]?.init.body]).toEqual([undefined, undefined]);
});

test('a refused token is renewed and the request sent once more with the same key', async () => {
  const { fetch, sent, header } = service(
    refusal('UNAUTHORIZED', 401),
    json(200, { data: { success: true } }),
  );
  const rest = createRest({ fetch, tokens: session(), newKey: keys() });
  const left = await rest.post('/groups/{id}/leave', { path: { id: 'g' } });
  expect(left).toEqual({ success: true });
  expect([header(0, 'authorization'), header(1, 'authorization')]).toEqual([
    'Bearer old',
    'Bearer new',
  ]);
  expect([header(0, 'idempotency-key'), header(1, 'idempotency-key')]).toEqual(['key-1', 'key-1']);
  expect(sent.length).toBe(2);
});

test('when the renewal or the second try fails, the refusal is told', async () => {
  const ended = service(refusal('UNAUTHORIZED', 401));
  const rest = createRest({ fetch: ended.fetch, tokens: session(null), newKey: keys() });
  await expect(rest.get('/me')).rejects.toMatchObject({ code: 'UNAUTHORIZED', status: 401 });
  const twice = service(refusal('UNAUTHORIZED', 401), refusal('UNAUTHORIZED', 401));
  const again = createRest({ fetch: twice.fetch, tokens: session(), newKey: keys() });
  await expect(again.get('/me')).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  expect(twice.sent.length).toBe(2);
});

test('nothing is sent for who is signed out', async () => {
  const { fetch, sent } = service(json(200, { data: {} }));
  const signedOut = { current: async () => null, renew: async () => null };
  const rest = createRest({ fetch, tokens: signedOut, newKey: keys() });
  await expect(rest.get('/me')).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  expect(sent).toEqual([]);
});

test('a key that is given is the one that is sent, and a bearer takes the place of the session', async () => {
  const { fetch, header } = service(json(200, { data: { drained: true } }), refusal('X', 401));
  const rest = createRest({ fetch, tokens: session(), newKey: keys() });
  await rest.post('/sandbox/v1/drain', { bearer: 'sandbox', idempotencyKey: 'mine' });
  expect([header(0, 'authorization'), header(0, 'idempotency-key')]).toEqual([
    'Bearer sandbox',
    'mine',
  ]);
});

test('failures of every kind are one kind of error', async () => {
  const { fetch } = service(
    new TypeError('fetch failed'),
    new Response('<html>bad gateway</html>', { status: 502 }),
    refusal('OVERLOADED', 503, true),
    json(400, { code: 'VALIDATION_FAILED', message: ['a is wrong', 'b is wrong'] }),
  );
  const rest = createRest({ fetch, tokens: session(), newKey: keys() });
  const failures: unknown[] = [];
  for (let n = 0; n < 4; n += 1) failures.push(await rest.get('/me').catch((error) => error));
  for (const failure of failures) expect(failure).toBeInstanceOf(ApiError);
  expect(failures).toMatchObject([
    { code: 'NETWORK', retryable: true },
    { code: 'HTTP_502', status: 502, retryable: false },
    { code: 'OVERLOADED', retryable: true, errorId: 'e' },
    { code: 'VALIDATION_FAILED', problems: ['a is wrong', 'b is wrong'] },
  ]);
});

test('GraphQL gives data, or the code of its error', async () => {
  const viewer = operation<object, { viewer: { id: string } }>('{ viewer { id } }');
  const failed = { errors: [{ message: 'No.', extensions: { code: 'SECOND_FACTOR_INVALID' } }] };
  const { fetch, sent } = service(json(200, { data: { viewer: { id: 'u' } } }), json(200, failed));
  const graphql = createGraphql({ fetch, tokens: session() });
  expect(await graphql(viewer, {})).toEqual({ viewer: { id: 'u' } });
  expect(sent[0]?.init.body).toBe('{"query":"{ viewer { id } }","variables":{}}');
  await expect(graphql(viewer, {})).rejects.toMatchObject({ code: 'SECOND_FACTOR_INVALID' });
});
