import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestUser } from '../helpers/app.ts';
import {
  cash,
  checkIdentities,
  type Flock,
  increase,
  type PerpWorld,
  pick,
  position,
  proposal,
  realized,
  startPerpWorld,
} from './perp-world.ts';

let world: PerpWorld;
let flock: Flock;
let leader: TestUser;
beforeAll(async () => {
  world = await startPerpWorld();
});
beforeEach(async () => {
  await world.reset();
  flock = await world.flock();
  ({ leader } = flock);
});
afterAll(async () => {
  await world.test.audit();
  await world.test.stop();
});

const triggers = ['takeProfitPriceUsd', 'stopLossPriceUsd'];

const placed: readonly [
  what: string,
  body: object,
  expected: readonly [takeProfit: string | null, stopLoss: string | null],
][] = [
  // 700 lots, 7 SOL: 10 % of 100 ÷ 7 = 1.428571…, 20 % = 2.857142…. Long up: 101.43, 97.15.
  ['a long, up', { leverage: '7', takeProfitPct: '10', stopLossPct: '20' }, ['101.43', '97.15']],
  // Short down: 98.571428… and 102.857142….
  [
    'a short, down',
    { side: 'SHORT', leverage: '7', takeProfitPct: '10', stopLossPct: '20' },
    ['98.57', '102.85'],
  ],
  // 10 SOL: 0.1 % of 100 is 0.1, ÷ 10 = 0.01: exactly a tick.
  ['to the tick', { takeProfitPct: '0.1', stopLossPct: '0.1' }, ['100.01', '99.99']],
  // The least more than a tick.
  [
    'to the next tick',
    { takeProfitPct: '0.100000000000000001', stopLossPct: '0.100000000000000001' },
    ['100.02', '99.99'],
  ],
  // 100 % of 100 ÷ 10 = 10; 12345.678 % ÷ 10 = 1234.5678.
  ['far away', { takeProfitPct: '12345.678', stopLossPct: '100' }, ['1334.57', '90']],
  // At 1x a short has gained 100 % where the price is 0, 99.99 % at 0.01 and more at none.
  [
    'as far as there are prices',
    { side: 'SHORT', leverage: '1', takeProfitPct: '99.99' },
    ['0.01', null],
  ],
  ['at no price', { side: 'SHORT', leverage: '1', takeProfitPct: '99.995' }, [null, null]],
  // 250 × 20 ÷ 6 = 833 lots, 0.0833 BTC: 25 % of 250 ÷ 0.0833 = 750.3; 5 % = 150.06….
  [
    'of BTC by dollars',
    {
      marketSymbol: 'BTC',
      collateralUsd: '250',
      leverage: '20',
      takeProfitPct: '25',
      stopLossPct: '5',
    },
    ['60751', '59850'],
  ],
  // 1000 lots of 100 PUMP: 10 % of 20 ÷ 100000 = 0.00002; 3.333 % = 0.000006666.
  [
    'of PUMP by its ticks',
    {
      marketSymbol: 'PUMP',
      collateralUsd: '20',
      leverage: '7.5',
      takeProfitPct: '10',
      stopLossPct: '3.333',
    },
    ['0.00152', '0.0014934'],
  ],
];
it.each(placed)('are placed by the collateral: %s', async (_, body, expected) => {
  const { assignmentId } = await flock.open(body);
  expect(pick(await position(leader, assignmentId), ...triggers)).toEqual(expected);
});

