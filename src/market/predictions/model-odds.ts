import { type Noise, type Octave, octaveNoise } from '../noise.ts';
import { normalCdf } from './model-chance.ts';
import type { GaugeSpec, OddsSpec, Period, Range, Template } from './template.ts';

const YEAR_MS = 365 * 86_400_000;

/** Shortest movement of a latent walk; each further octave is twice as long. */
const SHORTEST_PERIOD_MS = 4_000;
/** The longest octave lasts at least this many lives of the event. */
const LONGEST_LIVES = 8;
/** Scales the octaves to a random walk that moves by 1 in a life; measured, as for prices. */
const UNIT_MOVE = 1.117;
/** Keeps the chances finite at the very end, where the outcome is clear in all but name. */
const LEAST_SPREAD = 1e-4;
/** Scale of the logistic distribution nearest to the difference of two normal numbers. */
const LOGISTIC_SCALE = Math.sqrt(6) / Math.PI;

/** The chances of an event's markets as functions of time. */
export interface Odds {
  /** The chance of YES of each market, at an instant between opening and close. */
  chancesAt(atMs: number): readonly number[];
  /** Whether each market ended in YES; known from the close on. */
  winners(): readonly boolean[];
}

/** Where a gauge stands, and how far it may still move until the close (standard deviation). */
interface Gauge {
  at(atMs: number): number;
  spreadAt(atMs: number): number;
}

/** How much of an event's uncertainty is gone, from 0 at the opening to 1 at the close. */
type Progress = (atMs: number) => number;

function progressOf({ openMs, closeMs }: Period, late: Template['late']): Progress {
  if (late === undefined) return (atMs) => (atMs - openMs) / (closeMs - openMs);
  const { share, ms } = late;
  const turnMs = closeMs - ms;
  return (atMs) =>
    atMs < turnMs
      ? ((1 - share) * (atMs - openMs)) / (turnMs - openMs)
      : 1 - (share * (closeMs - atMs)) / ms;
}

function walkOctaves(lifeMs: number): Octave[] {
  const octaves: Octave[] = [];
  for (let periodMs = SHORTEST_PERIOD_MS; ; periodMs *= 2) {
    octaves.push({ periodMs, amplitude: UNIT_MOVE * Math.sqrt(periodMs / lifeMs) });
    if (periodMs >= LONGEST_LIVES * lifeMs) return octaves;
  }
}

/** A walk of variance 1 over the life of an event, 0 at its opening. */
function walkOf(key: string, { openMs, closeMs }: Period, progress: Progress): Noise {
  const lifeMs = closeMs - openMs;
  const noise = octaveNoise(key, walkOctaves(lifeMs));
  const origin = noise(openMs);
  return (atMs) => noise(openMs + progress(atMs) * lifeMs) - origin;
}

const leftOf = (progress: Progress, atMs: number): number =>
  Math.max(LEAST_SPREAD, Math.sqrt(Math.max(0, 1 - progress(atMs))));

/** The logarithm of a price, or of how far it is above where the period began. */
function priceGauge(spec: GaugeSpec & { kind: 'price' }, period: Period): Gauge {
  const { symbol, sinceStart } = spec;
  const { spots, startMs, closeMs } = period;
  const volatility = spots.volatilityOf(symbol);
  const logAt = (atMs: number): number => Math.log(spots.priceAt(symbol, atMs));
  return {
    at(atMs) {
      if (!sinceStart) return logAt(atMs);
      return atMs <= startMs ? 0 : logAt(atMs) - logAt(startMs);
    },
    spreadAt: (atMs) => volatility * Math.sqrt(Math.max(1, closeMs - atMs) / YEAR_MS),
  };
}

function gaugeOf(spec: GaugeSpec, key: string, period: Period, progress: Progress): Gauge {
  if (spec.kind === 'price') return priceGauge(spec, period);
  const walk = walkOf(key, period, progress);
  return {
    at: (atMs) => spec.start + walk(atMs),
    spreadAt: (atMs) => leftOf(progress, atMs),
  };
}

const isIn = ({ low, high, above }: Range, value: number): boolean =>
  above ? value > low : value >= low && value < high;

function gaugeOdds(
  spec: OddsSpec & { kind: 'gauges' },
  key: string,
  period: Period,
  progress: Progress,
): Odds {
  const gauges = spec.gauges.map((gauge, n) => gaugeOf(gauge, `${key}/${n}`, period, progress));
  return {
    chancesAt(atMs) {
      const stands = gauges.map((gauge) => ({
        at: gauge.at(atMs),
        spread: gauge.spreadAt(atMs),
      }));
      return spec.ranges.map(({ gauge, low, high }) => {
        const { at, spread } = stands[gauge] as { at: number; spread: number };
        return normalCdf((high - at) / spread) - normalCdf((low - at) / spread);
      });
    },
    winners() {
      const ends = gauges.map((gauge) => gauge.at(period.closeMs));
      return spec.ranges.map((range) => isIn(range, ends[range.gauge] as number));
    },
  };
}

/** One walk for each outcome, the highest wins: the chances are a softmax that sharpens. */
function raceOdds(
  { weights }: OddsSpec & { kind: 'race' },
  key: string,
  period: Period,
  progress: Progress,
): Odds {
  const starts = weights.map((weight) => LOGISTIC_SCALE * Math.log(weight));
  const walks = weights.map((_, n) => walkOf(`${key}/${n}`, period, progress));
  const standsAt = (atMs: number): number[] =>
    walks.map((walk, n) => (starts[n] as number) + walk(atMs));
  return {
    chancesAt(atMs) {
      const stands = standsAt(atMs);
      const highest = Math.max(...stands);
      const scale = LOGISTIC_SCALE * leftOf(progress, atMs);
      const shares = stands.map((stand) => Math.exp((stand - highest) / scale));
      const sum = shares.reduce((total, share) => total + share, 0);
      return shares.map((share) => share / sum);
    },
    winners() {
      const stands = standsAt(period.closeMs);
      const winner = stands.indexOf(Math.max(...stands));
      return stands.map((_, n) => n === winner);
    },
  };
}

/** Odds as a pure function of key, period and time; the last answer is kept for the next market. */
export function oddsOf(spec: OddsSpec, key: string, period: Period, late: Template['late']): Odds {
  const progress = progressOf(period, late);
  const odds =
    spec.kind === 'race'
      ? raceOdds(spec, key, period, progress)
      : gaugeOdds(spec, key, period, progress);
  let kept: { atMs: number; chances: readonly number[] } | null = null;
  let winners: readonly boolean[] | null = null;
  return {
    chancesAt(atMs) {
      if (kept?.atMs !== atMs) kept = { atMs, chances: odds.chancesAt(atMs) };
      return kept.chances;
    },
    winners() {
      winners ??= odds.winners();
      return winners;
    },
  };
}
