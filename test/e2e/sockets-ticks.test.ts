import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { closeSockets, joinSocket } from '../helpers/socket.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterEach(closeSockets);
afterAll(() => app.stop());

test('a mark ticks at most four times a second for one symbol, and the last one always arrives', async () => {
  const user = await app.user('watcher');
  const pin = (priceUsd: string) => app.sandbox('PUT', '/prices/perp/SOL', { priceUsd });
  await pin('100');
  const client = await joinSocket(app.origin, '/perps', user.apiKey);
  expect(await client.ask('subscribe_market', { symbol: 'SOL' })).toEqual({ ok: true });
  const begin = performance.now();
  for (let cents = 1; cents <= 40; cents += 1) await pin(`100.${String(cents).padStart(2, '0')}`);
  while ((await client.until('market_tick')).markPriceUsd !== '100.4') await delay(10);
  const seconds = (performance.now() - begin) / 1_000;
  // The one at the subscription, then one every quarter of a second, however the rounds fall.
  expect(client.of('market_tick').length).toBeLessThanOrEqual(2 + Math.ceil(seconds * 4));
});
