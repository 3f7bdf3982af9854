import { PRICE_DECIMALS, pow10, type Usdc, usdc } from '../../money/fixed.ts';
import { mirrorPrice } from './book.ts';
import type { Desk } from './model-book.ts';
import { roll } from './model-chance.ts';
import type { ModelMarket } from './model-instance.ts';
import type { MarketBook, MarketStats } from './prediction-market.ts';

const DAY_MS = 86_400_000;

/** Waves of how busy trading is: length in days, and part of the usual pace; together below 1. */
const waves = [
  { days: 0.06, part: 0.25 },
  { days: 0.9, part: 0.35 },
  { days: 6.3, part: 0.3 },
];

/** Whole cents. */
const cents = (usd: number): Usdc => usdc(BigInt(Math.round(usd * 100)) * 10_000n);

/**
 * Dollars traded from the opening to an instant. The pace is the usual one times waves that never
 * stop it, so the sum only grows; being their integral it costs the same at any instant.
 */
function tradedUsd({ key, dailyUsd, life }: ModelMarket, atMs: number): number {
  const days = Math.max(0, Math.min(atMs, life.closeMs) - life.openMs) / DAY_MS;
  let sum = days;
  for (const [n, wave] of waves.entries()) {
    const phase = 2 * Math.PI * roll(key, n, 4);
    const scale = (2 * Math.PI) / wave.days;
    sum += (wave.part * (Math.sin(scale * days + phase) - Math.sin(phase))) / scale;
  }
  return dailyUsd * sum;
}

/** What it would cost to take every level: bids at their price, asks as bids for the other side. */
function restingIn({ bids, asks }: MarketBook): Usdc {
  let sum = 0n;
  for (const level of bids) sum += level.size * level.price;
  for (const level of asks) sum += level.size * mirrorPrice(level.price);
  return usdc(sum / pow10(PRICE_DECIMALS));
}

/** Volumes up to an instant, and what rests in the book then. */
export function statsOf({ modelled, bookAt }: Desk, atMs: number): MarketStats {
  const { openMs, closeMs } = modelled.life;
  const all = tradedUsd(modelled, atMs);
  return {
    volume: cents(all),
    volume24h: cents(all - tradedUsd(modelled, atMs - DAY_MS)),
    // Drawn when it is read: rankings want volumes only, of all markets at once.
    get liquidity() {
      return atMs >= openMs && atMs < closeMs ? restingIn(bookAt(atMs)) : usdc(0n);
    },
  };
}
