import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testId } from '../../../test/helpers/state.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Posting, Transfer } from '../../ledger/transfer.ts';
import { SHARE_STEP } from '../../market/predictions/prediction-market.ts';
import { baseUnits, price, ratio, usdc } from '../../money/fixed.ts';
import { dollars, priceOf } from '../../money/text.ts';
import { fillPredictionBuy, fillPredictionSale } from '../../venues/paper/predictions.ts';
import { type Booked, bookFill, costOf } from './book-fill.ts';
import type { OrderOrigin, PredictionOrder } from './order.ts';
import type { PredictionPositionRow } from './tables.ts';

const NOW = 1_700_000_000_000;
const userId = testId(1);
/** The outcome token; 0 is USDC. */
const TOKEN = 7;
const terms = { claimable: false, now: NOW };

const orderOf = (side: 'BUY' | 'SELL', origin: OrderOrigin): PredictionOrder => ({
  id: testId(9),
  trader: { userId, idpId: 'i', username: 'u', walletAddress: 'w' },
  side,
  origin,
  groupId: testId(2),
  proposalId: testId(3),
  assetId: TOKEN,
  spend: usdc(0n),
});

/** Fee 5 % of p(1 − p) a share, at a pin. */
const at = (text: string, feeRate = '0.05') => ({
  book: { bids: [], asks: [] },
  pinned: priceOf(text),
  feeRate: ratio(priceOf(feeRate)),
  maxSlippageBps: 0,
});
const shares = (whole: number) => baseUnits(BigInt(whole) * 1_000_000n);

const sum = ({ postings }: Transfer, of: (posting: Posting) => boolean): bigint =>
  postings.filter(of).reduce((total, { amount }) => total + amount, 0n);

/** Sums of a booked order; every asset of its transfer comes to zero (I1). */
function moved({ transfer }: Booked) {
  expect(sum(transfer, ({ asset }) => asset === 0)).toBe(0n);
  expect(sum(transfer, ({ asset }) => asset === TOKEN)).toBe(0n);
  expect(transfer.postings.every(({ amount }) => amount !== 0n)).toBe(true);
  const of = (account: string, asset: number) =>
    sum(transfer, (posting) => posting.account === account && posting.asset === asset);
  return {
    dollars: of('available', 0),
    tokens: of('available', TOKEN),
    fees: of('venueFees', 0),
    venue: of('predictionVenue', 0),
  };
}

test('a buy: shares and fee leave the wallet as dollars, the shares come in', () => {
  // $100 at 0.5: a share costs 0.5 and 0.05 × 0.25 = 0.0125, so 195.12 shares for 97.56 and 2.439.
  const fill = fillPredictionBuy({ ...at('0.5'), spend: dollars('100') });
  const booked = bookFill(orderOf('BUY', 'OPEN'), fill, undefined, terms);
  expect(moved(booked)).toEqual({
    dollars: dollars('-99.999'),
    tokens: 195_120_000n,
    fees: dollars('2.439'),
    venue: dollars('97.56'),
  });
  expect(costOf(fill)).toBe(dollars('99.999'));
  expect([booked.transfer.id, booked.transfer.kind]).toEqual([testId(9), 'trade']);
  expect(booked.trade).toEqual({
    id: testId(9),
    userId,
    proposalId: testId(3),
    groupId: testId(2),
    assetId: TOKEN,
    side: 'BUY',
    origin: 'OPEN',
    quantity: 195_120_000n,
    price: priceOf('0.5'),
    gross: dollars('99.999'),
    fee: dollars('2.439'),
    pnl: 0n,
    costOut: 0n,
    createdAt: NOW,
  });
  expect(booked.position).toMatchObject({
    quantity: 195_120_000n,
    cost: dollars('99.999'),
    lots: '195120000:99999000',
    followed: 0n,
  });
  expect(booked.event).toMatchObject({ userId, type: 'prediction.trade' });
  expect(booked.event.data).toMatchObject({
    tradeType: 'BUY',
    totalCostUsd: '99.999',
    venueFeeUsd: '2.439',
    pnlUsd: '0',
    pnlPct: '0',
  });
});

