import { type Price, type Usdc, usdc } from '../../money/fixed.ts';
import { type Octave, octaveNoise } from '../noise.ts';
import type { Volume } from '../source.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** How busy trading is, from minutes to a week. */
const activityOctaves: readonly Octave[] = [HOUR_MS / 12, HOUR_MS, 6 * HOUR_MS, 7 * DAY_MS].map(
  (periodMs) => ({ periodMs, amplitude: 0.45 }),
);
/** A millionth of a dollar times a whole unit, in units of price × volume. */
const MICRO_USD = 10n ** 30n;
/** Volumes have six decimals. */
const VOLUME_STEP = 10n ** 12n;

export interface ModelledVolume {
  /** Traded in [fromMs, toMs), in whole units of the asset at a price. */
  volume(fromMs: number, toMs: number, at: Price): Volume;
  /** Traded in USD in the 24 full hours before the instant. */
  volume24h(atMs: number): Usdc;
}

/** Trading at the usual pace of a market times how busy it is, a pure function of key and time. */
export function modelVolume(key: string, usualVolume24h: Usdc): ModelledVolume {
  const activity = octaveNoise(key, activityOctaves);
  const microUsdPerDay = Number(usualVolume24h);
  const tradedMicroUsd = (fromMs: number, toMs: number): number =>
    ((microUsdPerDay * (toMs - fromMs)) / DAY_MS) * Math.exp(activity((fromMs + toMs) / 2));
  return {
    volume(fromMs, toMs, at) {
      if (toMs <= fromMs) return 0n;
      const traded = (BigInt(Math.round(tradedMicroUsd(fromMs, toMs))) * MICRO_USD) / at;
      return (traded / VOLUME_STEP) * VOLUME_STEP;
    },
    volume24h(atMs) {
      const hourMs = Math.floor(atMs / HOUR_MS) * HOUR_MS;
      let microUsd = 0;
      for (let hours = 1; hours <= 24; hours += 1) {
        const startMs = hourMs - hours * HOUR_MS;
        microUsd += tradedMicroUsd(startMs, startMs + HOUR_MS);
      }
      return usdc(BigInt(Math.round(microUsd)));
    },
  };
}
