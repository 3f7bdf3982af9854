import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importStocks } from '../../src/market/stocks/import-stocks.ts';
import { startTestApp, type TestApp, type TestUser } from '../helpers/app.ts';
import { hasSharedData, sharedData, sharedDataFolder } from '../helpers/shared-data.ts';
import { units, type WireTrade } from './recorded-model.ts';
import {
  type Bars,
  type Calendar,
  DAY,
  midnight,
  readBars,
  readCalendar,
  SECOND,
} from './recorded-stocks-opinion.ts';
import { refusal } from './stock-world.ts';

const FIRST_DAY = Date.UTC(2025, 8, 29);
const LAST_DAY = Date.UTC(2025, 9, 28);
const TICKERS = ['AAPL', 'SPY'] as const;
type Ticker = (typeof TICKERS)[number];
/** What may lie between a price and the middle: spread and impact, per 10,000. */
const SLACK = 3n;
/** Keys that read, so that none meets its limit of 1,200 requests a minute. */
const READERS = 4;

/** Who of the followers mirrors exits. */
const MIRRORS = [true, true, false];

/** Times of New York. The leader closes at noon, and sells a part just before the regular end. */
const NOON = '12:00:00';
const SALE = '15:58:59';
/** A bar that ended with the evening is 15 minutes of open time old. */
const LAST_PRICE = '20:20:00';
const WEEKDAY = [
  ...['03:54:59', '03:55:00', '04:00:59', '04:01:00', '09:28:59', '09:29:00', '09:30:59'],
  ...['09:31:00', NOON, SALE, '15:59:00', '16:00:59', '16:01:00', '18:00:00', '19:58:59'],
  ...['19:59:00', '20:04:59', '20:05:00'],
];
const WEEKEND = [NOON, '20:04:59', '20:05:00'];
/** What a holiday changes on the day before it and on its own, and what an early close does. */
const EVE = ['19:58:59', '19:59:00', '20:05:00'];
const HOLIDAY = ['03:54:59', '09:31:00', '20:04:59', '20:05:00'];
const EARLY_CLOSE = ['12:58:59', '12:59:00', '13:01:00', '16:58:59', '16:59:00', '20:05:00'];

type Trade = WireTrade & { readonly id: string; readonly createdAt: string };
const iso = (at: number): string => new Date(at).toISOString();
const isWeekend = (day: number): boolean => [0, 6].includes(new Date(day).getUTCDay());
const instant = (day: number, time: string): number =>
  midnight(day) + Date.parse(`1970-01-01T${time}Z`);

if (!hasSharedData && process.env.CI === 'true') {
  test('the recorded bars of stocks are there', () => {
    throw new Error(`CI needs the recorded bars; there are none in ${sharedDataFolder}`);
  });
}
const title = hasSharedData
  ? 'stocks over the recorded bars of autumn 2025 and the calendar of 2024 to 2028'
  : `recorded stocks (skipped: SKEIN_SHARED_DATA names no recorded bars, nor has ${sharedDataFolder} any)`;