describe.each([
  // $100 at 10x. Take profit 40 %: 4; stop loss 20 %: 2.
  { side: 'LONG', before: '103.99', takes: '104', stands: '98.01', stops: '98' },
  { side: 'SHORT', before: '96.01', takes: '96', stands: '101.99', stops: '102' },
])('of a $side', ({ side, before, takes, stands, stops }) => {
  const open = () => flock.open({ side, takeProfitPct: '40', stopLossPct: '20' });

  it('take the profit at their tick, not before', async () => {
    const { assignmentId, proposalId } = await open();
    await world.move(before);
    expect((await position(leader, assignmentId)).status).toBe('OPEN');
    await world.move(takes);
    const shown = await position(leader, assignmentId);
    expect(pick(shown, 'status', 'closeReason', 'exitPriceUsd', 'isClaimable')).toEqual([
      'CLOSED',
      'TAKE_PROFIT',
      takes,
      true,
    ]);
    // 10 × 4, fees 0.35 and 1040 or 960 × 0.00035.
    const fees = side === 'LONG' ? '0.714' : '0.686';
    const net = side === 'LONG' ? '39.286' : '39.314';
    expect(realized(shown)).toEqual(['40', '0', fees, '0', net, `1${net}`]);
    checkIdentities(shown, '100');
    expect(await cash(leader)).toBe('900');
    expect((await proposal(leader, proposalId)).closedAt).not.toBeNull();
  });

  it('stop the loss at their tick, not before, and pay at once', async () => {
    const { assignmentId, proposalId } = await open();
    await world.move(stands);
    expect((await position(leader, assignmentId)).status).toBe('OPEN');
    await world.move(stops);
    const shown = await position(leader, assignmentId);
    expect(
      pick(shown, 'status', 'closeReason', 'exitPriceUsd', 'isClaimable', 'claimedAt'),
    ).toEqual(['CLOSED', 'STOP_LOSS', stops, false, null]);
    // 10 × −2, fees 0.35 and 980 or 1020 × 0.00035.
    const fees = side === 'LONG' ? '0.693' : '0.707';
    const [net, back] = side === 'LONG' ? ['-20.693', '79.307'] : ['-20.707', '79.293'];
    expect(realized(shown)).toEqual(['-20', '0', fees, '0', net, back]);
    checkIdentities(shown, '100');
    expect(await cash(leader)).toBe(side === 'LONG' ? '979.307' : '979.293');
    expect(await proposal(leader, proposalId)).toMatchObject({ exitPnlUsd: net });
    expect((await leader.get('/account')).perpsValueUsd).toBe('0');
  });

  it('fill at the pin, also where it has gone past them', async () => {
    const { assignmentId } = await open();
    const past = side === 'LONG' ? '95' : '105';
    await world.move(past);
    const shown = await position(leader, assignmentId);
    expect(pick(shown, 'closeReason', 'exitPriceUsd', 'priceRealizedPnlUsd')).toEqual([
      'STOP_LOSS',
      past,
      '-50',
    ]);
  });
});

it('belong to each position: joiners inherit the percentages, not the prices', async () => {
  const { member } = flock;
  const first = await flock.open({ takeProfitPct: '40', stopLossPct: '20' });
  await world.move('101');
  // 50 × 5 ÷ 1.01 = 247 lots: 40 % of 50 ÷ 2.47 = 8.0971…; 20 % = 4.0485….
  const joined = await increase(member, first.proposalId, { collateralUsd: '50', leverage: '5' });
  expect(pick(await position(member, joined.assignmentId), ...triggers)).toEqual([
    '109.1',
    '96.96',
  ]);
  await world.move('104.5');
  expect((await position(leader, first.assignmentId)).closeReason).toBe('TAKE_PROFIT');
  expect((await position(member, joined.assignmentId)).status).toBe('OPEN');
  await world.move('96.96');
  expect((await position(member, joined.assignmentId)).closeReason).toBe('STOP_LOSS');
});

it('are carried out for a pin that has gone again', async () => {
  const { assignmentId } = await flock.open({ stopLossPct: '20' });
  await world.pin('SOL', '97');
  await world.pin('SOL', '100');
  await world.drain();
  const shown = await position(leader, assignmentId);
  expect(pick(shown, 'closeReason', 'exitPriceUsd')).toEqual(['STOP_LOSS', '97']);
});

it('do not matter where the position is liquidated before', async () => {
  // A stop at 100 % is at 90, the liquidation at 93.13.
  const late = await flock.open({ stopLossPct: '100' });
  const early = await flock.open({ stopLossPct: '50' });
  await world.move('94.99');
  expect((await position(leader, late.assignmentId)).status).toBe('OPEN');
  expect((await position(leader, early.assignmentId)).closeReason).toBe('STOP_LOSS');
  // One jump past both is a liquidation: the worse comes first.
  const both = await flock.open({ stopLossPct: '10' });
  await world.move('86');
  for (const { assignmentId } of [late, both]) {
    const shown = await position(leader, assignmentId);
    expect(pick(shown, 'status', 'closeReason')).toEqual(['LIQUIDATED', 'LIQUIDATED']);
  }
});

it('tell the owner what has happened', async () => {
  const { assignmentId, proposalId } = await flock.open({ stopLossPct: '20' });
  await world.move('98');
  const { events } = await leader.get('/account/events?limit=200');
  const trades = events.filter(({ type }: { type: string }) => type === 'perp.trade');
  expect(trades.at(-1).data).toMatchObject({
    assignmentId,
    proposalId,
    action: 'CLOSE',
    status: 'CLOSED',
    closeReason: 'STOP_LOSS',
    priceUsd: '98',
    collateralOutUsd: '79.307',
  });
  const { id } = trades.at(-1).data;
  expect(await leader.get(`/actions/${id}`)).toMatchObject({
    kind: 'perp.stop_loss',
    status: 'SETTLED',
    trade: { id, action: 'CLOSE' },
  });
});
