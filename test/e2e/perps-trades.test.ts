import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestUser } from '../helpers/app.ts';
import { act, NOW, type PerpWorld, pick, reduce, startPerpWorld } from './perp-world.ts';

let world: PerpWorld;
beforeAll(async () => {
  world = await startPerpWorld();
});
afterAll(async () => {
  await world.test.audit();
  await world.test.stop();
});

const tradesOf = async (user: TestUser) => (await user.get('/trades')).perps;

it('shows every field of an opening, an addition and a reduction', async () => {
  const flock = await world.flock();
  const { leader, groupId } = flock;
  const { proposalId, assignmentId } = await flock.open();
  // $50 at 4x and 100: 200 lots for 200, fee 0.07.
  const added = await act(leader, assignmentId, 'add', { collateralUsd: '50', leverage: '4' });
  expect(added.status).toBe(200);
  await act(leader, assignmentId, 'add', { collateralUsd: '10' });
  await world.move('110');
  // Half of 1200 lots at 110: 660, fee 0.231, won 600 × (1.1 − 1) = 60.
  await reduce(leader, assignmentId, '0.5');
  const trades = await tradesOf(leader);
  const same = { assignmentId, proposalId, groupId, marketSymbol: 'SOL', side: 'LONG' };
  const none = { collateralOutUsd: '0', penaltyUsd: '0', pricePnlUsd: '0', fundingUsd: '0' };
  const row = (n: number, fields: object) => ({
    ...same,
    ...none,
    ...fields,
    id: trades[n].id,
    txSignature: `paper_${trades[n].id}`,
    createdAt: NOW,
  });
  expect(trades).toEqual([
    row(0, {
      action: 'REDUCE',
      sizeBaseLots: '600',
      sizeBaseUnits: '6',
      notionalUsd: '660',
      priceUsd: '110',
      collateralInUsd: '0',
      feeUsd: '0.231',
      pricePnlUsd: '60',
    }),
    row(1, {
      action: 'ADD',
      sizeBaseLots: '0',
      sizeBaseUnits: '0',
      notionalUsd: '0',
      priceUsd: null,
      collateralInUsd: '10',
      feeUsd: '0',
    }),
    row(2, {
      action: 'ADD',
      sizeBaseLots: '200',
      sizeBaseUnits: '2',
      notionalUsd: '200',
      priceUsd: '100',
      collateralInUsd: '50',
      feeUsd: '0.07',
    }),
    row(3, {
      action: 'OPEN',
      sizeBaseLots: '1000',
      sizeBaseUnits: '10',
      notionalUsd: '1000',
      priceUsd: '100',
      collateralInUsd: '100',
      feeUsd: '0.35',
    }),
  ]);
  await world.reset();
});

it('shows a liquidation and the deleveraging that met its loss', async () => {
  const flock = await world.flock();
  const { leader, member } = flock;
  await flock.promote(member);
  await flock.open();
  await flock.open({ side: 'SHORT' }, member);
  await world.move('88');
  // 99.65 of collateral are gone at (1000 − 99.65) ÷ 10 = 90.035; nothing returns, no fee.
  const fields = ['action', 'side', 'sizeBaseLots', 'priceUsd', 'pricePnlUsd', 'collateralOutUsd'];
  const [liquidation] = await tradesOf(leader);
  expect(pick(liquidation, ...fields, 'feeUsd', 'penaltyUsd')).toEqual([
    ...['LIQUIDATION', 'LONG', '1000', '90.035', '-99.65', '0'],
    ...['0', '0'],
  ]);
  // The short is closed there: 100 − 0.35 + 99.65.
  const [closed] = await tradesOf(member);
  expect(pick(closed, ...fields, 'feeUsd', 'penaltyUsd')).toEqual([
    ...['ADL', 'SHORT', '1000', '90.035', '99.65', '199.3'],
    ...['0', '0'],
  ]);
});
