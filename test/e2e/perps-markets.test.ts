import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestUser } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import { at, NOW, type PerpWorld, pick, refusal, startPerpWorld } from './perp-world.ts';

let world: PerpWorld;
let user: TestUser;

beforeAll(async () => {
  world = await startPerpWorld();
  user = await world.user();
});
afterAll(async () => {
  await world.test.audit();
  await world.test.stop();
});

const market = (symbol: string) => user.get(`/perps/markets/${symbol}`);
// biome-ignore lint/suspicious/noExplicitAny: the data of a list.
const list = async (query = ''): Promise<any[]> => user.get(`/perps/markets${query}`);

const plainDecimal = /^-?(0|[1-9]\d*)(\.\d*[1-9])?$/;
const decimals = [
  'takerFeeBps',
  'makerFeeBps',
  'maxFundingRatePerInterval',
  'openInterestCapBaseLots',
  'maxLiquidationSizeBaseLots',
  'markPriceUsd',
  'midPriceUsd',
  'oraclePriceUsd',
  'volume24hUsd',
  'prevDayPriceUsd',
  'fundingRatePercentage',
  'openInterestBaseLots',
  'priceChange24hPct',
  'maxLeverage',
];
const integers = [
  'assetId',
  'tickSize',
  'baseLotsDecimals',
  'fundingIntervalSeconds',
  'fundingPeriodSeconds',
];
const texts = [
  'symbol',
  'marketPubkey',
  'splinePubkey',
  'baseAsset',
  'name',
  'logoUrl',
  'priceFeedId',
  'leverageTiersJson',
  'riskFactorsJson',
  'marketStatus',
];

it('shows a market by its symbol in any case of letters, as it was recorded', async () => {
  const shown = await market('sOl');
  expect(shown).toEqual(await market('SOL'));
  expect(shown).toMatchObject({
    symbol: 'SOL',
    assetId: 0,
    marketPubkey: '71Si24E4uc3oCaPbPZTozC1ptSNNqygjjebxSmErSsC2',
    splinePubkey: 'EVhkquLbfm5rDRXtZu9FoyDSXX5mYq2EYU6yD8zfKEqM',
    baseAsset: 'SOL',
    name: 'Solana',
    tickSize: 100,
    baseLotsDecimals: 2,
    takerFeeBps: '3.5',
    makerFeeBps: '0.5',
    fundingIntervalSeconds: 3600,
    fundingPeriodSeconds: 86400,
    maxFundingRatePerInterval: '1698',
    openInterestCapBaseLots: '32164684',
    maxLiquidationSizeBaseLots: '50000',
    isolatedOnly: false,
    marketStatus: 'active',
    markPriceUsd: '100',
    midPriceUsd: '100',
    oraclePriceUsd: '100',
    maxLeverage: '15',
  });
  const tier = (upperBoundBaseLots: string, maxLeverage: string) => ({
    upperBoundBaseLots,
    maxLeverage,
    limitOrderRiskFactorBps: '10000',
  });
  expect(JSON.parse(shown.leverageTiersJson)).toEqual([
    tier('32164684', '15'),
    tier('32164685', '1'),
    tier('32164686', '1'),
    tier('32164687', '1'),
  ]);
  expect(JSON.parse(shown.riskFactorsJson)).toEqual({
    maintenanceBps: '5000',
    backstopBps: '2000',
    highRiskBps: '1000',
  });
});

it('shows what is odd about other markets', async () => {
  const fields = ['assetId', 'tickSize', 'baseLotsDecimals', 'isolatedOnly', 'maxLeverage'];
  expect(pick(await market('GOLD'), ...fields)).toEqual([65556, 100, 3, true, '25']);
  expect(pick(await market('PUMP'), ...fields)).toEqual([26, 10, -2, false, '10']);
  expect(pick(await market('SKR'), ...fields)).toEqual([5, 1, 0, true, '3']);
});

