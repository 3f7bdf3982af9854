import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { MAX_SUBSCRIPTIONS } from '../../src/features/realtime/limits.ts';
import { bundledTokens } from '../../src/market/tokens.ts';
import { startTestApp, type TestApp, type TestUser } from '../helpers/app.ts';
import { closeSockets, joinSocket } from '../helpers/socket.ts';
import { mints, openGroup } from './world.ts';

const MARKET = 'will-it-rain';

let app: TestApp;
let user: TestUser;
beforeAll(async () => {
  app = await startTestApp();
  user = await app.user('listener', { depositUsd: '100000' });
});
afterEach(closeSockets);
afterAll(() => app?.stop());

const subscribeTo = async (kind: string, id: string) => {
  const client = await joinSocket(app.origin, '/prices', user.apiKey);
  return { client, ack: await client.ask('subscribe', { kind, id }) };
};
const aMarket = async (): Promise<string> => {
  const { events } = await user.get('/predictions/events/live?limit=1');
  return events[0].markets[0].marketTicker;
};

test('a token, a stock and a prediction market: the present price at once, then each new one', async () => {
  const market = await aMarket();
  const { stocks } = await user.get('/spot/stocks?limit=1');
  const ticker: string = stocks[0].ticker;
  const cases = [
    { kind: 'token', id: mints.sol, path: `/prices/token/${mints.sol}` },
    { kind: 'stock', id: ticker, path: `/prices/stock/${ticker}` },
    { kind: 'market', id: market, path: `/prices/market/${market}` },
  ];
  for (const { kind, id, path } of cases) {
    await app.sandbox('PUT', path, { priceUsd: '0.5' });
    const { client, ack } = await subscribeTo(kind, id);
    expect(ack).toEqual({ ok: true });
    const first = await client.until('price');
    expect(first).toEqual({ kind, id, priceUsd: '0.5', at: expect.stringMatching(/Z$/) });
    await app.sandbox('PUT', path, { priceUsd: '0.25' });
    expect(await client.until('price', 2)).toMatchObject({ kind, id, priceUsd: '0.25' });
  }
});

test('at most four prices a second of one id, and the last one always arrives', async () => {
  await app.pin(mints.decimals6, '1');
  const { client } = await subscribeTo('token', mints.decimals6);
  const begin = performance.now();
  for (let i = 1; i <= 40; i += 1)
    await app.pin(mints.decimals6, `1.${String(i).padStart(2, '0')}`);
  const last = async () => (await client.until('price')).priceUsd === '1.4';
  while (!(await last())) await delay(10);
  const seconds = (performance.now() - begin) / 1_000;
  // The one at the subscription, then one every quarter of a second, however the rounds fall.
  expect(client.of('price').length).toBeLessThanOrEqual(2 + Math.ceil(seconds * 4));
});

test('nothing is sent again while a price stands still, nor after unsubscribe', async () => {
  await app.pin(mints.decimals8, '3');
  const { client } = await subscribeTo('token', mints.decimals8);
  await delay(700);
  expect(client.of('price').length).toBe(1);
  const unsubscribe = { kind: 'token', id: mints.decimals8 };
  expect(await client.ask('unsubscribe', unsubscribe)).toEqual({ ok: true });
  await app.pin(mints.decimals8, '4');
  await delay(600);
  expect(client.of('price').length).toBe(1);
});

test.each([
  [{ kind: 'token', id: 'nothing' }, 'TOKEN_NOT_FOUND'],
  [{ kind: 'stock', id: 'NOTHING' }, 'STOCK_NOT_FOUND'],
  [{ kind: 'market', id: MARKET }, 'MARKET_NOT_FOUND'],
  [{ kind: 'perp', id: 'SOL' }, 'VALIDATION_FAILED'],
  [{ kind: 'constructor', id: 'SOL' }, 'VALIDATION_FAILED'],
  [{ kind: 'token' }, 'VALIDATION_FAILED'],
  [{ kind: 'token', id: 7 }, 'VALIDATION_FAILED'],
  ['token', 'VALIDATION_FAILED'],
])('subscribe %j is refused with %s', async (payload, code) => {
  const client = await joinSocket(app.origin, '/prices', user.apiKey);
  expect(await client.ask('subscribe', payload)).toMatchObject({ ok: false, code });
});

