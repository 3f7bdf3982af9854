import { afterAll, beforeAll, expect, it } from 'vitest';
import { min } from '../../src/money/fixed.ts';
import type { TestUser } from '../helpers/app.ts';
import {
  act,
  cash,
  done,
  type Flock,
  MARKET,
  type Named,
  type PredictionWorld,
  plain,
  refusal,
  seen,
  startPredictionWorld,
  units,
} from './prediction-world.ts';

let world: PredictionWorld;
let flock: Flock;
/** Leads the group, with a million dollars. */
let rich: TestUser;

beforeAll(async () => {
  world = await startPredictionWorld();
  await world.unpin();
  flock = await world.flock();
  rich = await world.user({ depositUsd: '1000000' });
  await flock.join(rich);
  await flock.promote(rich);
});
afterAll(async () => {
  await world.test.audit();
  await world.test.stop();
});

interface Level {
  /** In 0.0001 dollars. */
  readonly price: bigint;
  /** In hundredths of a share; a hundredth at a price costs as many 1e-6 dollars as its number. */
  readonly size: bigint;
}
type Side = 'yes' | 'no';

async function bookOf({ marketId }: Named, side: Side) {
  const book = await rich.get(`/predictions/markets/${marketId}/book`);
  const levels = (of: readonly { price: string; size: string }[]): Level[] =>
    of.map(({ price, size }) => ({ price: units(price, 4), size: units(size, 2) }));
  return { bids: levels(book[side].bids), asks: levels(book[side].asks) };
}

async function feeRateOf({ eventId, marketId }: Named): Promise<bigint> {
  const { markets } = await rich.get(`/predictions/events/${eventId}`);
  const market = markets.find((each: { marketTicker: string }) => each.marketTicker === marketId);
  return units(market.feeRate, 4);
}

/**
 * The fee of hundredths of a share at a level in 1e-6 dollars: n/100 × rate × p × (1 − p), half-up
 * at five decimals. Rate and p are in 1e-4, so the product is in 1e-14 dollars: 1e9 of it are 1e-5.
 */
function feeAt(n: bigint, price: bigint, rate: bigint): bigint {
  const product = n * rate * price * (10_000n - price);
  return ((product + 500_000_000n) / 1_000_000_000n) * 10n;
}

interface Walked {
  readonly shares: bigint;
  readonly gross: bigint;
  readonly fee: bigint;
}

/** Buys a hundredth more at a time as long as it can be paid; finds the number by halving. */
function walkBuy(asks: readonly Level[], spend: bigint, rate: bigint): Walked {
  let [shares, gross, fee] = [0n, 0n, 0n];
  for (const { price, size } of asks) {
    const fits = (n: bigint) => gross + fee + n * price + feeAt(n, price, rate) <= spend;
    let [low, high] = [0n, size + 1n];
    while (high - low > 1n) {
      const middle = (low + high) / 2n;
      if (fits(middle)) low = middle;
      else high = middle;
    }
    shares += low;
    fee += feeAt(low, price, rate);
    gross += low * price;
    if (low < size) return { shares, gross, fee };
  }
  throw new Error('the book is too small for the test');
}

function walkSale(bids: readonly Level[], wanted: bigint, rate: bigint): Walked {
  let [shares, gross, fee] = [0n, 0n, 0n];
  for (const { price, size } of bids) {
    const left = wanted - shares;
    const taken = min(left, size);
    shares += taken;
    gross += taken * price;
    fee += feeAt(taken, price, rate);
  }
  if (shares < wanted) throw new Error('the book is too small for the test');
  return { shares, gross, fee };
}

/** gross ÷ shares, half-even at 18 decimals: 1e-6 dollars over hundredths are 1e-4 dollars. */
function average({ gross, shares }: Walked): string {
  const scaled = gross * 10n ** 14n;
  const [floor, rest] = [scaled / shares, scaled % shares];
  const up = rest * 2n > shares || (rest * 2n === shares && floor % 2n === 1n);
  return plain(floor + (up ? 1n : 0n), 18);
}