describe.skipIf(!hasSharedData)(title, () => {
  let folder: string;
  let app: TestApp;
  let calendar: Calendar;
  const bars = new Map<Ticker, Bars>();
  const barsOf = (ticker: Ticker) => bars.get(ticker) as Bars;
  const readers: TestUser[] = [];
  let leader: TestUser | undefined;
  let groupId: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'skein-stock-days-'));
    const from = sharedData('spot', 'stocks_5m');
    await importStocks({ from, to: folder, interval: '5m' }, () => {});
    calendar = readCalendar();
    for (const ticker of TICKERS) bars.set(ticker, readBars(ticker, calendar));
    const start = new Date(calendar.firstDay).toISOString();
    app = await startTestApp({ SKEIN_MARKET_DATA: folder, SKEIN_REPLAY_START: start });
    await app.sandbox('POST', '/clock', { freeze: true });
    for (let n = 0; n < READERS; n += 1) {
      readers.push(await app.user(`reader_${n}`, { depositUsd: '0' }));
    }
  });
  afterAll(async () => {
    await app?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test('no bar was recorded on a day or in a night without a session', () => {
    const starts = TICKERS.flatMap((ticker) => barsOf(ticker).starts);
    expect(starts.filter((at) => calendar.stateAt(at).marketStatus === 'CLOSED')).toEqual([]);
    expect(starts.length).toBeGreaterThan(5_900);
  });

  let reads = 0;
  /** Moves the clock; the market as it is shown must be as the calendar has it. */
  async function goTo(at: number) {
    const now = iso(at);
    await app.sandbox('POST', '/clock', { set: now });
    reads += 1;
    const reader = readers[reads % READERS] as TestUser;
    const { marketStatus, nextOpen } = await reader.get('/spot/stocks?q=SPY');
    const state = calendar.stateAt(at);
    expect({ now, marketStatus, nextOpen }).toEqual({ now, ...state });
    return state;
  }

  /** Noon of every weekday, and the changes of eves, holidays and early closes. */
  async function walk(fromDay: number, toDay: number): Promise<void> {
    for (let day = fromDay; day < toDay; day += DAY) {
      const times = new Set(isWeekend(day) ? [] : [NOON]);
      const isEve = calendar.closed.has(day + DAY);
      for (const time of isEve ? EVE : []) times.add(time);
      for (const time of calendar.closed.has(day) ? HOLIDAY : []) times.add(time);
      for (const time of calendar.early.has(day) ? EARLY_CLOSE : []) times.add(time);
      for (const time of [...times].sort()) {
        const at = instant(day, time);
        await goTo(at);
        if (leader !== undefined && time !== NOON) await buy('AAPL', at);
      }
    }
  }

  test('the market of every weekday before the recording is as the calendar has it', async () => {
    await walk(calendar.firstDay, FIRST_DAY);
  }, 60_000);

  const followers: TestUser[] = [];
  const opened = new Map<Ticker, string>();
  /** Leader's trade and follower of every result. */
  const results: [string, string][] = [];
  /** The last instants of prices that are not too old, and the seconds after them. */
  const edges: number[] = [];

  async function lead(name: string): Promise<void> {
    leader = await app.user(name, { depositUsd: '100000' });
    const group = { name: 'Stocks around the clock', groupAccessType: 'PUBLIC' };
    groupId = (await leader.post('/groups', group)).groupId;
  }

  /** The leader, the group and its followers. */
  async function settle(): Promise<void> {
    await lead('leader');
    for (const [n, mirrorExits] of MIRRORS.entries()) {
      const user = await app.user(`follower_${n}`);
      await user.post(`/groups/${groupId}/join`);
      const settings = { enabled: true, amountUsd: '10', mirrorExits };
      await user.post(`/groups/${groupId}/auto-buy`, settings);
      followers.push(user);
    }
  }

  /** The fill happened now, in a session, within the bar and the spread. */
  function check(ticker: Ticker, at: number, trade: Trade): void {
    const { low, high } = barsOf(ticker).boundsAt(at) as { low: bigint; high: bigint };
    const price = units(trade.pricePerTokenUsd, 18);
    const isWithin =
      trade.tradeType === 'BUY'
        ? price > low && price * 10_000n <= high * (10_000n + SLACK)
        : price < high && price * 10_000n >= low * (10_000n - SLACK);
    if (!isWithin) throw new Error(`${ticker} at ${iso(at)}: ${price} not in ${low} to ${high}`);
    expect([trade.createdAt, calendar.stateAt(at).marketStatus]).toEqual([iso(at), 'OPEN']);
  }

  /** Everybody concerned has one result of the leader's trade, filled at the same bar. */
  async function expectFollowed(ticker: Ticker, at: number, trade: Trade) {
    await app.sandbox('POST', '/drain');
    const who = trade.tradeType === 'BUY' ? followers : followers.filter((_, n) => MIRRORS[n]);
    const look = async (user: TestUser): Promise<void> => {
      const rows = await user.get(`/groups/${groupId}/auto-buy/history?limit=2`);
      const own = rows.filter((row: { leaderTradeId: string }) => row.leaderTradeId === trade.id);
      expect(own).toMatchObject([{ side: trade.tradeType, status: 'FILLED', vertical: 'STOCK' }]);
      check(ticker, at, own[0].trade);
      results.push([trade.id, user.userId]);
    };
    await Promise.all(who.map(look));
  }

  /** Why no order of the stock is taken, null when one is. */
  function reasonAgainst(ticker: Ticker, at: number): readonly unknown[] | null {
    const state = calendar.stateAt(at);
    if (state.marketStatus !== 'OPEN') return [400, 'MARKET_NOT_ACTIVE', state];
    return barsOf(ticker).boundsAt(at) === null ? [503, 'PRICE_UNAVAILABLE', {}] : null;
  }

  async function buy(ticker: Ticker, at: number) {
    const wish = { groupId, amountUsd: '20' };
    const answer = await (leader as TestUser).call('POST', `/spot/stocks/${ticker}/buy`, wish);
    const reason = reasonAgainst(ticker, at);
    const held = opened.get(ticker);
    expect([ticker, iso(at), ...refusal(answer)]).toEqual([
      ticker,
      iso(at),
      ...(reason ?? [held === undefined ? 201 : 200]),
    ]);
    if (reason !== null) return;
    const { proposal, trade } = answer.body.data;
    check(ticker, at, trade);
    opened.set(ticker, proposal.id);
    // Only the opening trade is followed.
    if (held === undefined) await expectFollowed(ticker, at, trade);
  }

  async function leave(ticker: Ticker, at: number, way: 'sell' | 'close') {
    const proposalId = opened.get(ticker);
    if (proposalId === undefined) return;
    const path = `/spot/proposals/${proposalId}/${way}`;
    const body = way === 'sell' ? { amountUsd: '10' } : {};
    const answer = await (leader as TestUser).call('POST', path, body);
    const reason = reasonAgainst(ticker, at);
    expect([ticker, iso(at), ...refusal(answer)]).toEqual([ticker, iso(at), ...(reason ?? [200])]);
    if (reason !== null) return;
    check(ticker, at, answer.body.data.trade);
    await expectFollowed(ticker, at, answer.body.data.trade);
    if (way === 'close') opened.delete(ticker);
  }

  /** Instants of a day in New York: around every change, and where the last price gets too old. */
  function instantsOf(day: number): readonly number[] {
    const times = (isWeekend(day) ? WEEKEND : WEEKDAY).map((time) => instant(day, time));
    const ofPrices = edges.filter((at) => at >= midnight(day) && at < midnight(day + DAY));
    return [...new Set([...times, ...ofPrices])].sort((a, b) => a - b);
  }

  test('orders fill inside sessions with a price and nowhere else, followers with them', async () => {
    await settle();
    for (const ticker of TICKERS) {
      for (const at of barsOf(ticker).edges()) edges.push(at, at + SECOND);
    }
    let turn = 0;
    for (let day = FIRST_DAY; day <= LAST_DAY; day += DAY) {
      for (const at of instantsOf(day)) {
        const { marketStatus } = await goTo(at);
        turn += 1;
        for (const [n, ticker] of TICKERS.entries()) {
          // Refusals by the calendar are the same for both; they take turns.
          if (marketStatus === 'OPEN' || turn % 2 === n) await buy(ticker, at);
          if (at === instant(day, SALE)) await leave(ticker, at, 'sell');
          const isLast = at === instant(LAST_DAY, LAST_PRICE);
          if (at === instant(day, NOON) || isLast) await leave(ticker, at, 'close');
        }
      }
    }
    expect([...opened]).toEqual([]);
    // Each stock on 17 days: a call closed at noon and one opened at 15:58:59 that half is sold of;
    // the first is opened in the morning, the last closed at night. So 18 openings of 3 followers,
    // 18 closes and 17 sales of the 2 who mirror: 54 + 36 + 34 = 124, of two stocks 248.
    expect(results).toHaveLength(248);
  }, 60_000);

  test('every trade of the leader has one result of each follower, and the money adds up', async () => {
    const { reads: database } = app.app.services.database;
    const rows = await database.query<{ trade: string; follower: string }>({
      name: 'results of the follows',
      text: 'select leader_trade_id as trade, follower_id as follower from follow',
    });
    const pairs = rows.map(({ trade, follower }) => `${trade} ${follower}`);
    expect(pairs.sort()).toEqual(results.map((pair) => pair.join(' ')).sort());
    for (const [n, user] of [leader as TestUser, ...followers].entries()) {
      const { stocksValueUsd, reservedUsd } = await user.get('/account');
      // Nobody holds anything any more but the one who does not mirror exits.
      expect([n, reservedUsd, stocksValueUsd === '0']).toEqual([n, '0', MIRRORS[n - 1] !== false]);
    }
    await app.audit();
  });

  test('the market of every weekday after the recording is as the calendar has it', async () => {
    // Another leader, for the limit of requests; after the recording there is no price.
    await lead('successor');
    await walk(LAST_DAY + 2 * DAY, calendar.endDay);
    expect([calendar.closed.size, calendar.early.size]).toEqual([50, 11]);
    await app.audit();
  }, 60_000);
});
