import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestUser } from '../helpers/app.ts';
import { at, type Flock } from './perp-world.ts';
import {
  callSpot,
  type Json,
  type PortfolioWorld,
  startPortfolioWorld,
} from './portfolio-world.ts';
import { mints } from './world.ts';

let world: PortfolioWorld;
let flock: Flock;
let leader: TestUser;
beforeAll(async () => {
  world = await startPortfolioWorld();
  flock = await world.flock();
  ({ leader } = flock);
});
afterAll(async () => {
  await world.test.audit();
  await world.test.stop();
});

const MINUTE = 60_000;
const spans = { '1m': 1, '5m': 5, '15m': 15, '1h': 60, '1d': 1_440 };

it.each(Object.entries(spans))(
  'candles of a mark every %s stand on that grid',
  async (interval, minutes) => {
    const candles = await leader.get(`/perps/markets/SOL/candles?interval=${interval}`);
    const starts = candles.map(({ t }: Json) => Date.parse(t));
    expect(starts.length).toBeGreaterThan(2);
    const width = minutes * MINUTE;
    expect(starts.map((start: number) => start % width)).toEqual(starts.map(() => 0));
    expect(starts.slice(1)).toEqual(starts.slice(0, -1).map((start: number) => start + width));
    // The clock stands at 16:00 and the mark is pinned at 100: the last candle has closed there.
    expect(candles.at(-1).close).toBe('100');
  },
);

it('funding lies between the instants asked for, both counted', async () => {
  await world.pin('SOL', '100', '99.9');
  for (const hour of [17, 18, 19, 20]) await world.at(at(`${hour}:00:00.000`));
  await world.reset();
  const between = async (from: string, to: string) => {
    const span = `from=${at(from)}&to=${at(to)}`;
    const rates = await leader.get(`/perps/markets/SOL/funding?${span}`);
    return rates.map(({ t }: Json) => t).toSorted();
  };
  const hours = (await between('16:00:00.001', '20:00:00.000')).filter((t: string) =>
    t.endsWith(':00:00.000Z'),
  );
  expect(hours.length).toBeGreaterThanOrEqual(3);
  const [first, second, third] = hours;
  const clockOf = (t: string) => t.slice(11, -1);
  expect(await between(clockOf(first), clockOf(second))).toEqual([first, second]);
  expect(await between(clockOf(second), clockOf(second))).toEqual([second]);
  expect((await between(clockOf(third), '20:00:00.000'))[0]).toBe(third);
});

it('past positions go on by their cursor', async () => {
  const ids: string[] = [];
  for (const mint of [mints.sol, mints.decimals6, mints.sol]) {
    const id = await callSpot(flock, leader, mint);
    await leader.post(`/spot/proposals/${id}/close`);
    ids.push(id);
    await world.test.sandbox('POST', '/clock', { advanceMs: 1_000 });
  }
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const more: string = cursor === null ? '' : `&cursor=${cursor}`;
    const { body, headers } = await leader.call('GET', `/positions/past?limit=1${more}`);
    seen.push(...body.data.spot.map(({ proposal }: Json) => proposal.id));
    cursor = headers.get('x-next-cursor');
  } while (cursor !== null);
  expect(seen).toEqual(ids.toReversed());
});

it.each(['24h', '7d', '30d', 'all'])('the history of an account goes back %s', async (window) => {
  const points = await leader.get(`/account/pnl/history?window=${window}&points=10`);
  expect(points.length).toBeGreaterThan(0);
  expect(points.length).toBeLessThanOrEqual(10);
  // The last point is what the account is worth now.
  const { totalValueUsd } = await leader.get('/account');
  expect(points.at(-1).valueUsd).toBe(totalValueUsd);
});

it('every reaction is put and taken back', async () => {
  const { groupId } = flock;
  const message = await leader.post(`/chat/${groupId}/messages`, { type: 'TEXT', content: 'All.' });
  const keys = ['like', 'love', 'laugh', 'wow', 'sad', 'fire', 'rocket'];
  const path = (key: string) => `/chat/${groupId}/messages/${message.id}/reactions/${key}`;
  for (const key of keys) await leader.call('PUT', path(key));
  const [put] = await flock.member.get(`/chat/${groupId}/messages?limit=1`);
  expect(put.reactions).toEqual(keys.map((key) => ({ key, count: 1, mine: false })));
  for (const key of keys) expect((await leader.call('DELETE', path(key))).status).toBe(200);
  const [taken] = await flock.member.get(`/chat/${groupId}/messages?limit=1`);
  expect(taken.reactions).toEqual([]);
});

it('an external agent is shown as it was added, once with its secret', async () => {
  const { groupId } = flock;
  const body = {
    name: 'Nest watcher',
    url: 'https://bots.example.org/skein',
    events: ['proposal.opened', 'proposal.closed', 'proposal.resolved', 'message.created'],
  };
  const path = `/groups/${groupId}/agents/external`;
  const made = await leader.post(path, body);
  const { secret, ...agent } = made;
  expect(agent).toEqual({
    ...body,
    id: expect.any(String),
    groupId,
    createdBy: leader.userId,
    createdAt: expect.any(String),
    enabled: true,
    disabledReason: null,
    failures: 0,
    lastDeliveryAt: null,
    lastError: null,
  });
  expect(secret).toMatch(/^[0-9a-f]{64}$/);
  expect(await leader.get(path)).toEqual([agent]);
  const gone = await leader.call('DELETE', `${path}/${agent.id}`);
  expect(gone.body.data).toEqual({ success: true });
  expect(await leader.get(path)).toEqual([]);
});

it('a stock shows every field, and a fund says that it is one', async () => {
  const fund = await leader.get('/spot/stocks/SPY');
  expect(fund).toMatchObject({ ticker: 'SPY', kind: 'etf', decimals: 9 });
  const { stocks } = await leader.get('/spot/stocks?q=SPY');
  const [listed] = stocks;
  const { marketStatus: _, nextOpen: __, ...entry } = fund;
  expect(listed).toEqual(entry);
  expect(listed.priceChange24h).toMatch(/^-?\d+(\.\d+)?$/);
  expect(listed.imageUrl).toMatch(/^https:\/\/\S+$/);
});
