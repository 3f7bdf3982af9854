import { afterAll, beforeAll, expect, it } from 'vitest';
import { AAPL_MINT, refusal, type StockWorld, startStockWorld } from './stock-world.ts';

let world: StockWorld;

beforeAll(async () => {
  world = await startStockWorld();
});
afterAll(async () => {
  await world.test.audit();
  await world.test.stop();
});

interface Entry {
  readonly ticker: string;
  readonly kind: string;
}
const tickersOf = ({ stocks }: { stocks: readonly Entry[] }) => stocks.map(({ ticker }) => ticker);

it('lists every stock and fund with the state of their market', async () => {
  const { leader } = world;
  const list = await leader.get('/spot/stocks');
  expect([list.marketStatus, list.nextOpen]).toEqual(['OPEN', null]);
  expect(list.stocks.length).toBeGreaterThanOrEqual(40);
  const tickers = tickersOf(list);
  expect(tickers).toEqual(expect.arrayContaining(['AAPL', 'TSLA', 'NVDA', 'SPY', 'QQQ']));
  expect(new Set(tickers).size).toBe(tickers.length);
  for (const entry of list.stocks) {
    expect(Object.keys(entry)).toEqual([
      'ticker',
      'name',
      'mint',
      'imageUrl',
      'kind',
      'price',
      'priceChange24h',
      'decimals',
      'minTradeUsd',
    ]);
    expect([entry.ticker, entry.price]).toEqual([entry.ticker, expect.stringMatching(/^\d+/)]);
    expect(entry.price).not.toBe('0');
  }
  expect(list.stocks.find(({ ticker }: Entry) => ticker === 'AAPL')).toMatchObject({
    name: 'Apple',
    mint: AAPL_MINT,
    kind: 'stock',
    price: '250',
    decimals: 9,
    minTradeUsd: '1',
  });
});

it('filters by kind and by part of ticker, symbol or name, the exact ticker first', async () => {
  const { leader } = world;
  const list = async (query: string) => leader.get(`/spot/stocks?${query}`);
  const [all, stocks, etfs] = await Promise.all([list(''), list('kind=stock'), list('kind=etf')]);
  expect(etfs.stocks.length).toBeGreaterThanOrEqual(10);
  expect(etfs.stocks.every(({ kind }: Entry) => kind === 'etf')).toBe(true);
  expect([...tickersOf(stocks), ...tickersOf(etfs)].toSorted()).toEqual(tickersOf(all).toSorted());
  expect(tickersOf(await list('q=aaplON'))).toEqual(['AAPL']);
  expect(tickersOf(await list('q=%20apple%20'))).toEqual(['AAPL']);
  expect(tickersOf(await list('q=spy'))[0]).toBe('SPY');
  expect(tickersOf(await list('q=apple&kind=etf'))).toEqual([]);
  // MU is also a part of other names; its own ticker comes first.
  expect(tickersOf(await list('q=mu'))[0]).toBe('MU');
  const wrong = await leader.call('GET', '/spot/stocks?kind=bond');
  expect(refusal(wrong).slice(0, 2)).toEqual([400, 'VALIDATION_FAILED']);
});

it("finds one stock by ticker or the issuer's symbol in any case", async () => {
  const { leader } = world;
  const named = await Promise.all(
    ['AAPL', 'aapl', 'AAPLon', 'aaplON'].map((name) => leader.get(`/spot/stocks/${name}`)),
  );
  for (const entry of named) {
    expect(entry).toEqual({
      ...named[0],
      ticker: 'AAPL',
      mint: AAPL_MINT,
      marketStatus: 'OPEN',
      nextOpen: null,
    });
  }
  expect(refusal(await leader.call('GET', '/spot/stocks/NOPE'))).toEqual([
    404,
    'STOCK_NOT_FOUND',
    { ticker: 'NOPE' },
  ]);
});

it('has the stocks among the tokens too, with a tag', async () => {
  const { leader } = world;
  const token = await leader.get(`/spot/tokens/${AAPL_MINT}`);
  expect([token.priceUsd, token.tags.includes('stock')]).toEqual(['250', true]);
  const [first] = await leader.get('/spot/tokens/search?q=AAPL');
  expect(first.id).toBe(AAPL_MINT);
});

it('has one pin for the stock and its token', async () => {
  const { test, leader } = world;
  const prices = async () => {
    const [stock, token] = await Promise.all([
      leader.get('/spot/stocks/AAPL'),
      leader.get(`/spot/tokens/${AAPL_MINT}`),
    ]);
    return [stock.price, token.priceUsd];
  };
  const pinned = await test.sandbox('PUT', '/prices/stock/aaplon', { priceUsd: '260' });
  expect(pinned).toEqual({ kind: 'stock', id: 'aaplon', priceUsd: '260' });
  expect(await prices()).toEqual(['260', '260']);
  await test.pin(AAPL_MINT, '270');
  expect(await prices()).toEqual(['270', '270']);
  await test.sandbox('DELETE', '/prices/stock/AAPL');
  const [stock, token] = await prices();
  expect(stock).toBe(token);
  expect(stock).not.toBe('270');
  await test.pin(AAPL_MINT, '250');
});
