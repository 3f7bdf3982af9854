import {
  type BaseUnits,
  MAX_LEDGER_UNITS,
  PRICE_DECIMALS,
  type Price,
  RATIO_DECIMALS,
  type Ratio,
  USDC_DECIMALS,
  type Usdc,
} from '../../money/fixed.ts';
import { tokens } from '../../money/text.ts';
import { DEFAULT_TICK } from './book.ts';
import {
  cutUnits,
  firstOf,
  instantOf,
  isAbsent,
  isRaw,
  plainDecimal,
  type Raw,
  refuse,
  requiredText,
  shown,
  textList,
  textOf,
} from './gamma-values.ts';
import { type MarketResult, SHARE_DECIMALS } from './prediction-market.ts';
import { CONDITION_ID, DIGITS, type MarketRecord, marketProblem, SLUG } from './recorded-record.ts';

/** What a market has that does not name its own: five shares. */
const DEFAULT_MIN_ORDER = tokens('5', SHARE_DECIMALS);

/** Until here markets were closed by an automated maker, whose last prices are near 1 and 0. */
const MAKERS_UNTIL_MS = Date.UTC(2023, 0, 1);
/** How near: three decimals. */
const NEAR_ZERO = /^0(\.000\d*)?$/;
const NEAR_ONE = /^(1|0\.999\d*)$/;

/** A non-negative amount in one of some fields; digits the service has no place for are cut off. */
function amountOf(raw: Raw, decimals: number, ...fields: readonly string[]): bigint | null {
  const value = firstOf(raw, ...fields);
  if (value === undefined) return null;
  const units = typeof value === 'string' ? cutUnits(value, decimals) : null;
  if (units === null || units < 0n || units > MAX_LEDGER_UNITS) {
    return refuse(`${fields[0]} is no amount: ${shown(value)}`);
  }
  return units;
}

/** A best price; the venue writes none as nothing, 0 for a bid and 1 for an ask. */
function bestOf(raw: Raw, field: string, none: string): Price | null {
  const value = raw[field];
  if (isAbsent(value) || (typeof value === 'string' && plainDecimal(value) === none)) return null;
  return amountOf(raw, PRICE_DECIMALS, field) as Price | null;
}

/** The taker's fee rate: 0 unless fees are enabled, else of the market's own schedule. */
function feeRateOf(raw: Raw): Ratio {
  if (raw.feesEnabled !== true) return 0n as Ratio;
  const schedule = raw.feeSchedule;
  if (!isRaw(schedule)) return refuse('fees are enabled but there is no feeSchedule');
  const exponent = firstOf(schedule, 'exponent') ?? '1';
  if (exponent !== '1') refuse(`feeSchedule has the exponent ${shown(exponent)}, not 1`);
  const rate = amountOf(schedule, RATIO_DECIMALS, 'rate') ?? refuse('feeSchedule has no rate');
  return rate as Ratio;
}

/** The two outcomes and their tokens; the first one counts as YES. */
function outcomesOf(raw: Raw) {
  const names = textList(raw, 'outcomes');
  const [yesName = '', noName = ''] = names;
  if (names.length !== 2) return refuse(`has ${names.length} outcomes, not 2`);
  if (yesName === '' || noName === '') return refuse('an outcome has no name');
  if (textOf(raw, 'marketType') === 'scalar') {
    return refuse(`is scalar: ${yesName} and ${noName} share the payout by a number`);
  }
  const tokens = textList(raw, 'clobTokenIds');
  const [yesOutcomeId = '', noOutcomeId = ''] = tokens;
  if (tokens.length !== 2 || !tokens.every((id) => DIGITS.test(id))) {
    return refuse('clobTokenIds are not two token ids');
  }
  return { yesName, noName, yesOutcomeId, noOutcomeId };
}

/**
 * How a closed market resolved; null when it is closed but nothing says that it is resolved. Closed
 * and UMA resolved at exactly 1 and 0, 0 and 1 or one half each counts; markets of the automated
 * maker closed before 2023 at prices near 1 and 0.
 */
