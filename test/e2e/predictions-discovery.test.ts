import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestUser } from '../helpers/app.ts';
import { send } from '../helpers/client.ts';
import {
  type PredictionWorld,
  plain,
  RACE,
  refusal,
  startPredictionWorld,
  units,
} from './prediction-world.ts';

let world: PredictionWorld;
let user: TestUser;

beforeAll(async () => {
  world = await startPredictionWorld();
  await world.unpin();
  user = await world.user({ scopes: ['read'] });
});
afterAll(async () => {
  await world.test.audit();
  await world.test.stop();
});

interface Market {
  readonly marketTicker: string;
  readonly status: string;
  readonly [field: string]: unknown;
}
interface Event {
  readonly ticker: string;
  readonly category: string;
  readonly volume24hUsd: string;
  readonly tags: readonly { slug: string; label: string }[];
  readonly markets: readonly Market[];
}
const search = (query: string): Promise<{ events: Event[]; cursor: number }> =>
  user.get(`/predictions/events/search?${query}`);
const live = (query = ''): Promise<{ events: Event[]; cursor: number | null }> =>
  user.get(`/predictions/events/live?${query}`);
const tickers = ({ events }: { events: readonly Event[] }) => events.map(({ ticker }) => ticker);
const trades = ({ markets }: Event) => markets.some(({ status }) => status === 'active');
const tagsOf = ({ category, tags }: Event) => [category, ...tags.map(({ slug }) => slug)];
const misfit = async (path: string) =>
  refusal(await user.call('GET', `/predictions/events/${path}`)).slice(0, 2);
const INVALID = [400, 'VALIDATION_FAILED'];

/** Every page of the live list. */
async function pages(limit: number, query = ''): Promise<Event[][]> {
  const all: Event[][] = [];
  let cursor: number | null = 0;
  while (cursor !== null) {
    const page: Awaited<ReturnType<typeof live>> = await live(
      `limit=${limit}&cursor=${cursor}&${query}`,
    );
    all.push(page.events);
    expect(page.cursor === null || page.cursor === cursor + limit).toBe(true);
    cursor = page.cursor;
  }
  return all;
}

it('search finds events with every word, in any case, the best first, on a single page', async () => {
  const found = await search('q=BITCOIN&limit=50');
  const isOnBitcoin = (event: Event) => JSON.stringify(event).toLowerCase().includes('bitcoin');
  expect([found.events.every(isOnBitcoin), found.cursor]).toEqual([true, 0]);
  const trading = (await pages(50)).flat().filter(isOnBitcoin);
  expect(trading.length).toBeGreaterThan(5);
  expect(tickers(found)).toEqual(expect.arrayContaining(tickers({ events: trading })));
  // By its slug or by that of one of its markets the event itself comes first.
  const bySlug = await search('q=bitcoin-above-on-march-5-2026');
  expect(tickers(bySlug)[0]).toBe('bitcoin-above-on-march-5-2026');
  const byMarket = await search('q=bitcoin-above-140000-on-march-5-2026');
  expect(tickers(byMarket)).toEqual(['bitcoin-above-on-march-5-2026']);
  // The words of a title in another order, and a tag.
  const byWords = await search('q=march%20%20rate%20FED&limit=1');
  expect(tickers(byWords)).toEqual([RACE]);
  const tagged = await search('q=unemployment&limit=50');
  expect(tagged.events.every(({ tags }) => tags.some(({ slug }) => slug === 'unemployment'))).toBe(
    true,
  );
  expect(await search('q=nobody-asks-this')).toEqual({ events: [], cursor: 0 });
});

it('search puts what is over after what trades', async () => {
  const { events } = await search('q=rate&limit=50');
  const over = events.map((event) => !trades(event));
  expect([over.includes(true), over.includes(false)]).toEqual([true, true]);
  expect(over).toEqual(over.toSorted());
});

