import { afterAll, beforeAll, expect, test } from 'vitest';
import { exampleProblems } from '../../../test/helpers/example-problems.ts';
import {
  BEARER,
  exampleRoutes,
  SANDBOX_BEARER,
  type TestServer,
  testServer,
} from '../../../test/helpers/example-server.ts';
import { errorCodesDocument } from '../../errors/published.ts';
import { inlineScriptHashes } from './reference-page.ts';
import type { Route } from './route.ts';

let running: TestServer;

beforeAll(async () => {
  running = await testServer();
});
afterAll(() => running.server.close());

const get = (url: string, headers: Record<string, string> = {}) =>
  running.server.app.inject({ url, headers });

test('/error-codes.json is the catalogue', async () => {
  expect((await get('/error-codes.json')).json()).toEqual(errorCodesDocument());
});

test('/healthz and /readyz tell apart alive and ready', async () => {
  expect((await get('/healthz')).json()).toEqual({ status: 'live' });
  expect((await get('/readyz')).json()).toEqual({ status: 'ready' });
  running.health.ready = false;
  running.health.live = false;
  const notReady = await get('/readyz');
  expect(notReady.statusCode).toBe(503);
  expect(notReady.headers['retry-after']).toBe('1');
  expect(notReady.json()).toMatchObject({
    code: 'OVERLOADED',
    message: 'The service is not ready yet.',
    details: { waitingFor: 'migrations, prices' },
  });
  expect((await get('/healthz')).statusCode).toBe(503);
  running.health.ready = true;
  running.health.live = true;
});

test('/metrics counts by route template, method and status', async () => {
  await get('/api/v1/me', { authorization: BEARER });
  await get('/api/v1/me');
  await get('/nothing/svc_secret');
  const metrics = await get('/metrics');
  expect(metrics.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
  const lines = metrics.body.split('\n');
  const me = 'method="GET",route="/api/v1/me"';
  expect(lines).toContain('process_up 1');
  expect(lines).toContain(`skein_http_requests_total{${me},status="200"} 1`);
  expect(lines).toContain(`skein_http_requests_total{${me},status="401"} 1`);
  expect(lines).toContain(
    'skein_http_requests_total{method="ANY",route="unmatched",status="404"} 1',
  );
  expect(lines).toContain(`skein_http_request_duration_seconds_count{${me}} 2`);
  expect(lines).toContain(`skein_http_request_duration_seconds_bucket{${me},le="+Inf"} 2`);
  expect(metrics.body).not.toContain('svc_secret');
});

test('/openapi.json is 3.1 without a host and describes every route', async () => {
  const document = (await get('/openapi.json')).json();
  expect(document.openapi).toBe('3.1.0');
  expect(document.info.version).toBe('1.0.0');
  expect(document).not.toHaveProperty('servers');
  expect(Object.keys(document.paths)).toEqual([
    '/api/v1/me',
    '/api/v1/orders',
    '/api/v1/orders/{id}/close',
    '/api/v1/refusals/{code}',
    '/api/v1/groups/{id}',
    '/sandbox/v1/clock',
  ]);
  const place = document.paths['/api/v1/orders'].post;
  expect(place).toMatchObject({
    operationId: 'postOrders',
    security: [{ Bearer: [] }],
    parameters: [{ $ref: '#/components/parameters/IdempotencyKey' }],
    requestBody: {
      required: true,
      content: { 'application/json': { example: { amountUsd: '25' } } },
    },
  });
  expect(place.description).toBe('For tests.\n\nScope: `trade`.');
  expect(Object.keys(place.responses)).toEqual(
    [
      '200',
      '201',
      '202',
      '400',
      '401',
      '403',
      '409',
      '413',
      '415',
      '422',
      '429',
      '500',
      '503',
    ].filter((status) => status !== '200'),
  );
  expect(place.responses[201].content['application/json']).toEqual({
    schema: {
      type: 'object',
      required: ['data'],
      properties: { data: { $ref: '#/components/schemas/Order' } },
    },
    example: { data: { id: 'o-1', amountUsd: '25', note: null } },
  });
  expect(place.responses[400].content['application/json'].examples).toEqual({
    VALIDATION_FAILED: { $ref: '#/components/examples/VALIDATION_FAILED' },
    INSUFFICIENT_FUNDS: { $ref: '#/components/examples/INSUFFICIENT_FUNDS' },
  });
  expect(document.components.schemas.Order.properties.note).toEqual({ type: ['string', 'null'] });
  expect(document.paths['/sandbox/v1/clock'].get.security).toEqual([{ SandboxToken: [] }]);
  expect(JSON.stringify(document)).not.toMatch(/"x-(must|id|clamp)"/);
});

test('the examples of a route are checked against its schemas', () => {
  const routes = exampleRoutes([]);
  expect(routes.flatMap(exampleProblems)).toEqual([]);
  const [me] = routes;
  const wrong = { ...(me as Route), examples: { response: { userId: 7 } } };
  expect(exampleProblems(wrong)).toEqual(['GET /api/v1/me response/userId: must be string']);
});

test('every reference of the document leads somewhere, every error example is of the one shape', async () => {
  const document = (await get('/openapi.json')).json();
  const references = JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g);
  for (const [, pointer] of references) {
    let target = document;
    for (const step of (pointer ?? '').split('/')) target = target?.[step];
    expect([pointer, typeof target]).toEqual([pointer, 'object']);
  }
  for (const [code, example] of Object.entries(document.components.examples)) {
    const { value } = example as { value: Record<string, unknown> };
    expect(value.code).toBe(code);
    expect(Object.keys(value)).toEqual(document.components.schemas.Error.required);
  }
});

test('/docs works without the internet, under a policy that forbids it', async () => {
  const redirect = await get('/docs');
  expect(redirect.statusCode).toBe(301);
  const page = await get('/docs/');
  expect(page.statusCode).toBe(200);
  const sources = [...page.body.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, source]) => source);
  expect(sources).toEqual(['js/scalar.js']);
  expect(page.body).not.toMatch(/https?:\/\//);
  expect(page.body).toContain('"withDefaultFonts": false');
  const policy = String(page.headers['content-security-policy']);
  expect(inlineScriptHashes(page.body)).toHaveLength(1);
  for (const hash of inlineScriptHashes(page.body)) expect(policy).toContain(`'sha256-${hash}'`);
  expect(policy).toContain("connect-src 'self'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/https?:|script-src[^;]*unsafe/);
  const script = await get('/docs/js/scalar.js');
  expect(script.statusCode).toBe(200);
  expect(script.body.length).toBeGreaterThan(1_000_000);
});

test('system roots need no key and cost no budget; the API needs one', async () => {
  for (const url of ['/openapi.json', '/error-codes.json', '/healthz', '/readyz', '/metrics']) {
    const open = await get(url);
    expect([url, open.statusCode]).toEqual([url, 200]);
    expect(open.headers['ratelimit-limit']).toBeUndefined();
  }
  expect((await get('/api/v1/me', { authorization: SANDBOX_BEARER })).statusCode).toBe(401);
});
