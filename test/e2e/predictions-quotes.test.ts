import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  act,
  cash,
  done,
  fillOf,
  MARKET,
  type Named,
  NOW,
  type PredictionWorld,
  refusal,
  runner,
  startPredictionWorld,
  units,
} from './prediction-world.ts';
import { latestSeq } from './world.ts';

let world: PredictionWorld;

beforeAll(async () => {
  world = await startPredictionWorld();
});
afterAll(async () => {
  await world.test.audit();
  await world.test.stop();
});

const QUOTE = '/predictions/quote';

it('shows all of a buy, and changes nothing', async () => {
  await world.pin('0.37');
  const { leader, open } = await world.flock();
  const before = await latestSeq(leader);
  // f = 0.05 × 0.37 × 0.63 = 0.011655 a share: 13.1 come to 4.847 + 0.1526805; 5 × 0.37 is below $4.
  const yes = { ...MARKET, isYes: true, amountUsd: '5' };
  expect(await leader.post(QUOTE, yes)).toEqual({
    side: 'BUY',
    tokenAmount: '13.1',
    averagePriceUsd: '0.37',
    venueFeeUsd: '0.15268',
    totalCostUsd: '4.99968',
    priceImpactPct: '0',
    minimumUsd: '4',
    payoutUsd: '13.1',
    at: NOW,
  });
  // NO at 0.63: 7.79 come to 4.9077 + 0.09079245.
  expect(await leader.post(QUOTE, { ...yes, isYes: false })).toEqual({
    side: 'BUY',
    tokenAmount: '7.79',
    averagePriceUsd: '0.63',
    venueFeeUsd: '0.09079',
    totalCostUsd: '4.99849',
    priceImpactPct: '0',
    minimumUsd: '4',
    payoutUsd: '7.79',
    at: NOW,
  });
  expect([await latestSeq(leader), await cash(leader)]).toEqual([before, '1000']);
  expect((await leader.get('/account/ledger')).entries).toHaveLength(1);
  // The order then gets it.
  const { trade } = await open(yes);
  expect(fillOf(trade)).toEqual(['13.1', '0.37', '4.99968', '0.15268']);
});

it("names the market's minimum of a buy where it is above $4", async () => {
  const { leader } = await world.flock();
  const minimumOf = async (pin: string, isYes: boolean) => {
    await world.pin(pin);
    return (await leader.post(QUOTE, { ...MARKET, isYes, amountUsd: '5' })).minimumUsd;
  };
  // 5 × 0.8765, 5 × 0.1235, 5 × 0.9999.
  expect(await minimumOf('0.8765', true)).toBe('4.3825');
  expect(await minimumOf('0.8765', false)).toBe('4');
  expect(await minimumOf('0.0001', false)).toBe('4.9995');
});

it('shows all of a sale, sized by the rules of a sale, and changes nothing', async () => {
  await world.pin('0.5');
  const { leader, open } = await world.flock();
  const { proposal } = await open();
  await world.pin('0.4');
  const before = await latestSeq(leader);
  const quote = (body: object) => leader.post(QUOTE, { proposalId: proposal.id, ...body });
  // 10 ÷ 0.4 = 25; fee 25 × 0.05 × 0.24 = 0.3, which the payout is less; 5 × 0.4 can be sold.
  const sale = {
    side: 'SELL',
    tokenAmount: '25',
    averagePriceUsd: '0.4',
    venueFeeUsd: '0.3',
    totalCostUsd: '10',
    priceImpactPct: '0',
    minimumUsd: '2',
    payoutUsd: '9.7',
    at: NOW,
  };
  expect(await quote({ amountUsd: '10' })).toEqual(sale);
  expect(await quote({ amountUsd: '10', max: false })).toEqual(sale);
  // Raised to 5 shares; and 30.004 ÷ 0.4 would leave 4.99.
  expect(await quote({ amountUsd: '0.5' })).toMatchObject({ tokenAmount: '5', payoutUsd: '1.94' });
  const all = { tokenAmount: '80', totalCostUsd: '32', venueFeeUsd: '0.96', payoutUsd: '31.04' };
  expect(await quote({ amountUsd: '30.004' })).toMatchObject(all);
  expect(await quote({ max: true, amountUsd: 'nonsense' })).toMatchObject(all);
  expect(await latestSeq(leader)).toBe(before);

  const { trade } = await done(leader, proposal.id, 'sell', { amountUsd: '10' });
  expect(fillOf(trade)).toEqual(['25', '0.4', '10', '0.3']);
  // The least that can be sold, 5 × 0.4.
  expect(await quote({ amountUsd: '2' })).toMatchObject({ tokenAmount: '5', totalCostUsd: '2' });
});

