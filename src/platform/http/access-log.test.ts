import { expect, test } from 'vitest';
import { BEARER, testServer } from '../../../test/helpers/example-server.ts';
import { createSampler } from './access-log.ts';
import { RouteFigures } from './http-metrics.ts';

test('one in N of the fast and good, all of the failed and slow', () => {
  const isWorthALine = createSampler(3);
  const fast = Array.from({ length: 7 }, () => isWorthALine(200, 5));
  expect(fast).toEqual([false, false, true, false, false, true, false]);
  expect(isWorthALine(500, 1)).toBe(true);
  expect(isWorthALine(503, 1)).toBe(true);
  expect(isWorthALine(200, 500.1)).toBe(true);
  expect(isWorthALine(200, 500)).toBe(false);
});

test('a line names route, status and caller, never path, query or key', async () => {
  const { server, lines } = await testServer();
  const headers = { authorization: BEARER, 'x-request-id': 'r-1' };
  for (const url of [
    '/api/v1/refusals/OVERLOADED?key=svc_secret',
    '/api/v1/refusals/bug?a=svc_x',
  ]) {
    await server.app.inject({ url, headers });
  }
  await server.close();
  const failed = lines.filter(({ message }) => message === 'request failed');
  expect(failed.map(({ level, fields }) => ({ level, ...fields, elapsedMs: 0 }))).toEqual(
    [503, 500].map((status) => ({
      level: 'error',
      requestId: 'r-1',
      method: 'GET',
      route: '/api/v1/refusals/:code',
      status,
      userId: 'user-1',
      elapsedMs: 0,
    })),
  );
  expect(JSON.stringify(lines)).not.toMatch(/svc_/);
});

test('figures fall into the bucket whose bound they do not exceed', () => {
  const figures = new RouteFigures('GET', '/a');
  for (const elapsedMs of [0.2, 1, 1.1, 60_000]) figures.record(200, elapsedMs);
  // Bounds 1, 2.5, … 30,000 ms: two of at most 1, one of at most 2.5, one beyond all.
  expect([...figures.buckets]).toEqual([2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
  expect(figures.sumMs).toBeCloseTo(60_002.3, 9);
});
