import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { eventually } from '../helpers/eventually.ts';
import {
  act,
  actOn,
  cash,
  type Flock,
  increase,
  type PerpWorld,
  pick,
  position,
  refusal,
  startPerpWorld,
} from './perp-world.ts';

let world: PerpWorld;
let flock: Flock;

beforeAll(async () => {
  world = await startPerpWorld();
});
beforeEach(async () => {
  await world.reset();
  flock = await world.flock();
});
afterAll(async () => {
  await world.test.audit();
  await world.test.stop();
});

const propose = async (body: object) => refusal(await flock.propose(body));
const quote = async (body: object) =>
  refusal(
    await flock.leader.call('POST', '/perps/quote', {
      marketSymbol: 'SOL',
      side: 'LONG',
      collateralUsd: '100',
      leverage: '10',
      ...body,
    }),
  );
/** Refused alike by a proposal, a quote, a join and an addition. */
async function expectEverywhere(body: object, expected: readonly unknown[]): Promise<void> {
  const { proposalId, assignmentId } = await flock.open();
  const size = { collateralUsd: '100', leverage: '10', ...body };
  expect(await propose(body)).toEqual(expected);
  expect(await quote(body)).toEqual(expected);
  expect(refusal(await actOn(flock.leader, proposalId, 'increase', size))).toEqual(expected);
  expect(refusal(await act(flock.leader, assignmentId, 'add', size))).toEqual(expected);
  // The first opening alone has cost anything.
  expect(await cash(flock.leader)).toBe('900');
}
const INVALID = [400, 'VALIDATION_FAILED'];

it('takes collateral of $5 and more', async () => {
  await expectEverywhere({ collateralUsd: '4.999999' }, [
    400,
    'AMOUNT_BELOW_MINIMUM',
    { minimumUsd: '5', amountUsd: '4.999999' },
  ]);
  expect((await flock.propose({ collateralUsd: '5' })).status).toBe(201);
});

it('takes what buys a lot', async () => {
  // A lot of BTC is worth $6, without leverage more than $5.
  const tooSmall = { minimumUsd: '6', amountUsd: '5' };
  const body = { marketSymbol: 'BTC', collateralUsd: '5', leverage: '1' };
  expect(await propose(body)).toEqual([400, 'AMOUNT_BELOW_MINIMUM', tooSmall]);
  expect(await quote(body)).toEqual([400, 'AMOUNT_BELOW_MINIMUM', tooSmall]);
  // At 1.1x $5.454545… are 6: 6 ÷ 1.1 = 5.45454545… → 5.454546.
  expect(await propose({ ...body, leverage: '1.1' })).toEqual([
    400,
    'AMOUNT_BELOW_MINIMUM',
    { minimumUsd: '5.454546', amountUsd: '5' },
  ]);
  const { assignmentId } = await flock.open({
    ...body,
    leverage: '1.1',
    collateralUsd: '5.454546',
  });
  expect((await position(flock.leader, assignmentId)).currentSizeBaseLots).toBe('1');
});

it('takes no more than the wallet has', async () => {
  const funds = (required: string, available: string) => [
    400,
    'INSUFFICIENT_FUNDS',
    { required, available, currency: 'USDC' },
  ];
  expect(await propose({ collateralUsd: '1000.000001' })).toEqual(funds('1000.000001', '1000'));
  const { proposalId, assignmentId } = await flock.open({ collateralUsd: '999' });
  const body = { collateralUsd: '5', leverage: '2' };
  expect(refusal(await actOn(flock.leader, proposalId, 'increase', body))).toEqual(funds('5', '1'));
  for (const more of [body, { collateralUsd: '5' }]) {
    expect(refusal(await act(flock.leader, assignmentId, 'add', more))).toEqual(funds('5', '1'));
  }
  // A quote asks nobody's wallet.
  expect(await quote({ collateralUsd: '50000' })).toEqual([200]);
});

it.each(['0', '-10', '0.99', '15.01', '99999999999'])(
  'refuses a leverage of %s',
  async (leverage) => {
    await expectEverywhere({ leverage }, [400, 'LEVERAGE_OUT_OF_RANGE', { maxLeverage: '15' }]);
  },
);

