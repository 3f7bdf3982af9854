import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { importPerps } from '../../src/market/perps/import-perps.ts';
import { startTestApp, type TestApp, type TestUser } from '../helpers/app.ts';
import {
  act,
  actOn,
  cash,
  checkIdentities,
  pick,
  position,
  realized,
  refusal,
  setTriggers,
} from './perp-world.ts';
import { openGroup } from './world.ts';

const time = (text: string): string => `2026-03-03T${text}.000Z`;

/**
 * A mark of SOL by minutes. In a candle it goes open, nearer extreme, other extreme, close, in three
 * legs of 59 ÷ 3 seconds, with the one decimal of the recording. Nothing is recorded of 10:03 and
 * 10:04.
 */
const CANDLES = [
  '10:00:00,100,100,100,100',
  '10:01:00,100,106,97,101',
  '10:02:00,101,101,101,101',
  '10:05:00,101,101,101,101',
  '10:06:00,101,107,100.5,106',
  '10:07:00,106,106,106,106',
  '10:08:00,106,106,92,93',
  '10:09:00,93,93,93,93',
];

let root: string;
let test: TestApp;
let leader: TestUser;
let groupId: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'skein-perps-'));
  const [from, to] = [join(root, 'from'), join(root, 'to')];
  await mkdir(from);
  const rows = CANDLES.map((row) => `2026-03-03T${row.replace(',', 'Z,')},1000`);
  await writeFile(
    join(from, 'SOL.csv'),
    ['time,open,high,low,close,volume', ...rows, ''].join('\n'),
  );
  await importPerps({ from, to, symbols: [], interval: '1m' }, () => undefined);
  test = await startTestApp({
    SKEIN_MARKET_DATA: to,
    SKEIN_REPLAY_START: time('10:00:00'),
  });
  leader = await test.user('leader');
  groupId = await openGroup(leader);
  await at('10:00:30');
});
afterAll(async () => {
  await test.audit();
  await test.stop();
  await rm(root, { recursive: true });
});

async function at(text: string): Promise<void> {
  await test.sandbox('POST', '/clock', { freeze: true, set: time(text) });
  await test.sandbox('POST', '/drain');
}
const order = (body: object) => ({
  groupId,
  marketSymbol: 'SOL',
  side: 'LONG',
  collateralUsd: '100',
  leverage: '10',
  ...body,
});
const open = (body: object = {}) => leader.post('/perps/proposals', order(body));

it('of two triggers in one jump the one that the mark meets first fires, at the book', async () => {
  // Bid and ask are 60 millionths away, rounded outwards: 100.01. 1000 ÷ 1.0201 → 980 lots,
  // 980.098, fee 0.3430343 → 0.343035. 40 ÷ 9.8 and 20 ÷ 9.8 from 100.01, both up.
  const { assignmentId } = await open({ takeProfitPct: '40', stopLossPct: '20' });
  const opened = await position(leader, assignmentId);
  expect(
    pick(
      opened,
      'currentSizeBaseLots',
      'entryPriceUsd',
      'takeProfitPriceUsd',
      'stopLossPriceUsd',
      'totalFeesUsd',
    ),
  ).toEqual(['980', '100.01', '104.1', '97.97', '0.343035']);
  await at('10:02:30');
  // After 14 seconds of the leg to 97: 100 − 3 × 14 ÷ 19.666… = 97.9, where the bid is 97.89.
  const closed = await position(leader, assignmentId);
  expect(pick(closed, 'closeReason', 'exitPriceUsd', 'closedAt')).toEqual([
    'STOP_LOSS',
    '97.89',
    time('10:01:14'),
  ]);
  // 9.8 × 2.12 lost, fee 959.322 × 0.00035 = 0.3357627 → 0.335763.
  expect(realized(closed)).toEqual(['-20.776', '0', '0.678798', '0', '-21.454798', '78.545202']);
  checkIdentities(closed, '100');
});

