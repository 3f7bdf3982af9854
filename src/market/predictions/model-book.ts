import { baseUnits, type Price, price } from '../../money/fixed.ts';
import { TICK_MS, tickOf } from '../source.ts';
import { roll } from './model-chance.ts';
import type { ModelMarket } from './model-instance.ts';
import { type Top, topsOf } from './model-top.ts';
import { type BookLevel, type MarketBook, SHARE_STEP } from './prediction-market.ts';

/** Levels on a side, where the grid has room for them. */
const FEWEST_LEVELS = 6;
const MOST_LEVELS = 12;
/** How far from the best price the last level is, as a part of a dollar. */
const REACH = 0.1;
/** Each level holds this many times the one before it, give or take how it varies. */
const GROWTH = 1.2;
const VARIATION = 0.08;
/** Dollars buy more shares of what is unlikely, up to this chance. */
const LEAST_CHANCE = 0.15;
/** Business time for which the number of levels, and at most a level's size, stays. */
const LEVELS_MS = 60_000;
const SIZE_MS = 4_000;
const HUNDREDTHS = 100;

/** Trades come as often as trades of this size make up the volume, within bounds. */
const TRADE_USD = 40;
const SHORTEST_TRADE_MS = 2_000;
const LONGEST_TRADE_MS = 1_200_000;
const DAY_MS = 86_400_000;

const BID = 1;
const ASK = 2;
type Side = typeof BID | typeof ASK;

/** The book of one market, drawn for the tick of business time an instant is in. */
export interface Desk {
  readonly modelled: ModelMarket;
  /** The last book there was: of the instant's tick, or of the last one before the close. */
  bookAt(atMs: number): MarketBook;
  /** The middle of that book, or the only best price it has. */
  middleAt(atMs: number): Price;
}

/** One side of the book: levels in whole ticks away from the best one, ever larger and sparser. */
function levelsOf({ key, levelUsd }: ModelMarket, top: Top, side: Side, tickMs: number) {
  const { grid, chance } = top;
  const best = side === BID ? top.bid : top.ask;
  if (best === null) return [];
  const room = side === BID ? best - 1 : grid.count - 1 - best;
  const reach = Math.min(REACH * grid.count, room);
  const drawn = roll(key, Math.floor(tickMs / LEVELS_MS), side);
  const count = FEWEST_LEVELS + Math.floor(drawn * (MOST_LEVELS - FEWEST_LEVELS + 1));
  const shares = levelUsd / Math.max(LEAST_CHANCE, Math.min(chance, 1 - chance));
  const levels: BookLevel[] = [];
  let away = -1;
  for (let n = 0; n < count; n += 1) {
    away = Math.max(away + 1, Math.round(reach * (n / (count - 1)) ** 2));
    if (away > room) break;
    const ticks = side === BID ? best - away : best + away;
    // Levels change one by one, each at its own moments.
    const since = Math.floor(tickMs / SIZE_MS + ticks * 0.37);
    const varied = 1 + VARIATION * (roll(key ^ since, ticks, side) * 2 - 1);
    const hundredths = Math.max(1, Math.round(shares * GROWTH ** n * varied * HUNDREDTHS));
    levels.push({
      price: price(BigInt(ticks) * grid.tick),
      size: baseUnits(BigInt(hundredths) * SHARE_STEP),
    });
  }
  return levels;
}

function middleOf({ grid, bid, ask }: Top): Price {
  const sum = (bid ?? ask ?? 0) + (ask ?? bid ?? 0);
  return price((BigInt(sum) * grid.tick) / 2n);
}

/** Prices, books and trades of a market; everything is a function of seed, market and tick. */
export function openDesk(modelled: ModelMarket): Desk {
  const { key, dailyUsd } = modelled;
  const { openMs, closeMs } = modelled.life;
  const topAt = topsOf(modelled);
  const tradeMs = tickOf(
    Math.min(LONGEST_TRADE_MS, Math.max(SHORTEST_TRADE_MS, (DAY_MS * TRADE_USD) / dailyUsd)),
  );
  let book: MarketBook | null = null;
  let trade: { atMs: number; price: Price } | null = null;

  const lastTick = (atMs: number): number => tickOf(Math.min(atMs, closeMs - TICK_MS));

  /** The trade before an instant: at the bid or the ask of its own tick. */
  function lastPrice(tickMs: number): Price {
    const atMs = Math.max(openMs, Math.floor(tickMs / tradeMs) * tradeMs);
    if (trade?.atMs !== atMs) {
      const { grid, bid, ask } = topAt(tickOf(atMs));
      const taken = roll(key, Math.floor(tickMs / tradeMs), 3) < 0.5 ? (bid ?? ask) : (ask ?? bid);
      trade = { atMs, price: price(BigInt(taken ?? 1) * grid.tick) };
    }
    return trade.price;
  }

  return {
    modelled,
    bookAt(atMs) {
      const tickMs = lastTick(atMs);
      if (book?.atMs === tickMs) return book;
      const top = topAt(tickMs);
      book = {
        bids: levelsOf(modelled, top, BID, tickMs),
        asks: levelsOf(modelled, top, ASK, tickMs),
        tickSize: top.grid.tick,
        atMs: tickMs,
        lastPrice: lastPrice(tickMs),
      };
      return book;
    },
    middleAt: (atMs) => middleOf(topAt(lastTick(atMs))),
  };
}