it('lists every market with every field in its form', async () => {
  const markets = await list();
  expect(markets).toHaveLength(44);
  const symbols = markets.map(({ symbol }) => symbol);
  expect(symbols).toEqual(
    expect.arrayContaining(['BTC', 'ETH', 'SOL', 'HYPE', 'GOLD', 'SKR', 'PUMP', 'NVDA']),
  );
  for (const one of markets) {
    expect(Object.keys(one).toSorted()).toEqual(
      [...decimals, ...integers, ...texts, 'isolatedOnly'].toSorted(),
    );
    for (const field of decimals) expect([field, one[field]]).toEqual([field, expect.any(String)]);
    for (const field of decimals) expect(one[field]).toMatch(plainDecimal);
    for (const field of integers) expect(Number.isInteger(one[field])).toBe(true);
    for (const field of texts) expect(typeof one[field]).toBe('string');
    expect(typeof one.isolatedOnly).toBe('boolean');
    expect(one.logoUrl).toMatch(/^($|https:\/\/)/);
  }
  expect(markets.find(({ symbol }) => symbol === 'SOL')).toEqual(await market('SOL'));
});

it('lists them by pages', async () => {
  const all = (await list()).map(({ symbol }) => symbol);
  const seen: string[] = [];
  let path: string | null = '/perps/markets?limit=20';
  const pages: number[] = [];
  while (path !== null) {
    const { body, headers }: Awaited<ReturnType<TestUser['call']>> = await user.call('GET', path);
    pages.push(body.data.length);
    seen.push(...body.data.map(({ symbol }: { symbol: string }) => symbol));
    const next = headers.get('x-next-cursor');
    path = next === null ? null : `/perps/markets?limit=20&cursor=${next}`;
  }
  expect([pages, seen]).toEqual([[20, 20, 4], all]);
  const bad = await user.call('GET', '/perps/markets?cursor=nonsense');
  expect(refusal(bad).slice(0, 2)).toEqual([400, 'VALIDATION_FAILED']);
});

it('does not know others', async () => {
  for (const path of ['', '/candles?interval=1h', '/funding']) {
    expect(refusal(await user.call('GET', `/perps/markets/NOPE${path}`))).toEqual([
      404,
      'MARKET_NOT_FOUND',
      { symbol: 'NOPE' },
    ]);
  }
});

it('refuses pins between two ticks, and knows oracles apart from marks', async () => {
  const put = async (symbol: string, body: object) => {
    const url = `${world.test.origin}/sandbox/v1/prices/perp/${symbol}`;
    const headers = {
      authorization: 'Bearer sandbox-token-of-the-tests',
      'content-type': 'application/json',
    };
    const answer = await fetch(url, { method: 'PUT', headers, body: JSON.stringify(body) });
    return [answer.status, ((await answer.json()) as { code?: string }).code];
  };
  const misfit = [400, 'VALIDATION_FAILED'];
  expect(await put('SOL', { priceUsd: '100.001' })).toEqual(misfit);
  expect(await put('SOL', { priceUsd: '100', oracleUsd: '99.995' })).toEqual(misfit);
  expect(await put('BTC', { priceUsd: '60000.5' })).toEqual(misfit);
  expect(await put('PUMP', { priceUsd: '0.00150005' })).toEqual(misfit);
  expect(await put('SOL', { priceUsd: '0' })).toEqual(misfit);
  expect(await put('NOPE', { priceUsd: '1' })).toEqual([404, 'MARKET_NOT_FOUND']);
  expect(await put('pump', { priceUsd: '0.0015001', oracleUsd: '0.0014999' })).toEqual([
    200,
    undefined,
  ]);
  const fields = ['markPriceUsd', 'midPriceUsd', 'oraclePriceUsd'];
  expect(pick(await market('PUMP'), ...fields)).toEqual(['0.0015001', '0.0015001', '0.0014999']);
});

it('counts what stands open', async () => {
  const flock = await world.flock();
  const { assignmentId } = await flock.open();
  await flock.open({ side: 'SHORT', collateralUsd: '50' });
  // Recorded: 2221726. 1000 long and 500 short.
  await eventually('open interest is counted', async () => {
    return (await market('SOL')).openInterestBaseLots === '2223226';
  });
  await flock.leader.post(`/perps/positions/${assignmentId}/reduce`, {
    reduceFraction: '0.5',
    isFullClose: false,
  });
  await eventually('the close is counted', async () => {
    return (await market('SOL')).openInterestBaseLots === '2222726';
  });
});