test('one socket subscribes to a bounded number of ids', async () => {
  const client = await joinSocket(app.origin, '/prices', user.apiKey);
  const markets: string[] = [];
  for (let cursor = 0; markets.length <= MAX_SUBSCRIPTIONS; cursor += 50) {
    const { events } = await user.get(`/predictions/events/live?limit=50&cursor=${cursor}`);
    if (events.length === 0) break;
    for (const event of events)
      for (const { marketTicker } of event.markets) markets.push(marketTicker);
  }
  const tokens = bundledTokens.map(({ mint }) => ({ kind: 'token', id: mint }));
  const all = [...tokens, ...markets.map((id) => ({ kind: 'market', id }))];
  expect(all.length).toBeGreaterThan(MAX_SUBSCRIPTIONS);
  const fits = await Promise.all(
    all.slice(0, MAX_SUBSCRIPTIONS).map((payload) => client.ask('subscribe', payload)),
  );
  expect(fits.filter(({ ok }) => !ok)).toEqual([]);
  const beyond = await client.ask('subscribe', all[MAX_SUBSCRIPTIONS]);
  expect(beyond).toMatchObject({ ok: false, code: 'VALIDATION_FAILED' });
  // What is subscribed to already is no further one, and one that is left makes room.
  expect(await client.ask('subscribe', all[0])).toEqual({ ok: true });
  expect(await client.ask('unsubscribe', all[0])).toEqual({ ok: true });
  expect(await client.ask('subscribe', all[MAX_SUBSCRIPTIONS])).toEqual({ ok: true });
});

test('a perpetual market ticks with every field as text, at once and when its mark moves', async () => {
  await app.sandbox('PUT', '/prices/perp/SOL', { priceUsd: '150', oracleUsd: '149.9' });
  const client = await joinSocket(app.origin, '/perps', user.apiKey);
  expect(client.of('connected')).toEqual([{ userId: user.userId }]);
  expect(await client.ask('subscribe_market', { symbol: 'SOL' })).toEqual({ ok: true });
  const tick = await client.until('market_tick');
  expect(Object.keys(tick)).toEqual([
    'symbol',
    'markPriceUsd',
    'midPriceUsd',
    'oraclePriceUsd',
    'fundingRatePercentage',
    'openInterestBaseLots',
    'volume24hUsd',
    'prevDayPriceUsd',
    'receivedAt',
  ]);
  expect(tick).toMatchObject({ symbol: 'SOL', markPriceUsd: '150', oraclePriceUsd: '149.9' });
  expect(Object.values(tick).every((value) => typeof value === 'string')).toBe(true);
  await app.sandbox('PUT', '/prices/perp/SOL', { priceUsd: '151', oracleUsd: '150.9' });
  while ((await client.until('market_tick')).markPriceUsd !== '151') await delay(10);
  expect(await client.ask('unsubscribe_market', { symbol: 'SOL' })).toEqual({ ok: true });
  const unknown = await client.ask('subscribe_market', { symbol: 'NOTHING' });
  expect(unknown).toEqual({
    ok: false,
    code: 'MARKET_NOT_FOUND',
    message: expect.any(String),
    details: { symbol: 'NOTHING' },
  });
});

test('own positions are told as the REST route shows them; those of others are not', async () => {
  await app.sandbox('PUT', '/prices/perp/SOL', { priceUsd: '150', oracleUsd: '150' });
  const stranger = await app.user('onlooker');
  const own = await joinSocket(app.origin, '/perps', user.apiKey);
  const others = await joinSocket(app.origin, '/perps', stranger.apiKey);
  const groupId = await openGroup(user);
  const opened = await user.post('/perps/proposals', {
    groupId,
    marketSymbol: 'SOL',
    side: 'LONG',
    collateralUsd: '100',
    leverage: '3',
  });
  const told = await own.until('position_update');
  const id: string = opened.assignmentId;
  const shown = await user.get(`/perps/positions/${id}`);
  expect({ ...told, participantCount: 1 }).toEqual(shown);
  await user.post(`/perps/positions/${id}/reduce`, { reduceFraction: '1', isFullClose: true });
  while ((await own.until('position_update')).status !== 'CLOSED') await delay(10);
  expect(others.of('position_update')).toEqual([]);
});