test('a sale: the proceeds come in less the fee, first in first out', () => {
  const buy = (spend: string, text: string, before: PredictionPositionRow | undefined) =>
    bookFill(
      orderOf('BUY', 'MANUAL'),
      fillPredictionBuy({ ...at(text, '0'), spend: dollars(spend) }),
      before,
      terms,
    ).position;
  // 40 shares at 0.25 for $10, then 20 at 0.5 for $10.
  const held = buy('10', '0.5', buy('10', '0.25', undefined));
  // 50 at 0.8: 40; the fee is 50 × 0.05 × 0.16 = 0.4. They cost 10 and 10 × 10 ÷ 20 = 5.
  const fill = fillPredictionSale({ ...at('0.8'), shares: shares(50) });
  const booked = bookFill(orderOf('SELL', 'MANUAL'), fill, held, terms);
  expect(moved(booked)).toEqual({
    dollars: dollars('39.6'),
    tokens: -50_000_000n,
    fees: dollars('0.4'),
    venue: dollars('-40'),
  });
  expect(booked.trade).toMatchObject({
    side: 'SELL',
    gross: dollars('40'),
    fee: dollars('0.4'),
    costOut: dollars('15'),
    pnl: dollars('24.6'),
  });
  // 24.6 ÷ 15 = 164 %.
  expect(booked.event.data).toMatchObject({ pnlUsd: '24.6', pnlPct: '164' });
  expect(booked.position).toMatchObject({ quantity: 10_000_000n, lots: '10000000:5000000' });
});

test.each([
  ['OPEN', 0n],
  ['MANUAL', 0n],
  ['FOLLOW', 5_000_000n],
] as const)('a buy of origin %s counts %s as followed', (origin, followed) => {
  const fill = fillPredictionBuy({ ...at('0.8', '0'), spend: dollars('4') });
  const { position } = bookFill(orderOf('BUY', origin), fill, undefined, terms);
  expect(position.followed).toBe(followed);
});

test.each([
  ['MANUAL', 0n],
  ['CLOSE', 0n],
  ['EXIT', 7_000_000n],
] as const)('a sale of origin %s leaves %s of 10 followed shares', (origin, followed) => {
  const buy = fillPredictionBuy({ ...at('0.4', '0'), spend: dollars('4') });
  const { position } = bookFill(orderOf('BUY', 'FOLLOW'), buy, undefined, terms);
  const sale = fillPredictionSale({ ...at('0.4', '0'), shares: shares(3) });
  const sold = bookFill(orderOf('SELL', origin), sale, position, terms);
  expect(sold.position.followed).toBe(followed);
});

test('a sale without a position is a bug', () => {
  const fill = fillPredictionSale({ ...at('0.4'), shares: shares(3) });
  expect(() => bookFill(orderOf('SELL', 'MANUAL'), fill, undefined, terms)).toThrow(
    'a sale has a position',
  );
});

/** A fill, or nothing where the venue refuses the order for its size. */
function filled<Fill>(fill: () => Fill): Fill | null {
  try {
    return fill();
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

const TICK = 10n ** 14n;
const step = fc.record({
  buys: fc.boolean(),
  // Ticks of 0.0001 from 0.0001 to 0.9999.
  ticks: fc.bigInt({ min: 1n, max: 9_999n }),
  rate: fc.bigInt({ min: 0n, max: 700n }),
  // For a buy dollars in millionths, for a sale thousandths of what is held.
  size: fc.bigInt({ min: 1n, max: 10n ** 9n }),
  part: fc.bigInt({ min: 1n, max: 1_000n }),
});

test('wallet, shares and venue add up over any trades; nothing is ever rounded away', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 20 }), (steps) => {
      let position: PredictionPositionRow | undefined;
      let [cash, tokens, venue, fees, pnl] = [0n, 0n, 0n, 0n, 0n];
      for (const { buys, ticks, rate, size, part } of steps) {
        const quote = {
          book: { bids: [], asks: [] },
          pinned: price(ticks * TICK),
          feeRate: ratio(rate * TICK),
          maxSlippageBps: 0,
        };
        const wanted = ((position?.quantity ?? 0n) * part) / 1_000n;
        const sells = baseUnits(wanted - (wanted % SHARE_STEP));
        if (!buys && sells === 0n) continue;
        const fill = filled(() =>
          buys
            ? fillPredictionBuy({ ...quote, spend: usdc(size) })
            : fillPredictionSale({ ...quote, shares: sells }),
        );
        if (!fill) continue;
        const order = orderOf(buys ? 'BUY' : 'SELL', 'MANUAL');
        const booked = bookFill(order, fill, position, terms);
        const of = moved(booked);
        if (buys) expect(-of.dollars <= size).toBe(true);
        position = booked.position;
        cash += of.dollars;
        tokens += of.tokens;
        venue += of.venue;
        fees += of.fees;
        pnl += booked.trade.pnl;
        expect([tokens, cash]).toEqual([position.quantity, pnl - position.cost]);
        expect(cash + venue + fees).toBe(0n);
        expect(position.realizedPnl).toBe(pnl);
      }
    }),
    { numRuns: 200 },
  );
});
