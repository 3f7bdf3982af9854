import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importCandles } from '../../src/market/import-candles.ts';
import { startTestApp, type TestApp, type TestUser } from '../helpers/app.ts';
import { hasSharedData, sharedData, sharedDataFolder } from '../helpers/shared-data.ts';
import {
  createModel,
  type Model,
  units,
  type WireFollow,
  type WireTrade,
} from './recorded-model.ts';
import { END, FOLLOWERS, followerOf, type Step, script } from './recorded-script.ts';

const LEADER_DEPOSIT = 100_000_000_000n;
const CALL = 500_000_000n;
const START = '2025-09-29T00:00:00.000Z';

const needed = process.env.CI === 'true';
if (!hasSharedData && needed) {
  test('the recorded candles are there', () => {
    throw new Error(`CI needs the recorded candles; there are none in ${sharedDataFolder}`);
  });
}
const title = hasSharedData
  ? 'recorded prices through the crash of 10 October 2025'
  : `recorded prices (skipped: SKEIN_SHARED_DATA names no recorded candles, nor has ${sharedDataFolder} any)`;

const usd = (amount: bigint): string =>
  `${amount / 1_000_000n}.${(amount % 1_000_000n).toString().padStart(6, '0')}`;

describe.skipIf(!hasSharedData)(title, () => {
  let folder: string;
  let app: TestApp;
  let leader: TestUser;
  let groupId: string;
  let mints: Record<string, { mint: string; decimals: number }>;
  const users: TestUser[] = [];
  const model: Model = createModel();

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'skein-recorded-'));
    const mintsFile = sharedData('spot', 'candle_mints.json');
    mints = JSON.parse(await readFile(mintsFile, 'utf8'));
    for (const interval of ['1h', '15m']) {
      const from = sharedData('spot', `candles_${interval}`);
      await importCandles({ from, mints: mintsFile, to: folder, interval }, () => {});
    }
    app = await startTestApp({ SKEIN_MARKET_DATA: folder, SKEIN_REPLAY_START: START });
    await app.sandbox('POST', '/clock', { freeze: true });
    leader = await app.user('leader', { depositUsd: usd(LEADER_DEPOSIT) });
    model.depositOfLeader(LEADER_DEPOSIT);
    const group = { name: 'Through the crash', groupAccessType: 'PUBLIC' };
    groupId = (await leader.post('/groups', group)).groupId;
    for (let n = 0; n < FOLLOWERS; n += 1) {
      const { deposit, ...wish } = followerOf(n);
      users.push(await app.user(`follower_${n}`, { depositUsd: usd(deposit) }));
      model.join(wish, deposit);
    }
    await Promise.all(users.map((_, n) => (followerOf(n).joinsLate ? null : admit(n))));
  }, 60_000);
  afterAll(async () => {
    await app?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function admit(n: number): Promise<void> {
    await users[n]?.post(`/groups/${groupId}/join`);
    Object.assign(model.people[n] ?? {}, { member: true });
    await autoBuy(n, true);
  }

  async function autoBuy(n: number, enabled: boolean): Promise<void> {
    const { amount, mirrorExits, dailyLimit } = followerOf(n);
    await users[n]?.post(`/groups/${groupId}/auto-buy`, {
      enabled,
      amountUsd: usd(amount),
      mirrorExits,
      ...(dailyLimit === null ? {} : { dailyLimitUsd: usd(dailyLimit) }),
    });
    Object.assign(model.people[n] ?? {}, { following: enabled });
  }

  /** Everybody's results of one trade of the leader, by follower. */
  async function resultsOf(trade: { id: string }): Promise<Map<number, WireFollow[]>> {
    const found = new Map<number, WireFollow[]>();
    const read = async (n: number): Promise<void> => {
      const path = `/groups/${groupId}/auto-buy/history?limit=5`;
      const { status, body } = await (users[n] as TestUser).call('GET', path);
      const rows: WireFollow[] = status === 200 ? body.data : [];
      const own = rows.filter(({ leaderTradeId }) => leaderTradeId === trade.id);
      if (own.length > 0) found.set(n, own);
    };
    await Promise.all(users.map((_, n) => read(n)));
    return found;
  }

  const proposals = new Map<string, string>();
  const prices: { at: string; token: string; trade: WireTrade }[] = [];
  const remember = (step: Step, call: string, trade: WireTrade) =>
    prices.push({ at: step.at, token: call.replace(/\d/g, ''), trade });

  async function openCall(step: Step & { do: 'open' }): Promise<void> {
    const { call, token, heldMs, fate } = step;
    if (heldMs !== undefined) await app.sandbox('PUT', '/follow', { hold: true });
    const { proposal, trade } = await leader.post('/spot/proposals', {
      groupId,
      contractAddress: mints[token]?.mint,
      amountUsd: usd(CALL),
    });
    proposals.set(call, proposal.id);
    model.open(call, trade, CALL);
    remember(step, call, trade);
    const followers = model.followers();
    if (heldMs !== undefined) {
      // One of them has gone by the time the follows are made.
      const gone = followers[60] as number;
      await leader.post(`/groups/${groupId}/members/${users[gone]?.userId}/kick`);
      Object.assign(model.people[gone] ?? {}, { member: false });
      await app.sandbox('POST', '/clock', { advanceMs: heldMs });
      await app.sandbox('PUT', '/follow', { hold: false });
    }
    await app.sandbox('POST', '/drain');
    const results = await resultsOf(trade);
    expect([...results.keys()].sort((a, b) => a - b)).toEqual(followers);
    const atMs = Date.parse(step.at) + (heldMs ?? 0);
    model.follow(call, followers, results, { atMs, ...(fate ? { fate } : {}) });
    for (const [own] of results.values()) if (own?.trade) remember(step, call, own.trade);
  }

  async function leave(step: Step & { do: 'sell' | 'close' }): Promise<void> {
    const { call } = step;
    const path = `/spot/proposals/${proposals.get(call)}/${step.do}`;
    const mirrors = model.mirrors(call);
    const { trade } = await leader.post(
      path,
      step.do === 'sell' ? { amountUsd: step.amountUsd } : {},
    );
    const sale = model.leaderSale(call, trade);
    remember(step, call, trade);
    await app.sandbox('POST', '/drain');
    const results = await resultsOf(trade);
    expect([...results.keys()].sort((a, b) => a - b)).toEqual(mirrors);
    model.exit(call, mirrors, results, sale);
    for (const [own] of results.values()) if (own?.trade) remember(step, call, own.trade);
  }

  async function run(step: Step): Promise<void> {
    await app.sandbox('POST', '/clock', { set: step.at.replace('Z', '.000Z') });
    if (step.do === 'open') return openCall(step);
    if (step.do === 'sell' || step.do === 'close') return leave(step);
    for (const [n, user] of users.entries()) {
      if (!step.who(n)) continue;
      if (step.do === 'join') await admit(n);
      else if (step.do === 'kick') {
        await leader.post(`/groups/${groupId}/members/${user.userId}/kick`);
        Object.assign(model.people[n] ?? {}, { member: false });
      } else if (step.do === 'sale by hand') {
        if (!model.people[n]?.holds.get(step.call)?.quantity) continue;
        const path = `/spot/proposals/${proposals.get(step.call)}/sell`;
        const { trade } = await user.post(path, step.body);
        model.saleByHand(n, step.call, trade);
        remember(step, step.call, trade);
      } else if (model.people[n]?.member) await autoBuy(n, step.do === 'enable');
    }
  }

  test('200 followers, 28 calls: one result each, and the money adds up to the last digit', async () => {
    for (const step of script) await run(step);
    await app.sandbox('POST', '/clock', { set: END.replace('Z', '.000Z') });
    await app.sandbox('POST', '/drain');
    expect(model.problems).toEqual([]);
    expect(script.filter((step) => step.do === 'open')).toHaveLength(28);
    expect(script.filter((step) => step.do === 'close').length).toBeGreaterThanOrEqual(20);
    await app.audit();

    // The run has a bit of everything in it.
    const { reads } = app.app.services.database;
    const rows = await reads.query<{ what: string; count: bigint }>({
      name: 'what became of the follows',
      text: `select side || ' ' || coalesce(code, status) as what, count(*) as count
        from follow group by 1 order by 1`,
    });
    const seen = new Map(rows.map(({ what, count }) => [what, Number(count)]));
    expect([...seen.keys()]).toEqual([
      'BUY BELOW_MINIMUM',
      'BUY DAILY_LIMIT',
      'BUY EXPIRED',
      'BUY FILLED',
      'BUY INSUFFICIENT_FUNDS',
      'BUY LEFT_GROUP',
      'BUY PRICE_MOVED',
      'SELL FILLED',
    ]);
    expect([...seen.values()].reduce((sum, count) => sum + count, 0)).toBe(model.totals.results);
  }, 120_000);

  test('every wallet holds what the second opinion says, and all of them together', async () => {
    let cash = 0n;
    let total = 0n;
    const everybody = [leader, ...users];
    const right = [model.leader.cash, ...model.people.map((person) => person.cash)];
    for (const [n, user] of everybody.entries()) {
      const account = await user.get('/account');
      expect([user.name, units(account.cashBalanceUsd, 6)]).toEqual([user.name, right[n]]);
      expect(account.reservedUsd).toBe('0');
      cash += units(account.cashBalanceUsd, 6);
      total += units(account.totalValueUsd, 6);
    }
    const { deposits, fees, dust, venue } = model.totals;
    // Deposits are in the wallets, at the venue, or paid as fees and rounding.
    expect(cash).toBe(deposits - venue - fees - dust);

    const { reads } = app.app.services.database;
    const books = await reads.query<{ account: number; sum: bigint }>({
      name: 'dollars of system accounts',
      text: `select account::int4 as account, sum(amount)::int8 as sum from entry
        where user_id is null and asset_id = 0 group by account order by account`,
    });
    expect(books.map(({ account, sum }) => [account, sum])).toEqual([
      [10, -deposits],
      [11, fees],
      [12, dust],
      [20, venue],
    ]);

    // What is still held is worth its middle price: users' money = deposits − fees + market gains.
    const holdings = await valueOfHoldings();
    const gains = holdings - venue;
    expect(total).toBe(deposits - fees - dust + gains);
  }, 60_000);

  /** Tokens of each user and token at the present price, whole units of each holding. */
  async function valueOfHoldings(): Promise<bigint> {
    const all = [model.leader.holds, ...model.people.map(quantities)];
    let value = 0n;
    for (const holds of all) {
      const byToken = new Map<string, bigint>();
      for (const [call, quantity] of holds) {
        const token = call.replace(/\d/g, '');
        byToken.set(token, (byToken.get(token) ?? 0n) + quantity);
      }
      for (const [token, quantity] of byToken) {
        value +=
          (quantity * (await midOf(token))) / 10n ** BigInt(12 + (mints[token]?.decimals ?? 0));
      }
    }
    expect(value).toBeGreaterThan(0n);
    return value;
  }

  const quantities = (person: Model['people'][number]) =>
    new Map([...person.holds].map(([call, { quantity }]) => [call, quantity]));

  const mids = new Map<string, bigint>();
  async function midOf(token: string): Promise<bigint> {
    const known = mids.get(token);
    if (known !== undefined) return known;
    const { priceUsd } = await leader.get(`/spot/tokens/${mints[token]?.mint}`);
    mids.set(token, units(priceUsd, 18));
    return units(priceUsd, 18);
  }

  test('every fill is at a price of its recorded candle, give or take spread and impact', async () => {
    const candles = await readRecorded();
    // At most 0.3 % of spread and 1 % of impact (per 10,000).
    const slack = 130n;
    const outside = prices.filter(({ at, token, trade }) => {
      const price = units(trade.pricePerTokenUsd, 18);
      const candle =
        candles.get(`${token} ${quarterOf(at)}`) ?? candles.get(`${token} ${hourOf(at)}`);
      if (!candle) return true;
      return trade.tradeType === 'BUY'
        ? price < candle.low || price * 10_000n > candle.high * (10_000n + slack)
        : price > candle.high || price * 10_000n < candle.low * (10_000n - slack);
    });
    expect(outside).toEqual([]);
    expect(prices.length).toBeGreaterThan(4_000);
  });

  const hourOf = (at: string) => `1h ${at.slice(0, 13)}:00:00Z`;
  const quarterOf = (at: string) => {
    const minute = Math.floor(Number(at.slice(14, 16)) / 15) * 15;
    return `15m ${at.slice(0, 14)}${String(minute).padStart(2, '0')}:00Z`;
  };

  async function readRecorded(): Promise<Map<string, { low: bigint; high: bigint }>> {
    const found = new Map<string, { low: bigint; high: bigint }>();
    const tokens = new Set(prices.map(({ token }) => token));
    for (const token of tokens) {
      for (const interval of ['15m', '1h']) {
        const file = sharedData('spot', `candles_${interval}`, `${token}.csv`);
        const text = await readFile(file, 'utf8').catch(() => '');
        for (const row of text.split('\n').slice(1)) {
          const [time = '', , high = '0', low = '0'] = row.split(',');
          const bounds = { low: units(low, 18), high: units(high, 18) };
          found.set(`${token} ${interval} ${time}`, bounds);
        }
      }
    }
    return found;
  }
});
