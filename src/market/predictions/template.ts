import type { PeriodWord, Schedule } from './model-calendar.ts';
import type { Spots } from './model-spot.ts';

/** One period of a template: what its event is made of. */
export interface Period {
  readonly index: number;
  readonly openMs: number;
  readonly startMs: number;
  readonly closeMs: number;
  /** A number in [0, 1) by name, the same at every asking. */
  roll(name: string): number;
  readonly spots: Spots;
}

export interface Outcome {
  /** Null when the event asks one question, which is then its title. */
  readonly name: string | null;
  /** In the market's slug: after the event's stem, or instead of it when there is no name. */
  readonly slug: string;
}

/** What odds hang on: a latent walk that begins somewhere, or the logarithm of a price. */
export type GaugeSpec =
  | { readonly kind: 'walk'; readonly start: number }
  | {
      readonly kind: 'price';
      readonly symbol: string;
      /** Measured from the price at the start of the period. */
      readonly sinceStart: boolean;
    };

/** A market that pays when a gauge ends in [low, high), or above `low`. */
export interface Range {
  /** Place in the list of gauges. */
  readonly gauge: number;
  readonly low: number;
  readonly high: number;
  readonly above: boolean;
}

export type OddsSpec =
  | { readonly kind: 'race'; readonly weights: readonly number[] }
  | {
      readonly kind: 'gauges';
      readonly gauges: readonly GaugeSpec[];
      /** One for each outcome. */
      readonly ranges: readonly Range[];
    };

/** What an event is about where that differs by period: a match of two teams. */
export interface Subject {
  readonly title: string;
  readonly stem: string;
  readonly tag: string;
}

/** The markets of an event and their odds. */
export interface OutcomeSet {
  readonly negRisk: boolean;
  readonly outcomes: readonly Outcome[];
  readonly odds: OddsSpec;
  readonly subject?: Subject;
}

export type Shape = (period: Period) => OutcomeSet;

export type Category =
  | 'crypto'
  | 'sports'
  | 'politics'
  | 'finance'
  | 'tech'
  | 'economy'
  | 'pop-culture'
  | 'world'
  | 'weather'
  | 'science'
  | 'geopolitics';

/** A recurring event. What it is named and made of must stay: old slugs are read by it. */
export interface Template {
  /** The beginning of its slugs. */
  readonly stem: string;
  /** Between stem and date in slugs: `on`, `in`; '' for nothing. */
  readonly link: string;
  /** What else its slugs can begin with. */
  readonly otherStems?: readonly string[];
  readonly category: Category;
  /** Slugs of further tags. */
  readonly tags: readonly string[];
  /** With words of the period, or `subject`, in braces. */
  readonly title: string;
  readonly subtitle: string;
  readonly schedule: Schedule;
  readonly shape: Shape;
  /** A usual day's volume of the whole event, and what rests at the best price, in USD. */
  readonly dailyUsd: number;
  readonly levelUsd: number;
  /** Plain decimal text, `0.01` unless given. */
  readonly tick?: string;
  /** Smallest order in shares, 5 unless given. */
  readonly minShares?: string;
  /** How much of the uncertainty goes in the last stretch before the close: a match, a decision. */
  readonly late?: { readonly share: number; readonly ms: number };
  /** Ticker of the same event at a venue of old, `KXBTCD`; its events then have aliases. */
  readonly legacySeries?: string;
}

/** What tells a template from all others. */
export const nameOf = ({ stem, link }: Template): string => `${stem} ${link}`;

type Words = Readonly<Partial<Record<PeriodWord | 'subject', string>>>;

/** A title or subtitle with the words of a period filled in. */
export const filled = (text: string, words: Words): string =>
  text.replace(/\{(\w+)\}/g, (_, word: keyof Words) => words[word] ?? '');
