/**
 * A second opinion on orders in prediction markets, with none of the service's code: integers of
 * another kind (hundredths of shares, ten-thousandths of a dollar a share), sizes found by search
 * instead of division, lots as a plain list.
 */
import { units } from './recorded-model.ts';

/** One dollar in 1e-6 dollars, in which all amounts are. */
export const DOLLAR = 1_000_000n;
/** One dollar in 1e-4 dollars, in which prices of shares and fee rates are. */
const WHOLE = 10_000n;
/** Five points: how far an order may walk, and how much dearer than its leader a follow may be. */
export const BOUND = 500n;

export interface Level {
  /** 1e-4 dollars a share. */
  readonly price: bigint;
  /** Hundredths of shares. */
  readonly size: bigint;
}

/** One side of a market as it can be traded. */
export interface Side {
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
  readonly feeRate: bigint;
  /** Hundredths of shares that a sale must have. */
  readonly minimum: bigint;
}

export interface Fill {
  readonly size: bigint;
  readonly gross: bigint;
  readonly fee: bigint;
}

interface WireLevel {
  readonly price: string;
  readonly size: string;
}

/** Levels of a `GET …/book`. */
export const levelsOf = (levels: readonly WireLevel[]): readonly Level[] =>
  levels.map(({ price, size }) => ({ price: units(price, 4), size: units(size, 2) }));

/** Hundredths of shares × rate × p × (1 − p) in whole 0.00001 dollars, halves up. */
function feeOf(size: bigint, price: bigint, rate: bigint): bigint {
  const scaled = size * rate * price * (WHOLE - price);
  return ((scaled * 2n + 1_000_000_000n) / 2_000_000_000n) * 10n;
}

/** What a size comes to from the best level on; the last level holds any size. */
function walk(levels: readonly Level[], size: bigint, rate: bigint): Fill {
  let left = size;
  let [gross, fee] = [0n, 0n];
  for (const [n, level] of levels.entries()) {
    const isLast = n === levels.length - 1;
    const taken = isLast || left < level.size ? left : level.size;
    gross += taken * level.price;
    fee += feeOf(taken, level.price, rate);
    left -= taken;
  }
  return { size, gross, fee };
}

const depthOf = (levels: readonly Level[]): bigint =>
  levels.reduce((sum, { size }) => sum + size, 0n);

/** The largest size that the amount pays for, or the code of the refusal. */
export function buyFill({ asks, feeRate, minimum }: Side, amount: bigint): Fill | string {
  const [best] = asks;
  if (amount < 4n * DOLLAR) return 'AMOUNT_BELOW_MINIMUM';
  if (best === undefined) return 'NO_LIQUIDITY';
  if (amount < minimum * best.price) return 'MIN_ORDER_SIZE';
  const within = asks.filter(({ price }) => price <= best.price + BOUND);
  let [paid, unpaid] = [0n, amount / best.price + 1n];
  while (unpaid - paid > 1n) {
    const middle = (paid + unpaid) / 2n;
    const { gross, fee } = walk(within, middle, feeRate);
    if (gross + fee <= amount) paid = middle;
    else unpaid = middle;
  }
  return paid > depthOf(within) ? 'NO_LIQUIDITY' : walk(within, paid, feeRate);
}

/** What of a position is sold when so much of it is wanted, or POSITION_BELOW_MIN. */
export function saleSize(held: bigint, wanted: bigint, minimum: bigint): bigint | string {
  if (held < minimum) return 'POSITION_BELOW_MIN';
  const least = wanted > held ? held : wanted;
  const sold = least < minimum ? minimum : least;
  return held - sold < minimum ? held : sold;
}

/** Hundredths of shares that about so many dollars are at the best bid. */
export const wantedFor = ({ bids }: Side, amount: bigint): bigint =>
  amount / (bids[0]?.price ?? WHOLE);

export function saleFill({ bids, feeRate }: Side, size: bigint): Fill | string {
  const [best] = bids;
  if (best === undefined) return 'NO_LIQUIDITY';
  const within = bids.filter(({ price }) => price >= best.price - BOUND);
  return size > depthOf(within) ? 'NO_LIQUIDITY' : walk(within, size, feeRate);
}

/** A quotient to the nearest integer, halves to the even one. */
function nearest(top: bigint, bottom: bigint): bigint {
  if (top < 0n) return -nearest(-top, bottom);
  const [whole, twice] = [top / bottom, (top % bottom) * 2n];
  return twice > bottom || (twice === bottom && whole % 2n === 1n) ? whole + 1n : whole;
}