function resultOf(raw: Raw, closedMs: number | null): MarketResult | null {
  const written = textList(raw, 'outcomePrices');
  const prices = written.map((price) => plainDecimal(price) ?? refuse(`no price: ${shown(price)}`));
  if (textOf(raw, 'umaResolutionStatus') === 'resolved') {
    const exact = { '1 0': 'YES', '0 1': 'NO', '0.5 0.5': 'VOID' } as const;
    const result = Object.entries(exact).find(([pair]) => pair === prices.join(' '))?.[1];
    if (result !== undefined) return result;
  }
  if (closedMs !== null && closedMs < MAKERS_UNTIL_MS) {
    const [yes = '', no = ''] = prices;
    if (NEAR_ONE.test(yes) && NEAR_ZERO.test(no)) return 'YES';
    if (NEAR_ZERO.test(yes) && NEAR_ONE.test(no)) return 'NO';
  }
  if (isAbsent(raw.orderPriceMinTickSize)) {
    return refuse(
      `is closed without an order book, and prices ${prices.join(' and ')} tell no result`,
    );
  }
  return null;
}

/** Open, paused or closed, with the result and the instant of the end of trading. */
function stateOf(raw: Raw, recordedMs: number) {
  if (raw.closed === true) {
    const closedMs = instantOf(raw, 'closedTime');
    const result = resultOf(raw, closedMs);
    return { status: 'closed', closedMs: closedMs ?? recordedMs, result } as const;
  }
  const takesOrders = raw.acceptingOrders ?? raw.enableOrderBook;
  const isOpen = raw.active !== false && takesOrders === true;
  return { status: isOpen ? 'open' : 'paused', closedMs: null, result: null } as const;
}

/**
 * The recorded end of trading; null when the record contradicts it: it is not after the start, or
 * passed while the market was still open.
 */
function endOf(raw: Raw, times: { recordedMs: number; startMs: number | null; isOpen: boolean }) {
  const endMs = instantOf(raw, 'endDate', 'endDateIso');
  if (endMs === null || (times.isOpen && endMs <= times.recordedMs)) return null;
  return times.startMs !== null && endMs <= times.startMs ? null : endMs;
}

/**
 * A market in the shape of the Gamma API, of any of its ages. Throws a Refusal with the reason when
 * it cannot be traded or replayed here.
 */
export function readGammaMarket(raw: Raw): MarketRecord {
  const slug = requiredText(raw, 'slug', SLUG);
  const outcomes = outcomesOf(raw);
  const startMs = instantOf(raw, 'startDate', 'createdAt');
  const recordedMs =
    instantOf(raw, 'updatedAt', 'createdAt', 'startDate') ?? refuse('names no time of its record');
  const state = stateOf(raw, recordedMs);
  const isOpen = state.status === 'open';
  const isClosed = state.status === 'closed';
  const market: MarketRecord = {
    slug,
    gammaId: requiredText(raw, 'id', DIGITS),
    conditionId: requiredText(raw, 'conditionId', CONDITION_ID),
    ...outcomes,
    question: requiredText(raw, 'question'),
    groupTitle: textOf(raw, 'groupItemTitle'),
    negRisk: raw.negRisk === true,
    feeRate: feeRateOf(raw),
    tickSize: (amountOf(raw, PRICE_DECIMALS, 'orderPriceMinTickSize') ?? DEFAULT_TICK) as Price,
    minOrderSize: (amountOf(raw, SHARE_DECIMALS, 'orderMinSize') ?? DEFAULT_MIN_ORDER) as BaseUnits,
    recordedMs,
    startMs,
    endMs: endOf(raw, { recordedMs, startMs, isOpen }),
    ...state,
    bestBid: isClosed ? null : bestOf(raw, 'bestBid', '0'),
    bestAsk: isClosed ? null : bestOf(raw, 'bestAsk', '1'),
    lastPrice: bestOf(raw, 'lastTradePrice', '0'),
    volume: (amountOf(raw, USDC_DECIMALS, 'volume', 'volumeNum', 'volumeClob') ?? 0n) as Usdc,
    volume24h: (amountOf(raw, USDC_DECIMALS, 'volume24hr', 'volume24hrClob') ?? 0n) as Usdc,
    liquidity: amountOf(raw, USDC_DECIMALS, 'liquidity', 'liquidityNum') as Usdc | null,
    book: null,
  };
  const problem = marketProblem(market);
  return problem === null ? market : refuse(problem);
}
