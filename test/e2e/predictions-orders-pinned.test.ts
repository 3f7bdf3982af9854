import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  cash,
  done,
  fillOf,
  MARKET,
  type Named,
  type PredictionWorld,
  startPredictionWorld,
} from './prediction-world.ts';

let world: PredictionWorld;

beforeAll(async () => {
  world = await startPredictionWorld();
});
beforeEach(() => world.pin('0.5'));
afterAll(async () => {
  await world.test.audit();
  await world.test.stop();
});

interface Row {
  /** Price of YES, and the side that is traded. */
  readonly pin: string;
  readonly isYes: boolean;
  readonly amountUsd: string;
  readonly shares: string;
  readonly price: string;
  /** Without the fee, the fee alone, and both. */
  readonly cost: string;
  readonly fee: string;
  readonly total: string;
  /** What is left of $1000, and what of it after selling all at the same price: two fees less. */
  readonly bought: string;
  readonly sold: string;
  /** A hundredth of a share more, and what that costs, the fee in. */
  readonly more: readonly [shares: string, total: string];
}

/** The fee is shares × 0.05 × p × (1 − p), half-up at 5 decimals; f is that of one share. */
const rows: readonly Row[] = [
  {
    // f = 0.0125; 7.81 f = 0.097625, exactly between: up.
    pin: '0.5',
    isYes: true,
    amountUsd: '4.00263',
    shares: '7.81',
    price: '0.5',
    cost: '3.905',
    fee: '0.09763',
    total: '4.00263',
    bought: '995.99737',
    sold: '999.80474',
    more: ['7.82', '4.00775'],
  },
  {
    // One unit less is a hundredth of a share less, and the rest stays in the wallet.
    pin: '0.5',
    isYes: true,
    amountUsd: '4.002629',
    shares: '7.8',
    price: '0.5',
    cost: '3.9',
    fee: '0.0975',
    total: '3.9975',
    bought: '996.0025',
    sold: '999.805',
    more: ['7.81', '4.00263'],
  },
  {
    // f = 0.011655; 13.1 f = 0.1526805
    pin: '0.37',
    isYes: true,
    amountUsd: '5',
    shares: '13.1',
    price: '0.37',
    cost: '4.847',
    fee: '0.15268',
    total: '4.99968',
    bought: '995.00032',
    sold: '999.69464',
    more: ['13.11', '5.0035'],
  },
  {
    // The other side at 0.63: the same f; 7.79 f = 0.09079245
    pin: '0.37',
    isYes: false,
    amountUsd: '5',
    shares: '7.79',
    price: '0.63',
    cost: '4.9077',
    fee: '0.09079',
    total: '4.99849',
    bought: '995.00151',
    sold: '999.81842',
    more: ['7.8', '5.00491'],
  },
  {
    // Off every tick: f = 0.0006074355; 581.06 f = 0.35295647163
    pin: '0.0123',
    isYes: true,
    amountUsd: '7.5',
    shares: '581.06',
    price: '0.0123',
    cost: '7.147038',
    fee: '0.35296',
    total: '7.499998',
    bought: '992.500002',
    sold: '999.29408',
    more: ['581.07', '7.500121'],
  },
  {
    // f as above; 7.58 f = 0.00460436109
    pin: '0.0123',
    isYes: false,
    amountUsd: '7.5',
    shares: '7.58',
    price: '0.9877',
    cost: '7.486766',
    fee: '0.0046',
    total: '7.491366',
    bought: '992.508634',
    sold: '999.9908',
    more: ['7.59', '7.501253'],
  },
  {
    // f = 0.0123459875; 217.41 f = 2.684141142375
    pin: '0.5555',
    isYes: true,
    amountUsd: '123.456789',
    shares: '217.41',
    price: '0.5555',
    cost: '120.771255',
    fee: '2.68414',
    total: '123.455395',
    bought: '876.544605',
    sold: '994.63172',
    more: ['217.42', '123.46107'],
  },
  {
    // f as above; 270.23 f = 3.336256202125
    pin: '0.5555',
    isYes: false,
    amountUsd: '123.456789',
    shares: '270.23',
    price: '0.4445',
    cost: '120.117235',
    fee: '3.33626',
    total: '123.453495',
    bought: '876.546505',
    sold: '993.32748',
    more: ['270.24', '123.45806'],
  },
  {
    // The lowest price there is: f = 0.0000049995; 95238.52 f = 0.47614498074
    pin: '0.0001',
    isYes: true,
    amountUsd: '10',
    shares: '95238.52',
    price: '0.0001',
    cost: '9.523852',
    fee: '0.47614',
    total: '9.999992',
    bought: '990.000008',
    sold: '999.04772',
    more: ['95238.53', '10.000003'],
  },
  {
    // And the highest: 10 f = 0.000049995
    pin: '0.0001',
    isYes: false,
    amountUsd: '10',
    shares: '10',
    price: '0.9999',
    cost: '9.999',
    fee: '0.00005',
    total: '9.99905',
    bought: '990.00095',
    sold: '999.9999',
    more: ['10.01', '10.009049'],
  },
  {
    // Everything there is: f = 0.00004995; 952426.31 f = 47.5736941845
    pin: '0.001',
    isYes: true,
    amountUsd: '1000',
    shares: '952426.31',
    price: '0.001',
    cost: '952.42631',
    fee: '47.57369',
    total: '1000',
    bought: '0',
    sold: '904.85262',
    more: ['952426.32', '1000.00001'],
  },
];

