import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestUser } from '../helpers/app.ts';
import { mints } from './world.ts';

const MINUTE_MS = 60_000;

let test: TestApp;
let user: TestUser;
beforeAll(async () => {
  test = await startTestApp();
  user = await test.user('reader', { scopes: ['read'] });
});
afterAll(() => test.stop());

interface Token {
  readonly id: string;
  readonly symbol: string;
}
interface Candle {
  readonly t: string;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: string;
}

const search = async (q: string, more = ''): Promise<string[]> => {
  const found = await user.get(`/spot/tokens/search?q=${encodeURIComponent(q)}${more}`);
  return found.map(({ symbol }: Token) => symbol);
};
const candles = (query: string): Promise<Candle[]> =>
  user.get(`/spot/tokens/${mints.sol}/candles?${query}`);

it('finds tokens by symbol, name and mint, the exact symbol first', async () => {
  expect((await search('sol'))[0]).toBe('SOL');
  expect(await search('SOL')).toEqual(await search('sol'));
  // The deeper pool first.
  const staked = ['JitoSOL', 'mSOL', 'JupSOL', 'bSOL', 'dSOL', 'vSOL', 'hSOL'];
  expect(await search('staked')).toEqual(staked);
  expect(await search('bonk')).toEqual(['BONK']);
  expect(await search('dogwif')).toEqual(['WIF']);
  expect(await search(mints.decimals0)).toEqual(['FOXY']);
  // A mint is found as it is written only.
  expect(await search(mints.decimals0.toLowerCase())).toEqual([]);
  for (const nothing of ['no such token', '%', '_', '\\', "' or", '*', '..']) {
    expect([nothing, await search(nothing)]).toEqual([nothing, []]);
  }
  expect(await search('o')).toHaveLength(20);
  expect(await search('o', '&limit=3')).toEqual((await search('o')).slice(0, 3));
  expect((await search('e', '&limit=999')).length).toBeLessThanOrEqual(50);
});

it('knows at least 40 tokens and lists those that move', async () => {
  const trending: Token[] = await user.get('/spot/tokens/trending?limit=50');
  expect(trending.length).toBeGreaterThanOrEqual(40);
  expect(new Set(trending.map(({ id }) => id)).size).toBe(trending.length);
  expect(await user.get('/spot/tokens/trending?limit=5')).toHaveLength(5);
});

it('shows a token with its pinned price in full precision', async () => {
  await test.pin(mints.decimals5, '0.000000001234567891');
  const token = await user.get(`/spot/tokens/${mints.decimals5}`);
  expect(token).toEqual({
    id: mints.decimals5,
    symbol: 'BONK',
    name: 'Bonk',
    logoUrl: expect.any(String),
    decimals: 5,
    verified: true,
    priceUsd: '0.000000001234567891',
    priceChange24hPct: expect.stringMatching(/^-?\d+(\.\d+)?$/),
    volume24hUsd: expect.stringMatching(/^\d+(\.\d+)?$/),
    liquidityUsd: '16000000',
    tags: expect.arrayContaining(['verified']),
  });
  await test.sandbox('DELETE', `/prices/token/${mints.decimals5}`);
  const free = await user.get(`/spot/tokens/${mints.decimals5}`);
  expect(free.priceUsd).not.toBe(token.priceUsd);
});

it('draws candles on a grid, oldest first, that contain their own prices', async () => {
  for (const [interval, ms] of [
    ['1m', MINUTE_MS],
    ['5m', 5 * MINUTE_MS],
    ['15m', 15 * MINUTE_MS],
    ['1h', 60 * MINUTE_MS],
    ['1d', 1_440 * MINUTE_MS],
  ] as const) {
    const drawn = await candles(`interval=${interval}`);
    expect([interval, drawn.length]).toEqual([interval, 300]);
    drawn.forEach(({ t, open, high, low, close, volume }, n) => {
      expect(Date.parse(t) % ms).toBe(0);
      if (n > 0) expect(Date.parse(t)).toBe(Date.parse(drawn[n - 1]?.t ?? '') + ms);
      const [o, h, l, c] = [open, high, low, close].map(Number) as [number, number, number, number];
      expect(l <= Math.min(o, c) && h >= Math.max(o, c)).toBe(true);
      expect(Number(volume)).toBeGreaterThanOrEqual(0);
    });
  }
});

it('gives the newest 1,000 candles of a span at most, and the span exactly', async () => {
  const from = '2026-01-01T00:00:00.000Z';
  const spans = await candles(`interval=15m&from=${from}&to=2026-01-01T01:00:00Z`);
  expect(spans.map(({ t }) => t.slice(11, 16))).toEqual([
    '00:00',
    '00:15',
    '00:30',
    '00:45',
    '01:00',
  ]);
  const year = await candles(`interval=1m&from=2025-01-01T00:00:00Z&to=${from}`);
  expect([year.length, year.at(-1)?.t]).toEqual([1_000, from]);
  expect(await candles(`interval=1m&from=${from}&to=2025-01-01T00:00:00Z`)).toEqual([]);
  expect(await candles('interval=1m&from=2099-01-01T00:00:00Z')).toEqual([]);
  // The past does not change.
  expect(await candles(`interval=1m&from=2025-01-01T00:00:00Z&to=${from}`)).toEqual(year);
});

it('goes on with the pinned price', async () => {
  await test.sandbox('POST', '/clock', { freeze: true, set: '2027-03-01T10:00:00.000Z' });
  await test.pin(mints.sol, '1234.5');
  await test.sandbox('POST', '/clock', { advanceMs: 2 * MINUTE_MS });
  await test.pin(mints.sol, '1300');
  await test.sandbox('POST', '/clock', { advanceMs: 1.5 * MINUTE_MS });
  const drawn = await candles('interval=1m&from=2027-03-01T10:00:00Z');
  const flat = (price: string) => ({ open: price, high: price, low: price, close: price });
  expect(drawn.map(({ t: _, volume: __, ...prices }) => prices)).toEqual([
    flat('1234.5'),
    flat('1234.5'),
    flat('1300'),
    flat('1300'),
  ]);
});

it('refuses what is no token and no instant', async () => {
  for (const path of ['x', 'x/candles?interval=1m', `${mints.sol.slice(1)}/candles?interval=1m`]) {
    const { status, body } = await user.call('GET', `/spot/tokens/${path}`);
    expect([path, status, body.code]).toEqual([path, 404, 'TOKEN_NOT_FOUND']);
  }
});