it('takes a leverage of two decimals from 1 to what the market allows', async () => {
  for (const leverage of ['1', '15', '14.99', '1.01', '2.50']) {
    expect(await propose({ collateralUsd: '5', leverage })).toEqual([201]);
  }
  const list = await flock.leader.get('/perps/positions?limit=1');
  expect(list[0].initialLeverage).toBe('2.5');
  for (const leverage of ['10.001', '1.000', '1e1', ' 10', '', 10, null]) {
    expect((await propose({ leverage })).slice(0, 2)).toEqual(INVALID);
    expect((await quote({ leverage })).slice(0, 2)).toEqual(INVALID);
  }
});

it('allows less of a size between two tiers', async () => {
  // HYPE at 0.1, a lot is $0.001. 10x up to 4,000,000 lots, 1x at 4,800,000, linear between and cut:
  // 9x up to 4,000,000 + 800,000 ÷ 9 = 4,088,888 lots. $500 at L are 500,000 × L lots, so 9x hold to
  // L = 8.17777…, and beyond it there is 8x.
  await world.pin('HYPE', '0.1');
  const body = { marketSymbol: 'HYPE', collateralUsd: '500' };
  for (const leverage of ['10', '8.18']) {
    expect(await propose({ ...body, leverage })).toEqual([
      400,
      'LEVERAGE_OUT_OF_RANGE',
      { maxLeverage: '8.17' },
    ]);
  }
  // 400 × 10 ÷ 0.001 are 4,000,000 lots. The more collateral, the less leverage: 1000 × 4 reach
  // them, 4.08 × 1,000,000 are 4,080,000 at 9x, 4.8 are 1x again; 4.35 leave 10 − 3.9375 = 6x,
  // 4.44 leave 10 − 4.95 = 5x, 4.45 as well (5.0625 → 4.9375 → 4x, less than 4.45).
  expect(await propose({ ...body, collateralUsd: '1000', leverage: '10' })).toEqual([
    400,
    'LEVERAGE_OUT_OF_RANGE',
    { maxLeverage: '4.44' },
  ]);
});

it('stops at the cap of open interest', async () => {
  // SKR at a millionth: a lot is $0.000001. Recorded are 51,251 of 14,000,000: 13,948,749 are left.
  await world.pin('SKR', '0.000001');
  const body = { marketSymbol: 'SKR', leverage: '1' };
  const capped = [400, 'ORDER_REJECTED', { reason: "The market's open interest is at its cap." }];
  expect(await propose({ ...body, collateralUsd: '13.94875' })).toEqual(capped);
  expect(await quote({ ...body, collateralUsd: '13.94875' })).toEqual(capped);
  const { proposalId, assignmentId } = await flock.open({ ...body, collateralUsd: '13.948749' });
  await eventually('the cap is reached', async () => {
    return (await flock.leader.get('/perps/markets/SKR')).openInterestBaseLots === '14000000';
  });
  const more = { collateralUsd: '5', leverage: '1' };
  expect(refusal(await actOn(flock.member, proposalId, 'increase', more))).toEqual(capped);
  expect(refusal(await act(flock.leader, assignmentId, 'add', more))).toEqual(capped);
  // Margin takes no open interest.
  expect((await act(flock.leader, assignmentId, 'add', { collateralUsd: '5' })).status).toBe(200);
});

it('fills within the price bound or not at all', async () => {
  await world.unpin('SOL');
  const rich = await world.flock({ depositUsd: '2000000' });
  const order = (body: object) => rich.propose({ collateralUsd: '200000', ...body });
  // $2,000,000 walk far into a book of about $3,000,000 a side within 2.5 %.
  for (const side of ['LONG', 'SHORT']) {
    for (const maxSlippageBps of [0, 1]) {
      expect(refusal(await order({ side, maxSlippageBps }))).toEqual([
        400,
        'NO_LIQUIDITY',
        { maxSlippageBps },
      ]);
    }
  }
  // Nothing holds $19,500,000, however far it may go.
  for (const maxSlippageBps of [200, 2000]) {
    const most = { collateralUsd: '1300000', leverage: '15', maxSlippageBps };
    expect(refusal(await order(most))).toEqual([400, 'NO_LIQUIDITY', { maxSlippageBps }]);
  }
  for (const maxSlippageBps of [2001, -1, 1.5, '200']) {
    expect(refusal(await order({ maxSlippageBps })).slice(0, 2)).toEqual(INVALID);
  }
  expect(await cash(rich.leader)).toBe('2000000');
  // Under a pin there is no spread and no end.
  await world.pin('SOL', '100');
  expect((await order({ maxSlippageBps: 0, collateralUsd: '1300000' })).status).toBe(201);
});