const boughtAs = (walked: Walked) => ({
  tokenAmount: plain(walked.shares, 2),
  pricePerTokenUsd: average(walked),
  totalCostUsd: plain(walked.gross + walked.fee, 6),
  venueFeeUsd: plain(walked.fee, 6),
});
const soldAs = (walked: Walked) => ({
  ...boughtAs(walked),
  totalCostUsd: plain(walked.gross, 6),
});

/** What all of these levels cost to buy, every fee in. */
const costOf = (levels: readonly Level[], rate: bigint): bigint =>
  levels.reduce((sum, { price, size }) => sum + size * price + feeAt(size, price, rate), 0n);

/** Levels at most that many ten-thousandths of a dollar from the best one. */
const within = (levels: readonly Level[], bps: bigint): Level[] => {
  const best = levels[0]?.price ?? 0n;
  return levels.filter(({ price }) => (price > best ? price - best : best - price) <= bps);
};

const markets: readonly [tick: string, Named][] = [
  ['0.01', MARKET],
  [
    '0.0025',
    {
      eventId: 'us-annual-inflation-in-march-2026',
      marketId: 'us-annual-inflation-2-7-2-8-in-march-2026',
    },
  ],
  [
    '0.005',
    {
      eventId: 'solana-price-on-march-8-2026',
      marketId: 'solana-price-between-240-and-260-on-march-8-2026',
    },
  ],
  [
    '0.001',
    {
      eventId: 'largest-company-at-the-end-of-march-2026',
      marketId: 'largest-company-apple-at-the-end-of-march-2026',
    },
  ],
  [
    '0.01',
    {
      eventId: 'will-a-un-resolution-be-vetoed-in-march-2026',
      marketId: 'will-a-un-resolution-be-vetoed-in-march-2026',
    },
  ],
];
const both = markets.flatMap(([tick, named]) =>
  (['yes', 'no'] as const).map((side) => ({ tick, named, side })),
);

it.each(both)(
  'fills $side of a market of tick $tick level by level: $named.marketId',
  async ({ tick, named, side }) => {
    const body = { ...named, isYes: side === 'yes' };
    const { bids, asks } = await bookOf(named, side);
    const rate = await feeRateOf(named);
    for (const { price } of [...bids, ...asks]) expect(price % units(tick, 4)).toBe(0n);

    // First within the best level, then half of the last level within the bound as well.
    const small = 12_345_678n;
    const opened = await flock.open({ ...body, amountUsd: plain(small, 6) }, rich);
    expect(opened.trade).toMatchObject(boughtAs(walkBuy(asks, small, rate)));
    const near = within(asks, 500n);
    const last = near.at(-1);
    expect(near.length).toBeGreaterThan(1);
    const deep = costOf(near, rate) - ((last?.size ?? 0n) * (last?.price ?? 0n)) / 2n;
    const before = units(await cash(rich), 6);
    const { trade } = await done(rich, opened.proposal.id, 'predict', {
      amountUsd: plain(deep, 6),
    });
    const bought = walkBuy(near, deep, rate);
    expect(trade).toMatchObject(boughtAs(bought));
    expect(units(await cash(rich), 6)).toBe(before - bought.gross - bought.fee);

    // Out again through the bids, most of the way to the bound.
    const held = units((await seen(rich, opened.proposal.id)).remainingTokenAmount, 2);
    const room = within(bids, 500n).reduce((sum, { size }) => sum + size, 0n);
    const wanted = (min(held, room) * 9n) / 10n;
    const target = wanted * (bids[0]?.price ?? 0n);
    const sold = walkSale(bids, wanted, rate);
    const cashed = units(await cash(rich), 6);
    const out = await done(rich, opened.proposal.id, 'sell', { amountUsd: plain(target, 6) });
    expect(out.trade).toMatchObject(soldAs(sold));
    expect(units(await cash(rich), 6)).toBe(cashed + sold.gross - sold.fee);
  },
);

