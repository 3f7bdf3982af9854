import { afterEach, expect, test } from 'vitest';
import {
  BEARER,
  type TestServer,
  testServer,
  trader,
} from '../../../test/helpers/example-server.ts';
import { AppError } from '../../errors/app-error.ts';
import type { RateBudget } from './rate-budget.ts';
import { createRollingBudget } from './rate-budget.ts';
import type { HttpServerOptions } from './server.ts';

const ID = '01920f3c-6d1a-7b3e-8c55-0a1b2c3d4e5f';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const started: TestServer[] = [];

afterEach(async () => {
  for (const { server } of started.splice(0)) await server.close();
});

async function start(overrides: Partial<HttpServerOptions> = {}): Promise<TestServer> {
  const running = await testServer(overrides);
  started.push(running);
  return running;
}

const call = (
  { server }: TestServer,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD' | 'OPTIONS',
  url: string,
  options: { headers?: Record<string, string>; payload?: string } = {},
) => server.app.inject({ method, url, headers: { authorization: BEARER }, ...options });

test('a refusal has exactly the one shape', async () => {
  const running = await start();
  const refused = await call(running, 'GET', '/api/v1/refusals/NO_POSITION');
  const { errorId, ...body } = refused.json();
  expect(body).toEqual({
    statusCode: 400,
    error: 'Bad Request',
    code: 'NO_POSITION',
    message: 'There is nothing to sell, reduce or claim.',
    retryable: false,
    details: { symbol: 'SOL' },
  });
  expect(errorId).toMatch(UUID);
  expect(refused.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(refused.headers['retry-after']).toBeUndefined();
  expect(refused.headers['ratelimit-remaining']).toBe('1199');
});

test('retryable refusals say when to come back', async () => {
  const running = await start();
  for (const code of ['PRICE_UNAVAILABLE', 'IDEMPOTENCY_IN_PROGRESS', 'OVERLOADED']) {
    const refused = await call(running, 'GET', `/api/v1/refusals/${code}`);
    expect(refused.json().retryable).toBe(true);
    expect(refused.headers['retry-after']).toBe('1');
  }
});

test('a bug is 500 without its cause; the cause is in the log under the errorId', async () => {
  const running = await start();
  const reasons: Record<string, string> = {
    bug: 'select secret from vault',
    late: 'late bug',
    unprintable: '"amountUsd" is required!',
  };
  for (const [name, reason] of Object.entries(reasons)) {
    running.lines.length = 0;
    const failed = await call(running, 'GET', `/api/v1/refusals/${name}`);
    const { errorId, ...body } = failed.json();
    expect(body).toEqual({
      statusCode: 500,
      error: 'Internal Server Error',
      code: 'INTERNAL',
      message: 'An internal error; `errorId` is in the log.',
      retryable: false,
      details: {},
    });
    const logged = running.lines.find(({ message }) => message === 'internal error');
    expect(logged).toMatchObject({
      level: 'error',
      fields: { errorId, reason, method: 'GET', route: '/api/v1/refusals/:code' },
    });
    expect(String(logged?.fields.stack)).toContain('Error');
  }
});

test('an unknown path is 404, a known path with another method 405 with Allow', async () => {
  const running = await start();
  for (const url of ['/api/v1/nothing', '/api/v1/orders/', '/api/v2/me', '/api/v1/orders//close']) {
    const missing = await call(running, 'GET', url, { headers: {} });
    expect([url, missing.statusCode, missing.json().code]).toEqual([url, 404, 'NOT_FOUND']);
  }
  const wrong = await call(running, 'DELETE', '/api/v1/orders?a=1', { headers: {} });
  expect(wrong.statusCode).toBe(405);
  expect(wrong.json().code).toBe('METHOD_NOT_ALLOWED');
  expect(wrong.headers.allow).toBe('GET, HEAD, POST');
  const options = await call(running, 'OPTIONS', `/api/v1/orders/${ID}/close`);
  expect([options.statusCode, options.headers.allow]).toEqual([405, 'POST']);
  expect((await call(running, 'HEAD', '/api/v1/me')).statusCode).toBe(200);
});

test('refuses in the order of the contract', async () => {
  const running = await start({
    rateBudget: createRollingBudget({ elapsedMs: () => 0 }, { limit: 2 }),
  });
  const json = { authorization: BEARER, 'content-type': 'application/json' };
  const codes: string[] = [];
  const put = async (path: string, headers: Record<string, string>, payload: string) => {
    const refused = await call(running, 'PUT', path, { headers, payload });
    codes.push(refused.json().code);
    return refused;
  };
  // Unknown route before the missing key, missing key before the unreadable body.
  await put('/api/v1/nothing', {}, '{');
  const unauthorized = await put('/api/v1/groups/7', { 'content-type': 'text/plain' }, '{');
  expect(unauthorized.headers['www-authenticate']).toBe('Bearer');
  expect(unauthorized.headers['ratelimit-limit']).toBeUndefined();
  // Shape before scope, scope before the malformed id; both count against the budget of 2.
  await put('/api/v1/groups/7', json, '{}');
  const scope = await put('/api/v1/groups/7', json, '{"name":"a"}');
  expect(scope.json().details).toEqual({ scope: 'groups' });
  expect(scope.headers['ratelimit-remaining']).toBe('0');
  // Budget before the shape.
  const limited = await put('/api/v1/groups/7', json, '{');
  expect(limited.headers).toMatchObject({
    'ratelimit-limit': '2',
    'ratelimit-remaining': '0',
    'ratelimit-reset': '60',
    'retry-after': '60',
  });
  expect(codes).toEqual([
    'NOT_FOUND',
    'UNAUTHORIZED',
    'VALIDATION_FAILED',
    'SCOPE_REQUIRED',
    'RATE_LIMITED',
  ]);
});

test('identity and budget may answer later', async () => {
  const shared: RateBudget = {
    take: async () => ({ admitted: true, limit: 9, remaining: 8, resetSeconds: 7 }),
  };
  const running = await start({
    rateBudget: shared,
    authenticate: async (header) => {
      if (header !== BEARER) throw new AppError('UNAUTHORIZED');
      return trader;
    },
  });
  const me = await call(running, 'GET', '/api/v1/me');
  expect([me.statusCode, me.headers['ratelimit-remaining']]).toEqual([200, '8']);
  expect((await call(running, 'GET', '/api/v1/me', { headers: {} })).statusCode).toBe(401);
  const broken = await start({
    rateBudget: { take: () => Promise.reject(new Error('no counter')) },
  });
  expect((await call(broken, 'GET', '/api/v1/me')).json().code).toBe('INTERNAL');
});

test('a key in the query is not read', async () => {
  const running = await start();
  const url = '/api/v1/me?authorization=Bearer%20svc_test&token=svc_test';
  expect((await call(running, 'GET', url, { headers: {} })).statusCode).toBe(401);
});