it.each([
  { stopLossPct: '0' },
  { stopLossPct: '-1' },
  { stopLossPct: '100.000000000000000001' },
  { stopLossPct: '5.' },
  { takeProfitPct: '0' },
  { takeProfitPct: '-10' },
  { takeProfitPct: 10 },
])('refuses %j', async (body) => {
  expect((await propose(body)).slice(0, 2)).toEqual(INVALID);
  expect((await quote(body)).slice(0, 2)).toEqual(INVALID);
});

it('refuses a stop loss that would fire at once', async () => {
  // $5 at 15x are 0.75 SOL; 0.1 % are 0.005, ÷ 0.75 = 0.00666…: 99.9933… goes up to 100.00.
  const body = { collateralUsd: '5', leverage: '15', stopLossPct: '0.1' };
  const { status, body: problem } = await flock.propose(body);
  expect([status, problem.code, problem.message]).toEqual([
    ...INVALID,
    ['stopLossPct is crossed already at the present mark price'],
  ]);
  // 0.15 % are 0.0075, ÷ 0.75 = 0.01: 99.99 is below.
  const { assignmentId, proposalId } = await flock.open({ ...body, stopLossPct: '0.15' });
  expect((await position(flock.leader, assignmentId)).stopLossPriceUsd).toBe('99.99');
  expect((await increase(flock.member, proposalId, { ...body })).proposalId).toBe(proposalId);
});

it('lets nobody join whom the stop loss of the proposal would stop at once', async () => {
  // $5 at 5x are 0.25 SOL; 0.05 % are 0.0025, ÷ 0.25 = 0.01. At 15x ÷ 0.75 = 0.0033…: up to 100.
  const body = { collateralUsd: '5', leverage: '5', stopLossPct: '0.05' };
  const { proposalId, assignmentId } = await flock.open(body);
  const more = { collateralUsd: '5', leverage: '15' };
  expect(refusal(await actOn(flock.member, proposalId, 'increase', more)).slice(0, 2)).toEqual(
    INVALID,
  );
  // With $200 at 15x more, 0.1025 ÷ 30.25 = 0.0033….
  const much = { collateralUsd: '200', leverage: '15' };
  expect(refusal(await act(flock.leader, assignmentId, 'add', much)).slice(0, 2)).toEqual(INVALID);
  expect([await cash(flock.leader), await cash(flock.member)]).toEqual(['995', '1000']);
});

it('opens in an unknown market nowhere', async () => {
  const unknown = [404, 'MARKET_NOT_FOUND', { symbol: 'NOPE' }];
  expect(await propose({ marketSymbol: 'NOPE' })).toEqual(unknown);
  expect(await quote({ marketSymbol: 'NOPE' })).toEqual(unknown);
});

it('keeps to the operator’s switch', async () => {
  const { proposalId, assignmentId } = await flock.open();
  const size = { collateralUsd: '5', leverage: '2' };
  const half = { reduceFraction: '0.5', isFullClose: false };
  const entries = async () => [
    await flock.propose(),
    await actOn(flock.member, proposalId, 'increase', size),
    await act(flock.leader, assignmentId, 'add', size),
    await act(flock.leader, assignmentId, 'add', { collateralUsd: '5' }),
  ];
  const HALTED = [503, 'TRADING_HALTED'];
  try {
    await world.halt('reduce-only');
    for (const answer of await entries()) {
      expect(refusal(answer).slice(0, 2)).toEqual(HALTED);
      expect(answer.body.retryable).toBe(true);
    }
    expect((await act(flock.leader, assignmentId, 'reduce', half)).status).toBe(200);
    await world.halt('halted');
    const exits = [
      await act(flock.leader, assignmentId, 'reduce', half),
      await actOn(flock.leader, proposalId, 'close'),
    ];
    for (const answer of [...(await entries()), ...exits]) {
      expect(refusal(answer).slice(0, 2)).toEqual(HALTED);
    }
    // Triggers are no orders.
    const patch = { stopLossPct: '20' };
    const { status } = await flock.leader.call('PATCH', `/perps/positions/${assignmentId}`, patch);
    expect(status).toBe(200);
  } finally {
    await world.halt('enabled');
  }
  const closed = await actOn(flock.leader, proposalId, 'close');
  expect(pick(closed.body.data, 'success', 'pending')).toEqual([true, false]);
});