it.each([true, false])(
  'is what an order gets of a walked book, with its impact (YES %s)',
  async (isYes) => {
    const market: Named = {
      eventId: 'us-gas-price-at-the-end-of-march-2026',
      marketId: 'us-gas-price-3-00-at-the-end-of-march-2026',
    };
    const { leader, open } = await world.flock();
    const book = await leader.get(`/predictions/markets/${market.marketId}/book`);
    const { bids, asks } = isYes ? book.yes : book.no;
    /** How much worse than the best price the fill is, in percent, half-even at 18 decimals. */
    const impact = (filled: Record<string, string>, best: string, net: bigint) => {
      const atBest = units(filled.tokenAmount ?? '', 2) * units(best, 2) * 100n;
      const worse = (net > atBest ? net - atBest : atBest - net) * 10n ** 20n;
      const [floor, rest] = [worse / atBest, worse % atBest];
      const up = rest * 2n > atBest || (rest * 2n === atBest && floor % 2n === 1n);
      return floor + (up ? 1n : 0n);
    };
    const body = { ...market, isYes, amountUsd: '600' };
    const quoted = await leader.post(QUOTE, body);
    const { trade } = await open(body);
    expect(fillOf({ ...quoted, pricePerTokenUsd: quoted.averagePriceUsd })).toEqual(fillOf(trade));
    const cost = units(quoted.totalCostUsd, 6) - units(quoted.venueFeeUsd, 6);
    const worse = impact(quoted, asks[0].price, cost);
    expect(worse).toBeGreaterThan(0n);
    expect([units(quoted.priceImpactPct, 18), quoted.payoutUsd]).toEqual([
      worse,
      quoted.tokenAmount,
    ]);

    const sale = await leader.post(QUOTE, { proposalId: trade.proposalId, max: true });
    const out = await done(leader, trade.proposalId, 'sell', { max: true });
    expect(fillOf({ ...sale, pricePerTokenUsd: sale.averagePriceUsd })).toEqual(fillOf(out.trade));
    expect(units(sale.priceImpactPct, 18)).toBe(
      impact(sale, bids[0].price, units(sale.totalCostUsd, 6)),
    );
    expect(units(sale.payoutUsd, 6)).toBe(units(sale.totalCostUsd, 6) - units(sale.venueFeeUsd, 6));
    // 5 shares at the best bid.
    expect(units(sale.minimumUsd, 6)).toBe(500n * units(bids[0].price, 2) * 100n);
  },
);

it('has the bound of an order', async () => {
  await world.unpin();
  const { leader } = await world.flock();
  const body = { ...MARKET, isYes: true, amountUsd: '900', maxSlippageBps: 0 };
  const narrow = await leader.call('POST', QUOTE, body);
  expect(refusal(narrow)).toEqual([400, 'NO_LIQUIDITY', { maxSlippageBps: 0 }]);
  expect((await leader.call('POST', QUOTE, { ...body, maxSlippageBps: 500 })).status).toBe(200);
  const wide = await leader.call('POST', QUOTE, { ...body, maxSlippageBps: 2_001 });
  expect(refusal(wide).slice(0, 2)).toEqual([400, 'VALIDATION_FAILED']);
});

