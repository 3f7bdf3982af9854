import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../helpers/eventually.ts';
import { type StockWorld, startStockWorld } from './stock-world.ts';
import { mints } from './world.ts';

let world: StockWorld;
beforeAll(async () => {
  world = await startStockWorld();
});
afterAll(() => world.test.stop());

it('pins, clock, behaviours, regions and overrides are there after a restart', async () => {
  const { test, leader, member, groupId } = world;
  const { sandbox } = test;
  await leader.post(`/groups/${groupId}/members/${member.userId}/promote`, {});
  await test.pin(mints.sol, '123.45');
  await sandbox('PUT', '/prices/perp/SOL', { priceUsd: '124' });
  await sandbox('PUT', '/region', { userId: leader.userId, country: 'US' });
  await sandbox('PUT', '/stocks/status', { marketStatus: 'CLOSED' });
  await sandbox('PUT', '/venues/spot/behaviour', { mode: 'down' });
  await sandbox('PUT', '/trading/predictions', { mode: 'halted' });
  const { now } = await sandbox('GET', '/clock');

  await test.restart();
  expect((await sandbox('GET', '/clock')).now).toBe(now);
  const after = test.at(leader);
  expect((await after.get(`/spot/tokens/${mints.sol}`)).priceUsd).toBe('123.45');
  expect((await after.get('/perps/markets/SOL')).markPriceUsd).toBe('124');
  expect((await after.get('/spot/stocks?q=none')).marketStatus).toBe('CLOSED');
  const refused = async (path: string, body: object, user = after) =>
    (await user.call('POST', path, { groupId, amountUsd: '5', ...body })).body.code;
  const token = { contractAddress: mints.sol };
  expect(await refused('/spot/proposals', token)).toBe('VENUE_UNAVAILABLE');
  expect(await refused('/spot/stocks/AAPL/buy', {})).toBe('GEO_RESTRICTED');
  const [event] = (await after.get('/predictions/events/live?limit=1')).events;
  const call = { eventId: event.ticker, marketId: event.markets[0].marketTicker, isYes: true };
  expect(await refused('/predictions/proposals', call, test.at(member))).toBe('TRADING_HALTED');
});

it('events of more than seven days are gone when an hour of business time begins', async () => {
  const { test } = world;
  const user = await test.user('remembered', { depositUsd: '1' });
  const deposit = () => test.sandbox('POST', `/users/${user.userId}/deposits`, { amountUsd: '1' });
  const seqs = async () => {
    const { events } = await user.get('/account/events?after=0');
    return events.map(({ seq }: { seq: number }) => seq);
  };
  const first = await seqs();
  await test.sandbox('POST', '/clock', { advanceMs: 8 * 86_400_000 });
  await deposit();
  await eventually('the old events are gone', async () => {
    await test.sandbox('POST', '/drain');
    return (await seqs())[0] !== first[0];
  });
  const { events, latestSeq } = await user.get('/account/events?after=0');
  expect(await seqs()).toEqual([latestSeq]);
  expect(latestSeq).toBe(first.length + 1);
  expect(events).toHaveLength(1);
});