it('search takes 20 unless told otherwise, 50 at most, and needs its words', async () => {
  expect((await search('q=2026')).events).toHaveLength(20);
  expect((await search('q=2026&limit=7')).events).toHaveLength(7);
  expect((await search('q=2026&limit=50')).events).toHaveLength(50);
  const most = await search('q=2026&limit=5000');
  expect([most.events.length, most.cursor]).toEqual([50, 0]);
  // It knows one page only, and other parameters are ignored.
  expect(await search('q=2026&cursor=20&page=3&sort=x')).toEqual(await search('q=2026'));
  for (const query of ['', 'q=', 'q=x&limit=0', 'q=x&limit=-1', 'q=x&limit=1.5', 'q=x&limit=x']) {
    expect([query, ...(await misfit(`search?${query}`))]).toEqual([query, ...INVALID]);
  }
});

it('live lists what trades by the volume of 24 h', async () => {
  const { events, cursor } = await live();
  expect([events.length, cursor]).toEqual([20, 20]);
  const volumes = events.map(({ volume24hUsd }) => units(volume24hUsd, 6));
  expect(volumes).toEqual(volumes.toSorted((a, b) => (a < b ? 1 : -1)));
  expect(events.every(trades)).toBe(true);
  expect((await live('limit=5000')).events).toHaveLength(50);
  for (const query of ['limit=0', 'limit=x', 'cursor=-1', 'cursor=1.5', 'cursor=x']) {
    expect([query, ...(await misfit(`live?${query}`))]).toEqual([query, ...INVALID]);
  }
});

it('live pages by offset without overlap until there is no next one', async () => {
  const seven = (await pages(7)).flat();
  const fifty = (await pages(50)).flat();
  expect(tickers({ events: seven })).toEqual(tickers({ events: fifty }));
  expect(new Set(tickers({ events: fifty })).size).toBe(fifty.length);
  const volumes = fifty.map(({ volume24hUsd }) => units(volume24hUsd, 6));
  expect(volumes).toEqual(volumes.toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0)));
  // The last page can be full, and beyond it there is nothing.
  const last = await live(`limit=1&cursor=${fifty.length - 1}`);
  expect([tickers(last), last.cursor]).toEqual([[fifty.at(-1)?.ticker], null]);
  expect(await live(`cursor=${fifty.length}`)).toEqual({ events: [], cursor: null });
  expect(await live('cursor=9007199254740991')).toEqual({ events: [], cursor: null });
});

it('live takes a category, and a subcategory before it', async () => {
  const all = (await pages(50)).flat();
  for (const tag of ['economy', 'crypto', 'nba', 'fed']) {
    const tagged = (await pages(50, `category=${tag}`)).flat();
    const wanted = all.filter((event) => tagsOf(event).includes(tag));
    expect(wanted.length).toBeGreaterThan(0);
    expect(tickers({ events: tagged })).toEqual(tickers({ events: wanted }));
    const narrower = (await pages(50, `subcategory=${tag}&category=politics`)).flat();
    expect(tickers({ events: narrower })).toEqual(tickers({ events: wanted }));
  }
  expect(await live('category=no-such-tag')).toEqual({ events: [], cursor: null });
  expect(await live('category=economy&subcategory=no-such-tag')).toEqual({
    events: [],
    cursor: null,
  });
});

