import { afterEach, expect, test } from 'vitest';
import { BEARER, type TestServer, testServer } from '../../../test/helpers/example-server.ts';
import type { HttpServerOptions } from './server.ts';

const started: TestServer[] = [];

afterEach(async () => {
  for (const { server } of started.splice(0)) await server.close();
});

async function start(overrides: Partial<HttpServerOptions> = {}): Promise<TestServer> {
  const running = await testServer(overrides);
  started.push(running);
  return running;
}

const get = ({ server }: TestServer, url: string, headers: Record<string, string> = {}) =>
  server.app.inject({ url, headers });

test("X-Request-Id echoes the caller's when it is well formed, on refusals too", async () => {
  const running = await start();
  for (const url of ['/healthz', '/api/v1/me', '/nothing', '/api/v1/orders/%E0%A4%A']) {
    const echoed = await get(running, url, { 'x-request-id': 'my_id-1' });
    expect([url, echoed.headers['x-request-id']]).toEqual([url, 'my_id-1']);
    for (const bad of ['', 'a b', 'é', 'x'.repeat(129)]) {
      const made = await get(running, url, { 'x-request-id': bad });
      expect(made.headers['x-request-id']).toMatch(/^[A-Za-z0-9_-]{12,20}$/);
    }
  }
  const ids = await Promise.all([1, 2, 3].map(() => get(running, '/healthz')));
  expect(new Set(ids.map(({ headers }) => headers['x-request-id'])).size).toBe(3);
});

test('every answer has the security headers; HSTS only behind https', async () => {
  const expected = {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  };
  const plain = await start();
  for (const url of ['/api/v1/me', '/healthz', '/nothing', '/%E0%A4%A']) {
    const { headers } = await get(plain, url);
    expect(headers).toMatchObject(expected);
    expect(headers['strict-transport-security']).toBeUndefined();
  }
  const secure = await start({ publicUrl: 'https://skein.example' });
  const { headers } = await get(secure, '/nothing');
  expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
});

test('CORS is off unless origins are configured', async () => {
  const origin = 'https://app.example';
  const preflight = { origin, 'access-control-request-method': 'POST' };
  const ask = ({ server }: TestServer, from: Record<string, string>) =>
    server.app.inject({ method: 'OPTIONS', url: '/api/v1/orders', headers: from });

  const off = await start();
  const refused = await ask(off, preflight);
  expect(refused.statusCode).toBe(405);
  expect(refused.headers['access-control-allow-origin']).toBeUndefined();
  expect((await get(off, '/healthz', { origin })).headers).not.toHaveProperty(
    'access-control-allow-origin',
  );

  const on = await start({ corsOrigins: [origin] });
  const allowed = await ask(on, preflight);
  expect(allowed.statusCode).toBe(204);
  expect(allowed.headers).toMatchObject({
    'access-control-allow-origin': origin,
    'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key, X-Request-Id',
  });
  const unauthorized = await get(on, '/api/v1/me', { origin });
  expect(unauthorized.statusCode).toBe(401);
  expect(unauthorized.headers['access-control-allow-origin']).toBe(origin);
  expect(unauthorized.headers['access-control-expose-headers']).toContain('RateLimit-Remaining');
  const other = await get(on, '/healthz', { origin: 'https://evil.example' });
  expect(other.headers['access-control-allow-origin']).toBeUndefined();
});

test('authenticated answers tell the budget', async () => {
  const running = await start();
  const first = await get(running, '/api/v1/me', { authorization: BEARER });
  const second = await get(running, '/api/v1/me', { authorization: BEARER });
  expect(first.headers).toMatchObject({
    'ratelimit-limit': '1200',
    'ratelimit-remaining': '1199',
    'ratelimit-reset': '60',
  });
  expect(second.headers['ratelimit-remaining']).toBe('1198');
});
