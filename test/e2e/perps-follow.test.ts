import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { TestUser } from '../helpers/app.ts';
import { type Following, following } from './perp-following.ts';
import {
  act,
  cash,
  type Flock,
  increase,
  NOW,
  type PerpWorld,
  pick,
  position,
  startPerpWorld,
} from './perp-world.ts';

let world: PerpWorld;
let flock: Flock;
let follows: Following;
let leader: TestUser;
beforeAll(async () => {
  world = await startPerpWorld();
});
beforeEach(async () => {
  await world.reset();
  flock = await world.flock();
  follows = following(world, flock);
  ({ leader } = flock);
});
afterAll(async () => {
  await world.test.audit();
  await world.test.stop();
});

const size = ['currentSizeBaseLots', 'initialLeverage', 'initialCollateralUsdc'];

it('puts the fixed amount in as collateral, at the leverage of the leader', async () => {
  const ada = await follows.follower();
  const opened = await flock.open({ side: 'SHORT', takeProfitPct: '40', stopLossPct: '20' });
  await world.drain();
  const [follow] = await follows.history(ada);
  // 50 × 10 ÷ 1 = 500 lots; fee 0.175.
  expect(follow).toEqual({
    id: expect.any(String),
    vertical: 'PERP',
    proposalId: opened.proposalId,
    leaderTradeId: opened.actionJobId,
    side: 'SHORT',
    status: 'FILLED',
    trade: {
      id: expect.any(String),
      assignmentId: expect.any(String),
      proposalId: opened.proposalId,
      groupId: flock.groupId,
      marketSymbol: 'SOL',
      side: 'SHORT',
      action: 'OPEN',
      sizeBaseLots: '500',
      sizeBaseUnits: '5',
      notionalUsd: '500',
      priceUsd: '100',
      collateralInUsd: '50',
      collateralOutUsd: '0',
      feeUsd: '0.175',
      penaltyUsd: '0',
      pricePnlUsd: '0',
      fundingUsd: '0',
      txSignature: expect.any(String),
      createdAt: NOW,
    },
    createdAt: NOW,
    settledAt: NOW,
  });
  const held = await position(ada, follow?.trade.assignmentId);
  expect(held).toEqual(await follows.held(ada));
  // 20 of 5 SOL are 4, 10 are 2.
  expect(pick(held, ...size, 'takeProfitPriceUsd', 'stopLossPriceUsd', 'subaccountIndex')).toEqual([
    '500',
    '10',
    '50',
    '96',
    '102',
    1,
  ]);
  expect(await cash(ada)).toBe('950');
  expect(await ada.get(`/actions/${follow?.trade.id}`)).toMatchObject({
    kind: 'perp.follow',
    status: 'SETTLED',
  });
});

it('keeps to the highest leverage that a member allows', async () => {
  const wishes = ['3', '2.349', '10', '10.5', '1', null];
  const members = [];
  for (const maxLeverage of wishes) members.push(await follows.follower({ maxLeverage }));
  await flock.open({ leverage: '10.25' });
  await world.drain();
  const shown = [];
  for (const user of members) shown.push(pick(await follows.held(user), ...size));
  // 50 × 2.34 = 117; 50 × 10.25 = 512.5.
  expect(shown).toEqual([
    ['150', '3', '50'],
    ['117', '2.34', '50'],
    ['500', '10', '50'],
    ['512', '10.25', '50'],
    ['50', '1', '50'],
    ['512', '10.25', '50'],
  ]);
});

it('keeps to what the market allows of the size', async () => {
  // HYPE at 0.1: $500 may have 8.17x (perps-open-refused), of more lots than may stand open.
  await world.pin('HYPE', '0.1');
  const large = await follows.follower({ amountUsd: '500' });
  const small = await follows.follower({ amountUsd: '20' });
  await flock.open({ marketSymbol: 'HYPE', collateralUsd: '10' });
  await world.drain();
  expect(await follows.result(large)).toEqual(['FAILED', 'ORDER_REJECTED']);
  expect(await cash(large)).toBe('1000');
  expect(pick(await follows.held(small), ...size)).toEqual(['200000', '10', '20']);
});