it('is refused like the order, and wants exactly one of both kinds', async () => {
  await world.pin('0.9');
  const { leader, member, open } = await world.flock();
  const outsider = await world.user();
  const { proposal } = await open();
  const paused = runner('no-change');
  await world.status('paused', paused.marketId);
  const buy = { ...MARKET, isYes: true, amountUsd: '5' };
  const sale = { proposalId: proposal.id, max: true };
  const unknown = { ...buy, eventId: 'no-such-event' };
  const elsewhere = { ...buy, marketId: paused.marketId };
  const refusals: [typeof leader, object, number, string, object?][] = [
    [leader, {}, 400, 'VALIDATION_FAILED'],
    [leader, { ...buy, ...sale }, 400, 'VALIDATION_FAILED'],
    [leader, { ...sale, isYes: true }, 400, 'VALIDATION_FAILED'],
    [leader, { ...buy, amountUsd: undefined }, 400, 'VALIDATION_FAILED'],
    [leader, { ...buy, amountUsd: '0' }, 400, 'VALIDATION_FAILED'],
    [leader, { ...buy, amountUsd: undefined, max: true }, 400, 'VALIDATION_FAILED'],
    [leader, { ...buy, isYes: undefined }, 400, 'VALIDATION_FAILED'],
    [leader, { ...buy, eventId: undefined }, 400, 'VALIDATION_FAILED'],
    [leader, { proposalId: proposal.id }, 400, 'VALIDATION_FAILED'],
    [leader, { ...sale, max: false }, 400, 'VALIDATION_FAILED'],
    [leader, unknown, 404, 'EVENT_NOT_FOUND', { eventId: 'no-such-event' }],
    [leader, elsewhere, 404, 'MARKET_NOT_FOUND', { marketId: paused.marketId }],
    [leader, { ...sale, proposalId: leader.userId }, 404, 'NOT_FOUND'],
    [leader, { ...sale, proposalId: 'nonsense' }, 404, 'NOT_FOUND'],
    [outsider, sale, 403, 'NOT_GROUP_MEMBER', {}],
    [member, sale, 400, 'NO_POSITION', {}],
    [leader, { ...buy, amountUsd: '3.99' }, 400, 'AMOUNT_BELOW_MINIMUM'],
    [leader, { ...buy, amountUsd: '4.49' }, 400, 'MIN_ORDER_SIZE'],
    [
      leader,
      { ...buy, ...paused },
      400,
      'MARKET_NOT_ACTIVE',
      { marketStatus: 'paused', nextOpen: null },
    ],
  ];
  for (const [user, body, status, code, details] of refusals) {
    const answer = await user.call('POST', QUOTE, body);
    expect([body, answer.status, answer.body.code]).toEqual([body, status, code]);
    if (details) expect(answer.body.details).toEqual(details);
  }
  await world.status(null, paused.marketId);
  // Money that is not there is asked for by the order alone.
  expect((await leader.post(QUOTE, { ...buy, amountUsd: '45225' })).tokenAmount).toBe('50000');
});

it('needs no more than the right to read', async () => {
  await world.pin('0.5');
  const { leader, open, join } = await world.flock();
  const { proposal } = await open();
  const reader = await world.user({ scopes: ['read'] });
  expect((await reader.post(QUOTE, { ...MARKET, isYes: true, amountUsd: '41' })).side).toBe('BUY');
  // Who has nothing to sell is told so, not refused for the scope.
  const none = await reader.call('POST', QUOTE, { proposalId: proposal.id, max: true });
  expect(refusal(none).slice(0, 2)).toEqual([403, 'NOT_GROUP_MEMBER']);
  const trader = await world.user({ scopes: ['trade:predictions', 'groups'] });
  await join(trader);
  const unread = await trader.call('POST', QUOTE, { ...MARKET, isYes: true, amountUsd: '41' });
  expect(refusal(unread)).toEqual([403, 'SCOPE_REQUIRED', { scope: 'read' }]);
  expect((await act(trader, proposal.id, 'predict', { amountUsd: '41' })).status).toBe(200);
  expect(await cash(leader)).toBe('959');
});