it('fills whole or not at all: beyond the bound there is no liquidity', async () => {
  const mine = await world.flock();
  await mine.join(rich);
  await mine.promote(rich);
  const { asks, bids } = await bookOf(MARKET, 'yes');
  const rate = await feeRateOf(MARKET);
  const top = asks.slice(0, 1);
  const exact = costOf(top, rate);
  // The best level and no step more: all of it fills, a hundredth more does not.
  const at = (amount: bigint, maxSlippageBps?: number) => ({
    amountUsd: plain(amount, 6),
    ...(maxSlippageBps === undefined ? {} : { maxSlippageBps }),
  });
  const more = exact + 2n * (top[0]?.price ?? 0n);
  const none = (maxSlippageBps: number) => [400, 'NO_LIQUIDITY', { maxSlippageBps }];
  expect(refusal(await mine.propose(at(more, 0), rich))).toEqual(none(0));
  const { proposal, trade } = await mine.open(at(exact, 0), rich);
  expect(trade).toMatchObject({
    tokenAmount: plain(top[0]?.size ?? 0n, 2),
    pricePerTokenUsd: plain(top[0]?.price ?? 0n, 4),
    totalCostUsd: plain(exact, 6),
  });
  expect(refusal(await act(rich, proposal.id, 'predict', at(more, 0)))).toEqual(none(0));
  // A step of a cent wider: the next level is in it.
  expect(refusal(await act(rich, proposal.id, 'predict', at(more, 99)))).toEqual(none(99));
  const wider = await done(rich, proposal.id, 'predict', at(more, 100));
  expect(wider.trade).toMatchObject(boughtAs(walkBuy(asks, more, rate)));

  // Five points unless told otherwise, twenty at most.
  const near = within(asks, 500n);
  expect(near.length).toBeLessThan(asks.length);
  const far = costOf(near, rate) + 1_000_000n;
  const before = await cash(rich);
  expect(refusal(await act(rich, proposal.id, 'predict', at(far)))).toEqual(none(500));
  expect(await cash(rich)).toBe(before);
  const farther = await done(rich, proposal.id, 'predict', at(far, 2_000));
  expect(farther.trade).toMatchObject(boughtAs(walkBuy(asks, far, rate)));
  for (const maxSlippageBps of [2_001, -1, 0.5, '100']) {
    const body = { amountUsd: '10', maxSlippageBps };
    const misfit = await act(rich, proposal.id, 'predict', body);
    expect(refusal(misfit).slice(0, 2)).toEqual([400, 'VALIDATION_FAILED']);
  }

  // Sales alike: everything held is more than the bids within five points take.
  const held = units((await seen(rich, proposal.id)).remainingTokenAmount, 2);
  const room = within(bids, 500n).reduce((sum, { size }) => sum + size, 0n);
  expect(held).toBeGreaterThan(room);
  expect(refusal(await act(rich, proposal.id, 'sell', { max: true }))).toEqual(none(500));
  const all = await done(rich, proposal.id, 'sell', { max: true, maxSlippageBps: 2_000 });
  expect(all.trade).toMatchObject(soldAs(walkSale(bids, held, rate)));
});

it('has no liquidity on a side that nobody offers', async () => {
  const certain: Named = {
    eventId: 'billboard-new-number-one-on-march-3-2026',
    marketId: 'will-the-billboard-number-one-change-on-march-3-2026',
  };
  const { asks, bids } = await bookOf(certain, 'yes');
  expect([asks.length, bids.length > 0]).toEqual([0, true]);
  const body = { ...certain, amountUsd: '10' };
  expect(refusal(await flock.propose(body)).slice(0, 2)).toEqual([400, 'NO_LIQUIDITY']);
  // NO is offered, by those who bid for YES, but then nobody bids for it.
  const { proposal } = await flock.open({ ...body, isYes: false });
  const sale = await act(flock.leader, proposal.id, 'sell', { max: true });
  expect(refusal(sale).slice(0, 2)).toEqual([400, 'NO_LIQUIDITY']);
  const quote = { proposalId: proposal.id, max: true };
  const quoted = await flock.leader.call('POST', '/predictions/quote', quote);
  expect(refusal(quoted).slice(0, 2)).toEqual([400, 'NO_LIQUIDITY']);
});