it('follows every leader and admin but nobody’s joins and additions', async () => {
  const { member } = flock;
  await follows.autoBuy(leader);
  await follows.autoBuy(member);
  await flock.promote(member);
  const first = await flock.open();
  await world.drain();
  // The leader does not follow the own call.
  expect(await follows.history(leader)).toEqual([]);
  expect(await follows.history(member)).toHaveLength(1);
  await flock.open({ side: 'SHORT' }, member);
  await world.drain();
  expect((await follows.held(leader)).side).toBe('SHORT');
  await increase(member, first.proposalId);
  await increase(leader, first.proposalId);
  await act(leader, first.assignmentId, 'add', { collateralUsd: '10', leverage: '5' });
  await world.drain();
  expect(await follows.history(leader)).toHaveLength(1);
  expect(await follows.history(member)).toHaveLength(1);
});

it('follows only for those who have it on when the leader trades', async () => {
  const off = await follows.follower();
  await off.post(`/groups/${flock.groupId}/auto-buy`, { enabled: false });
  const spotOnly = await follows.follower({ verticals: ['SPOT', 'STOCK', 'PREDICTION'] });
  const late = await world.user();
  await flock.join(late);
  await flock.open();
  await world.drain();
  await follows.autoBuy(late);
  await world.drain();
  expect(await follows.history(off)).toEqual([]);
  expect(await follows.history(late)).toEqual([]);
  expect(await follows.result(spotOnly)).toEqual(['SKIPPED', 'VERTICAL_OFF']);
});

it.each([
  // 2 % of 100. At 80 and 120 the leader, 2× from 100, is still far from liquidation.
  { side: 'LONG', worst: '102', worse: '102.01', better: '80' },
  { side: 'SHORT', worst: '98', worse: '97.99', better: '120' },
])('buys a $side up to 2 % worse than the leader, and better at any price', async (of) => {
  const ada = await follows.follower();
  const call = async (priceUsd: string) => {
    await world.reset();
    await follows.hold();
    await flock.open({ side: of.side, leverage: '2' });
    await world.pin('SOL', priceUsd);
    await follows.release();
    const [follow] = await follows.history(ada);
    return follow;
  };
  await follows.autoBuy(ada, { maxLeverage: '10' });
  const edge = await call(of.worst);
  // 50 × 2 ÷ 1.02 = 98.03…, ÷ 0.98 = 102.04….
  expect(pick({ ...edge?.trade }, 'priceUsd', 'sizeBaseLots')).toEqual([
    of.worst,
    of.side === 'LONG' ? '98' : '102',
  ]);
  const moved = await call(of.worse);
  expect([moved?.status, moved?.code]).toEqual(['SKIPPED', 'PRICE_MOVED']);
  const better = await call(of.better);
  expect([better?.status, better?.trade.priceUsd]).toEqual(['FILLED', of.better]);
  expect(await cash(ada)).toBe('900');
});

it('guards the average of the modelled book', async () => {
  await world.unpin('SOL');
  const rich = await world.flock({ depositUsd: '2000000' });
  const group = following(world, rich);
  const mild = await group.follower({ amountUsd: '100' }, { depositUsd: '1000' });
  const heavy = await group.follower({ amountUsd: '900000' }, { depositUsd: '900000' });
  const opened = await rich.open({ collateralUsd: '100', leverage: '10' });
  await world.drain();
  const [follow] = await group.history(mild);
  const { trade } = await rich.leader.get(`/actions/${opened.actionJobId}`);
  // The book is modelled at the instant: it gives the follower what it gave the leader.
  expect(pick(follow?.trade, 'sizeBaseLots', 'notionalUsd', 'priceUsd')).toEqual(
    pick(trade, 'sizeBaseLots', 'notionalUsd', 'priceUsd'),
  );
  expect(await group.result(heavy)).toEqual(['SKIPPED', 'NO_LIQUIDITY']);
  // Where the top alone has moved away, that comes first.
  await world.pin('SOL', '60');
  await group.hold();
  await rich.open({ collateralUsd: '100', leverage: '10' });
  await world.unpin('SOL');
  await group.release();
  for (const user of [mild, heavy])
    expect(await group.result(user)).toEqual(['SKIPPED', 'PRICE_MOVED']);
});