it('draws candles of the mark, of pins exactly', async () => {
  await world.at(at('16:10:00.000'));
  await world.pin('SOL', '105.5');
  await world.at(at('16:20:00.000'));
  await world.pin('SOL', '98');
  await world.at(at('16:45:00.000'));
  await world.pin('SOL', '103');
  await world.at(at('17:00:00.000'));
  const candles = (query: string) => user.get(`/perps/markets/sol/candles?${query}`);
  const bar = (t: string, open: string, high: string, low: string, close: string) => ({
    t: at(t),
    open,
    high,
    low,
    close,
    volume: '0',
  });
  expect(await candles(`interval=1h&from=${NOW}`)).toEqual([
    bar('16:00:00.000', '100', '105.5', '98', '103'),
    bar('17:00:00.000', '103', '103', '103', '103'),
  ]);
  expect(await candles(`interval=15m&from=${NOW}&to=${at('16:45:00.000')}`)).toEqual([
    bar('16:00:00.000', '100', '105.5', '100', '105.5'),
    bar('16:15:00.000', '105.5', '105.5', '98', '98'),
    bar('16:30:00.000', '98', '98', '98', '98'),
    bar('16:45:00.000', '103', '103', '103', '103'),
  ]);
  // Before the pin: the model's hour, oldest first, with volume.
  const modelled = await candles('interval=1h');
  expect(modelled).toHaveLength(300 + 1);
  for (const { open, high, low, close, volume } of modelled.slice(0, -2)) {
    for (const text of [open, high, low, close, volume]) expect(text).toMatch(plainDecimal);
    expect(Number(low)).toBeLessThanOrEqual(Math.min(Number(open), Number(close)));
    expect(Number(high)).toBeGreaterThanOrEqual(Math.max(Number(open), Number(close)));
    expect(Number(volume)).toBeGreaterThan(0);
  }
  for (const query of ['', 'interval=2h', 'interval=1h&from=yesterday']) {
    const { status, body } = await user.call('GET', `/perps/markets/SOL/candles?${query}`);
    expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED']);
  }
});

it('tells what funding was paid and what the running interval comes to', async () => {
  // Mark over oracle 0.12, 12 ticks of 100 quote lots: 1200 × 3600 ÷ 86400 = 50 quote lots a lot,
  // of a lot worth 1 USD 0.005 %.
  await world.pin('SOL', '100', '99.88');
  await world.at(at('17:30:00.000'));
  expect((await market('SOL')).fundingRatePercentage).toBe('0.005');
  await world.at(at('18:00:00.000'));
  // Below by 50: far more than the most, 1698 quote lots: 0.1698 %.
  await world.pin('SOL', '100', '150');
  await world.at(at('19:00:00.000'));
  expect((await market('SOL')).fundingRatePercentage).toBe('-0.1698');
  const paid = await user.get('/perps/markets/SOL/funding?limit=3');
  const interval = (time: string, rate: string, ratePercentage: string, markPriceUsd: string) => ({
    t: at(`${time}:00:00.000`),
    rate,
    ratePercentage,
    markPriceUsd,
  });
  expect(paid).toEqual([
    interval('18', '-1698', '-0.1698', '100'),
    interval('17', '50', '0.005', '100'),
    interval('16', '0', '0', '103'),
  ]);
  const first = await user.call('GET', '/perps/markets/SOL/funding?limit=2');
  expect(first.body.data).toEqual(paid.slice(0, 2));
  const cursor = first.headers.get('x-next-cursor');
  const rest = await user.call('GET', `/perps/markets/SOL/funding?limit=2&cursor=${cursor}`);
  expect(rest.body.data[0]).toEqual(paid[2]);
  expect(rest.headers.get('x-next-cursor')).toBeNull();
  expect(await user.get(`/perps/markets/SOL/funding?from=${at('17:00:00Z').slice(0, -1)}`)).toEqual(
    paid.slice(0, 2),
  );
});

it('compares with the mark of a day ago', async () => {
  await world.pin('SOL', '125');
  await world.at('2026-03-04T19:30:00.000Z');
  await world.pin('SOL', '150');
  const fields = ['prevDayPriceUsd', 'priceChange24hPct', 'markPriceUsd'];
  // 25 of 125.
  expect(pick(await market('SOL'), ...fields)).toEqual(['125', '20', '150']);
});