it('nothing is traded at a price that is too old', async () => {
  const { assignmentId, proposalId } = await open({ leverage: '2' });
  const before = await cash(leader);
  // 15 seconds after the last mark, of 10:02:59.999, and a millisecond more.
  await test.sandbox('POST', '/clock', { set: '2026-03-03T10:03:14.999Z' });
  expect((await act(leader, assignmentId, 'add', { collateralUsd: '5' })).status).toBe(200);
  await at('10:03:15');
  const size = { collateralUsd: '10', leverage: '2' };
  const half = { reduceFraction: '0.5', isFullClose: false };
  const { groupId: _, ...quote } = order({});
  for (const answer of [
    await leader.call('POST', '/perps/proposals', order({})),
    await leader.call('POST', '/perps/quote', quote),
    await actOn(leader, proposalId, 'increase', size),
    await act(leader, assignmentId, 'add', size),
    await act(leader, assignmentId, 'reduce', half),
    await actOn(leader, proposalId, 'close'),
    await setTriggers(leader, assignmentId, { stopLossPct: '50' }),
  ]) {
    expect(refusal(answer)).toEqual([503, 'PRICE_UNAVAILABLE', {}]);
    expect(answer.body.retryable).toBe(true);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect(Number(before) - Number(await cash(leader))).toBe(5);
  // What is shown is worth the last mark that is known; a pin is fresh.
  expect(pick(await position(leader, assignmentId), 'status', 'positionValueUsd')).toEqual([
    'OPEN',
    // 200 ÷ 1.0303 → 194 lots of 1.01.
    '195.94',
  ]);
  await test.sandbox('PUT', '/prices/perp/SOL', { priceUsd: '101' });
  expect((await act(leader, assignmentId, 'reduce', half)).status).toBe(200);
  await test.sandbox('DELETE', '/prices/perp/SOL');
  expect((await act(leader, assignmentId, 'reduce', half)).status).toBe(503);
  await at('10:05:30');
  expect((await actOn(leader, proposalId, 'close')).status).toBe(200);
});

it('a take-profit is an order at its price, and gets exactly that', async () => {
  // Ask 101.01: 1000 ÷ 1.0303 → 970 lots, 979.797, fee 0.34292895 → 0.342929.
  // 20 ÷ 9.7 = 2.0618…: 103.0718… goes up.
  const { assignmentId } = await open({ takeProfitPct: '20' });
  expect((await position(leader, assignmentId)).takeProfitPriceUsd).toBe('103.08');
  await at('10:06:59');
  const won = await position(leader, assignmentId);
  expect(pick(won, 'closeReason', 'exitPriceUsd', 'isClaimable')).toEqual([
    'TAKE_PROFIT',
    '103.08',
    true,
  ]);
  // 9.7 × 2.07, fee 999.876 × 0.00035 = 0.3499566 → 0.349957.
  expect(realized(won)).toEqual(['20.079', '0', '0.692886', '0', '19.386114', '119.386114']);
  // From 100.5 to 107 in the second leg, second by second: 6.5 × (t − 19.666…) ÷ 19.666… reaches
  // 2.58 after 27.4….
  expect(won.closedAt).toBe(time('10:06:28'));
});

it('a liquidation is dated and filled where the mark met it', async () => {
  await at('10:07:30');
  // Ask 106.01: 750 ÷ 1.0813 → 693 lots, 734.6493, fee 0.257127255 → 0.257128. C = 49.742872.
  const { assignmentId } = await open({ collateralUsd: '50', leverage: '15' });
  // (734.6493 − 49.742872) ÷ (6.93 × 29⁄30) = 102.24009….
  expect((await position(leader, assignmentId)).liquidationPriceUsd).toBe('102.24');
  await at('10:09:30');
  const gone = await position(leader, assignmentId);
  // Down from 106 to 92 in the second leg: after 25 seconds 106 − 14 × 5.333… ÷ 19.666… = 102.2,
  // where the bid is 102.19. 6.93 × 3.82 lost, fee 708.1767 × 0.00035 → 0.247862, penalty 3.540884.
  expect(pick(gone, 'status', 'exitPriceUsd', 'closedAt')).toEqual([
    'LIQUIDATED',
    '102.19',
    time('10:08:25'),
  ]);
  expect(realized(gone)).toEqual([
    '-26.4726',
    '0',
    '0.50499',
    '3.540884',
    '-30.518474',
    '19.481526',
  ]);
  checkIdentities(gone, '50');
});
