import { normalQuantile } from './model-chance.ts';
import type { Outcome, OutcomeSet, Period, Range, Shape } from './template.ts';

/**
 * The shapes an event can take: how many markets it has, and what their odds hang on. A latent walk
 * is measured in standard deviations of what it moves by until the close.
 */

/** The latest part of a slug or text, in the letters a slug may have. */
export const slugPart = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

const named = (name: string): Outcome => ({ name, slug: slugPart(name) });

/** A number between -size and size that differs by period. */
const jitter = (period: Period, name: string, size: number): number =>
  (period.roll(name) * 2 - 1) * size;

/** The market pays when the walk ends above a level. */
const above = (gauge: number, low: number): Range => ({
  gauge,
  low,
  high: Number.POSITIVE_INFINITY,
  above: true,
});

/** The ranges between neighbouring cuts, and the two beyond the last ones: exactly one will be hit. */
const between = (cuts: readonly number[]): Range[] =>
  [Number.NEGATIVE_INFINITY, ...cuts].map((low, n) => ({
    gauge: 0,
    low,
    high: cuts[n] ?? Number.POSITIVE_INFINITY,
    above: false,
  }));

/** One question. `chance` is about what YES begins at. */
export const yesNo =
  (slug: string, chance: number): Shape =>
  (period) => ({
    negRisk: false,
    outcomes: [{ name: null, slug }],
    odds: {
      kind: 'gauges',
      gauges: [{ kind: 'walk', start: normalQuantile(chance) + jitter(period, 'start', 0.4) }],
      ranges: [above(0, 0)],
    },
  });

/** Several questions that do not hang together, each with about the chance it begins at. */
export const several =
  (...entries: readonly (readonly [name: string, chance: number])[]): Shape =>
  (period) => ({
    negRisk: false,
    outcomes: entries.map(([name]) => named(name)),
    odds: {
      kind: 'gauges',
      gauges: entries.map(([name, chance]) => ({
        kind: 'walk',
        start: normalQuantile(chance) + jitter(period, name, 0.4),
      })),
      ranges: entries.map((_, n) => above(n, 0)),
    },
  });

/** One of several wins. Weights are about what the chances begin at, in any unit. */
export const race =
  (...entries: readonly (readonly [name: string, weight: number])[]): Shape =>
  (period) => ({
    negRisk: true,
    outcomes: entries.map(([name]) => named(name)),
    odds: {
      kind: 'race',
      weights: entries.map(([name, weight]) => weight * Math.exp(jitter(period, name, 0.8))),
    },
  });

/** One of the ranges of a figure is hit; one name more than there are cuts. */
export const ladder =
  (names: readonly string[], cuts: readonly number[]): Shape =>
  (period) => ({
    negRisk: true,
    outcomes: names.map(named),
    odds: {
      kind: 'gauges',
      gauges: [{ kind: 'walk', start: jitter(period, 'start', 0.6) }],
      ranges: between(cuts),
    },
  });

/** A figure reaches each of several levels or not; the lower ones are always likelier. */
export const steps =
  (...entries: readonly (readonly [name: string, level: number])[]): Shape =>
  (period) => ({
    negRisk: false,
    outcomes: entries.map(([name]) => named(name)),
    odds: {
      kind: 'gauges',
      gauges: [{ kind: 'walk', start: jitter(period, 'start', 0.6) }],
      ranges: entries.map(([, level]) => above(0, level)),
    },
  });

/** Round levels of a price: `count` of them around `middle`, in decimals that show no more. */
function roundLevels(
  middle: number,
  about: number,
  count: number,
): { level: number; text: string }[] {
  const exponent = Math.floor(Math.log10(about));
  const mantissa = [1, 2, 2.5, 5, 10].find((m) => m * 10 ** exponent >= about * 0.8) ?? 10;
  const decimals = Math.max(0, (mantissa === 2.5 ? 1 : 0) - exponent);
  const scale = 10 ** decimals;
  const step = Math.round(mantissa * 10 ** exponent * scale);
  const lowest = Math.max(1, Math.round((middle * scale) / step) - Math.floor(count / 2));
  return Array.from({ length: count }, (_, n) => {
    const level = ((lowest + n) * step) / scale;
    return { level, text: level.toFixed(decimals) };
  });
}

const withCommas = (text: string): string => text.replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',');

/** Levels around the price at the opening, half a usual move of the event's life apart. */
function levelsOf(period: Period, symbol: string, count: number) {
  const { openMs, closeMs } = period;
  const years = (closeMs - openMs) / (365 * 86_400_000);
  const start = period.spots.priceAt(symbol, openMs);
  const move = start * period.spots.volatilityOf(symbol) * Math.sqrt(years);
  return roundLevels(start, move / 2, count);
}

/** The price of a token or stock ends above each of `count` levels or not. */
export const priceAbove =
  (symbol: string, count: number): Shape =>
  (period) => {
    const levels = levelsOf(period, symbol, count);
    return {
      negRisk: false,
      outcomes: levels.map(({ text }) => ({ name: `$${withCommas(text)}`, slug: slugPart(text) })),
      odds: {
        kind: 'gauges',
        gauges: [{ kind: 'price', symbol, sinceStart: false }],
        ranges: levels.map(({ level }) => above(0, Math.log(level))),
      },
    };
  };

/** The price of a token or stock ends in one of `count` ranges. */
export const priceBetween =
  (symbol: string, count: number): Shape =>
  (period) => {
    const levels = levelsOf(period, symbol, count - 1);
    const texts = levels.map(({ text }) => withCommas(text));
    const slugs = levels.map(({ text }) => slugPart(text));
    const outcomes: Outcome[] = [{ name: `<$${texts[0]}`, slug: `below-${slugs[0]}` }];
    for (let n = 1; n < levels.length; n += 1) {
      const name = `$${texts[n - 1]}–${texts[n]}`;
      outcomes.push({ name, slug: `between-${slugs[n - 1]}-and-${slugs[n]}` });
    }
    outcomes.push({ name: `≥$${texts.at(-1)}`, slug: `${slugs.at(-1)}-or-more` });
    return {
      negRisk: true,
      outcomes,
      odds: {
        kind: 'gauges',
        gauges: [{ kind: 'price', symbol, sinceStart: false }],
        ranges: between(levels.map(({ level }) => Math.log(level))),
      },
    };
  };

/** The price ends above where the period began. */
export const upOrDown =
  (symbol: string, slug: string): Shape =>
  (): OutcomeSet => ({
    negRisk: false,
    outcomes: [{ name: null, slug }],
    odds: {
      kind: 'gauges',
      gauges: [{ kind: 'price', symbol, sinceStart: true }],
      ranges: [above(0, 0)],
    },
  });
