import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Type } from 'typebox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '../../errors/app-error.ts';
import { fixedClock } from '../../platform/clock.ts';
import { createRollingBudget } from '../../platform/http/rate-budget.ts';
import { defineRoute } from '../../platform/http/route.ts';
import { createHttpServer, type HttpServer } from '../../platform/http/server.ts';
import { isPage, serveConsole } from './serve.ts';

const HTML = { accept: 'text/html,application/xhtml+xml' };
const page = '<!doctype html><title>Skein</title>';
const script = 'export const leader = 1;';
let directory: string;
let server: HttpServer;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'skein-console-'));
  await mkdir(join(directory, 'assets'));
  await writeFile(join(directory, 'index.html'), page);
  await writeFile(join(directory, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(directory, 'assets', 'index-abc123.js'), script);
  await writeFile(join(directory, 'assets', 'index-abc123.js.gz'), gzipSync(script));
  server = serverWith(directory);
  await server.ready();
});
afterAll(async () => {
  await server.close();
  await rm(directory, { recursive: true });
});

/** A server with one route and the console of a directory. */
function serverWith(folder: string): HttpServer {
  const ignore = (): void => {};
  const made = createHttpServer({
    log: { info: ignore, warn: ignore, error: ignore },
    publicUrl: 'https://trade.example.org',
    corsOrigins: [],
    authenticate: () => {
      throw new AppError('UNAUTHORIZED');
    },
    rateBudget: createRollingBudget({ elapsedMs: () => 0 }),
    health: { live: () => true, ready: () => ({ ready: true }) },
    metricsText: async () => '',
    clock: fixedClock(0),
  });
  serveConsole(made, { directory: folder, publicUrl: 'https://trade.example.org' });
  made.route(
    defineRoute({
      method: 'POST',
      path: '/orders',
      scope: 'none',
      tag: 'Orders',
      summary: 'Makes an order',
      description: 'Makes an order.',
      response: Type.String(),
      examples: { response: 'made' },
      handler: () => 'made',
    }),
    defineRoute({
      method: 'GET',
      path: '/orders/{id}',
      auth: 'public',
      scope: 'none',
      tag: 'Orders',
      summary: 'An order',
      description: 'An order.',
      params: Type.Object({ id: Type.String() }),
      response: Type.String(),
      examples: { response: 'order' },
      handler: () => 'order',
    }),
  );
  return made;
}

const get = (url: string, headers: Record<string, string> = {}) =>
  server.app.inject({ url, headers });

test('every address of the console is its one page, never kept, under a strict policy', async () => {
  for (const url of ['/', '/groups/g-1?tab=members', '/positions/spot/p.1']) {
    const answer = await get(url, HTML);
    expect([answer.statusCode, answer.body]).toEqual([200, page]);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; " +
        "img-src 'self' data: https:; connect-src 'self' wss://trade.example.org; " +
        "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; " +
        "object-src 'none'",
    });
    expect(answer.headers['permissions-policy']).toContain('camera=()');
  }
});

test('what the service has is told apart from what it has not, beside the wildcard of the console', async () => {
  const codes = async (url: string) => {
    const answer = await get(url);
    return [answer.statusCode, answer.json().code, answer.headers.allow];
  };
  expect(await codes('/api/v1/orders')).toEqual([405, 'METHOD_NOT_ALLOWED', 'POST']);
  // No id is so long: the route for it passes it on.
  expect(await codes(`/api/v1/orders/${'x'.repeat(3_000)}`)).toEqual([404, 'NOT_FOUND', undefined]);
});

test('files are sent as they are, hashed ones for ever, packed where that is taken', async () => {
  const plain = await get('/assets/index-abc123.js');
  expect([plain.statusCode, plain.body]).toEqual([200, script]);
  expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(plain.headers['content-type']).toMatch(/^(?:text|application)\/javascript/);
  const packed = await get('/assets/index-abc123.js', { 'accept-encoding': 'gzip' });
  expect(packed.headers['content-encoding']).toBe('gzip');
  expect(packed.rawPayload).toEqual(gzipSync(script));
  const icon = await get('/icon.svg');
  expect(icon.headers['cache-control']).toBe('public, max-age=86400');
});

test('what is no page is refused as before', async () => {
  for (const url of [
    '/assets/index-old.js',
    '/assets/index-abc123.js.gz',
    '/api/v1/nothing',
    '/auth/nothing',
    '/sandbox/v1/nothing',
    '/docs/nothing',
    '/assets/..%2f..%2fpackage.json',
  ]) {
    const answer = await get(url, HTML);
    expect([url, answer.statusCode, answer.json().code]).toEqual([url, 404, 'NOT_FOUND']);
  }
  // Who does not ask for a page gets none.
  expect((await get('/groups')).statusCode).toBe(404);
  const wrongMethod = await get('/api/v1/orders', HTML);
  expect([wrongMethod.statusCode, wrongMethod.headers.allow]).toEqual([405, 'POST']);
  const post = await server.app.inject({ method: 'POST', url: '/groups' });
  expect(post.statusCode).toBe(404);
});

test('the service keeps its own roots', () => {
  expect(isPage('/discover', 'text/html')).toBe(true);
  expect(isPage('/discover', 'application/json')).toBe(false);
  expect(isPage('/graphql', 'text/html')).toBe(false);
  expect(isPage('/apiary', 'text/html')).toBe(true);
});

test('without a build the reference page is what there is', async () => {
  const bare = serverWith(join(directory, 'none'));
  const answer = await bare.app.inject({ url: '/', headers: HTML });
  expect([answer.statusCode, answer.headers.location]).toEqual([302, '/docs']);
  await bare.close();
});