it.each(rows)('$amountUsd for YES $isYes at $pin: $shares, fee $fee', async (row) => {
  await world.pin(row.pin);
  const { leader, open } = await world.flock();
  const { pin: _, isYes, amountUsd, shares, price, cost, fee, total, more } = row;
  const { proposal, trade } = await open({ isYes, amountUsd });
  expect(trade).toMatchObject({ tradeType: 'BUY', pnlUsd: '0', pnlPct: '0' });
  expect(fillOf(trade)).toEqual([shares, price, total, fee]);
  expect(await cash(leader)).toBe(row.bought);

  // A hundredth more would have cost too much: it is what its price buys, and a unit less does not.
  const quote = (spend: string) =>
    leader.post('/predictions/quote', { ...MARKET, isYes, amountUsd: spend });
  const dearer = await quote(more[1]);
  expect([dearer.tokenAmount, dearer.totalCostUsd]).toEqual(more);
  const units = BigInt(more[1].replace('.', '').padEnd(more[1].indexOf('.') + 6, '0')) - 1n;
  const less = `${units / 1_000_000n}.${(units % 1_000_000n).toString().padStart(6, '0')}`;
  expect((await quote(less)).tokenAmount).toBe(shares);

  const out = await done(leader, proposal.id, 'sell', { max: true });
  expect(fillOf(out.trade)).toEqual([shares, price, cost, fee]);
  expect(await cash(leader)).toBe(row.sold);
});

it("takes the market's own fee rate", async () => {
  const { open } = await world.flock();
  const free: Named = {
    eventId: 'will-the-us-and-china-sign-a-trade-deal-in-q1-2026',
    marketId: 'will-the-us-and-china-sign-a-trade-deal-in-q1-2026',
  };
  const crypto: Named = {
    eventId: 'bitcoin-above-on-march-5-2026',
    marketId: 'bitcoin-above-140000-on-march-5-2026',
  };
  await world.pin('0.55', free.marketId);
  await world.pin('0.37', crypto.marketId);
  // 100 ÷ 0.55 = 181.81…, no fee: 99.9955 leave the wallet.
  const unpaid = await open({ ...free, amountUsd: '100' });
  expect(fillOf(unpaid.trade)).toEqual(['181.81', '0.55', '99.9955', '0']);
  // Rate 0.07: 0.37 + 0.07 × 0.37 × 0.63 = 0.386317; 258.85 come to 95.7745 + 4.22365545.
  const paid = await open({ ...crypto, amountUsd: '100' });
  expect(fillOf(paid.trade)).toEqual(['258.85', '0.37', '99.99816', '4.22366']);
});

it('a pin has no spread and no end', async () => {
  const { leader } = await world.flock();
  const rich = await world.user({ depositUsd: '90000000' });
  const { groupId } = await rich.post('/groups', { name: 'Swans' });
  const { trade } = await rich.post('/predictions/proposals', {
    groupId,
    ...MARKET,
    isYes: true,
    amountUsd: '82000000',
    maxSlippageBps: 0,
  });
  // 82000000 ÷ 0.5125; fee 160000000 × 0.0125.
  expect(fillOf(trade)).toEqual(['160000000', '0.5', '82000000', '2000000']);
  const book = await leader.get(`/predictions/markets/${MARKET.marketId}/book`);
  expect([book.yes.bids[0].price, book.yes.asks[0].price]).toEqual(['0.5', '0.5']);
  const sold = await done(rich, trade.proposalId, 'sell', { max: true, maxSlippageBps: 0 });
  expect(fillOf(sold.trade)).toEqual(['160000000', '0.5', '80000000', '2000000']);
});