/** Plain decimal text of an integer of so many decimals. */
export function plain(value: bigint, decimals: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0');
  const [whole, fraction] = [digits.slice(0, -decimals), digits.slice(-decimals)];
  const text = `${whole}.${fraction}`.replace(/\.?0+$/, '');
  return value < 0n ? `-${text}` : text;
}

const percent = (part: bigint, of: bigint): string =>
  of === 0n ? '0' : plain(nearest(part * 10n ** 20n, of), 18);

/** Dollars for hundredths of shares as a price of 18 decimals. */
const perShare = (dollars: bigint, size: bigint): string =>
  plain(nearest(dollars * 10n ** 14n, size), 18);

interface Lot {
  size: bigint;
  cost: bigint;
}

/** What somebody has in a proposal. */
export class Holding {
  readonly lots: Lot[] = [];
  size = 0n;
  cost = 0n;
  /** Bought by follows and untouched since. */
  followed = 0n;
  isClaimed = false;
  #round = { cost: 0n, bought: 0n, sold: 0n, proceeds: 0n };
  #realized = { pnl: 0n, cost: 0n };

  buy({ size, gross, fee }: Fill, isFollow: boolean): void {
    if (this.size === 0n) this.#round = { cost: 0n, bought: 0n, sold: 0n, proceeds: 0n };
    const cost = gross + fee;
    const last = this.lots.at(-1);
    // Shares bought at one unit cost are one lot.
    if (last !== undefined && last.cost * size === cost * last.size) {
      last.size += size;
      last.cost += cost;
    } else this.lots.push({ size, cost });
    this.size += size;
    this.cost += cost;
    this.followed = isFollow ? this.followed + size : 0n;
    this.#round.cost += cost;
    this.#round.bought += size;
  }

  /** First in, first out; what the shares had cost. */
  sell({ size, gross, fee }: Fill, isFollow: boolean): bigint {
    let [left, costOut] = [size, 0n];
    while (left > 0n) {
      const first = this.lots[0] as Lot;
      const part = left < first.size ? left : first.size;
      const cost = (first.cost * part) / first.size;
      first.size -= part;
      first.cost -= cost;
      left -= part;
      costOut += cost;
      if (first.size === 0n) this.lots.shift();
    }
    this.size -= size;
    this.cost -= costOut;
    this.followed = isFollow ? this.followed - size : 0n;
    this.#round.sold += size;
    this.#round.proceeds += gross - fee;
    this.#realized.pnl += gross - fee - costOut;
    this.#realized.cost += costOut;
    return costOut;
  }

  /** The position as the service has to show it; `price` is that of a share with 18 decimals. */
  shown(price: bigint) {
    const { cost, bought, sold, proceeds } = this.#round;
    const value = (this.size * price) / 10n ** 14n;
    const isOpen = this.size > 0n;
    return {
      tokenAmount: plain(this.size, 2),
      tokenDecimals: 6,
      totalCostUsd: plain(cost, 6),
      avgCostBasisUsd: isOpen ? perShare(this.cost, this.size) : perShare(cost, bought),
      avgExitPriceUsd: sold === 0n ? null : perShare(proceeds, sold),
      unrealizedPnlUsd: plain(value - this.cost, 6),
      realizedPnlUsd: plain(this.#realized.pnl, 6),
      currentValueUsd: plain(value, 6),
      currentPriceUsd: plain(price, 18),
      unrealizedPnlPct: percent(value - this.cost, this.cost),
      realizedPnlPct: percent(this.#realized.pnl, this.#realized.cost),
    };
  }
}

/** A trade as the service has to show it; ids, wallets and instants aside. */
export const shownTrade = (
  tradeType: 'BUY' | 'SELL' | 'CLAIM',
  { size, gross, fee }: Fill,
  costOut: bigint,
) => {
  const pnl = tradeType === 'BUY' ? 0n : gross - fee - costOut;
  return {
    tradeType,
    tokenAmount: plain(size, 2),
    tokenDecimals: 6,
    pricePerTokenUsd: perShare(gross, size),
    totalCostUsd: plain(tradeType === 'BUY' ? gross + fee : gross, 6),
    venueFeeUsd: plain(fee, 6),
    pnlUsd: plain(pnl, 6),
    pnlPct: percent(pnl, tradeType === 'BUY' ? 0n : costOut),
  };
};