const PLAIN = /^(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const prices = ['yesPrice', 'noPrice', 'yesBid', 'yesAsk', 'noBid', 'noAsk', 'lastPrice'];
const amounts = ['volumeUsd', 'volume24hUsd', 'liquidityUsd'];

it('shows every number as a plain decimal string and every date to the millisecond', async () => {
  const events = [...(await pages(50)).flat(), ...(await search('q=february&limit=50')).events];
  expect(events.length).toBeGreaterThan(40);
  const markets = events.flatMap((event) => event.markets);
  expect(markets.length).toBeGreaterThan(100);
  for (const event of events) {
    const { startDate, endDate, closed, imageUrl, subtitle, ...rest } = event as unknown as Record<
      string,
      unknown
    >;
    expect([startDate, endDate]).toEqual([
      expect.stringMatching(INSTANT),
      expect.stringMatching(INSTANT),
    ]);
    for (const field of amounts) expect(rest[field], field).toMatch(PLAIN);
    expect(closed).toBe(!trades(event) && event.markets.every(({ status }) => status !== 'paused'));
    expect([typeof imageUrl, typeof subtitle]).toEqual([
      imageUrl === null ? 'object' : 'string',
      'string',
    ]);
    expect(JSON.stringify(event)).not.toMatch(/":-?\d/);
  }
  for (const market of markets) {
    const { status, result } = market;
    expect(['active', 'closed', 'resolved']).toContain(status);
    expect(status === 'resolved' ? ['YES', 'NO', 'VOID'] : [null]).toContain(result);
    for (const field of [...amounts, 'tickSize', 'minOrderSize', 'minOrderUsd', 'feeRate']) {
      expect(market[field], field).toMatch(PLAIN);
    }
    for (const field of prices) {
      if (market[field] !== null) expect(market[field], field).toMatch(PLAIN);
    }
    expect(market.closeTime).toMatch(INSTANT);
    expect([market.yesOutcomeId, market.noOutcomeId]).toEqual([
      expect.stringMatching(/^[1-9]\d{60,}$/),
      expect.stringMatching(/^[1-9]\d{60,}$/),
    ]);
  }
});

it('shows prices of both sides that agree', async () => {
  const less = (price: unknown) =>
    price === null ? null : plain(10n ** 18n - units(price as string, 18), 18);
  const { events } = await live('limit=50');
  for (const market of events.flatMap((event) => event.markets)) {
    const { yesPrice, yesBid, yesAsk } = market as Record<string, unknown>;
    expect([market.noPrice, market.noBid, market.noAsk]).toEqual([
      less(yesPrice),
      less(yesAsk),
      less(yesBid),
    ]);
    if (yesBid === null || yesAsk === null) continue;
    const [bid, ask] = [units(yesBid as string, 18), units(yesAsk as string, 18)];
    expect(bid).toBeLessThan(ask);
    expect(yesPrice).toBe(plain((bid + ask) / 2n, 18));
    // max($1, minOrderSize × ask), rounded up to 6 decimals: the ask has at most 4.
    const minimum = (units(market.minOrderSize as string, 2) * ask) / 10n ** 14n;
    expect(market.minOrderUsd).toBe(plain(minimum > 1_000_000n ? minimum : 1_000_000n, 6));
  }
});

it('has markets of several sizes and fees, negRisk ones among them', async () => {
  const markets = (await pages(50)).flat().flatMap((event) => event.markets);
  const kinds = (field: string) => [...new Set(markets.map((market) => market[field]))].toSorted();
  expect(kinds('minOrderSize')).toEqual(['1', '15', '5']);
  expect(kinds('feeRate')).toEqual(['0', '0.04', '0.05', '0.07']);
  expect(kinds('negRisk')).toEqual([false, true]);
});

it('is for those who may read', async () => {
  const writer = await world.user({ scopes: ['trade:predictions'] });
  const paths = [
    '/predictions/events/search?q=fed',
    '/predictions/events/live',
    `/predictions/events/${RACE}`,
    `/predictions/markets/fed-rate-change-no-change-in-march-2026/book`,
    `/predictions/markets/fed-rate-change-no-change-in-march-2026/history`,
  ];
  for (const path of paths) {
    expect(refusal(await writer.call('GET', path))).toEqual([
      403,
      'SCOPE_REQUIRED',
      { scope: 'read' },
    ]);
    const call = { method: 'GET', path: `/api/v1${path}` } as const;
    const keyless = await send(world.test.origin, call);
    expect([keyless.status, keyless.body.code]).toEqual([401, 'UNAUTHORIZED']);
  }
});
