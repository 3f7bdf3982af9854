import type { Price } from '../../money/fixed.ts';
import { priceOf } from '../../money/text.ts';
import { hashText } from '../noise.ts';
import { DEFAULT_TICK } from './book.ts';
import { roll } from './model-chance.ts';
import { eventOf } from './model-event.ts';
import { type Odds, oddsOf } from './model-odds.ts';
import type { Spots } from './model-spot.ts';
import type {
  MarketResult,
  MarketState,
  PredictionEvent,
  PredictionMarket,
} from './prediction-market.ts';
import { nameOf, type OutcomeSet, type Period, type Template } from './template.ts';

const MINUTE_MS = 60_000;

/**
 * How many of the events that can be void are: matches put off, questions that turn out to have
 * no answer. Events on prices and those that exactly one outcome wins are never void, so of all
 * markets it is one in seventy or so.
 */
const VOID_CHANCE = 1 / 9;

/** When an event can be seen and traded, when its result is known, and when it is gone. */
export interface InstanceTimes {
  readonly openMs: number;
  readonly closeMs: number;
  readonly resolvesMs: number;
  readonly goneMs: number;
}

/** What the markets of one event share. */
interface Life extends InstanceTimes {
  readonly odds: Odds;
  readonly isVoid: boolean;
}

/** A market with what prices and books are drawn from. */
export interface ModelMarket {
  readonly market: PredictionMarket;
  readonly life: Life;
  /** Place among the event's markets, from 0. */
  readonly position: number;
  /** What its noise hangs on, and its rolls. */
  readonly name: string;
  readonly key: number;
  readonly baseTick: Price;
  readonly dailyUsd: number;
  readonly levelUsd: number;
}

/** One period's event of a template. */
export interface Instance {
  readonly times: InstanceTimes;
  readonly event: PredictionEvent;
  readonly markets: readonly ModelMarket[];
}

/** Times of a period's event; the result comes some whole minutes after the close. */
export function timesOf(seed: string, template: Template, index: number): InstanceTimes {
  const { schedule } = template;
  const closeMs = schedule.closeMs(index);
  const [shortest, longest] = schedule.settlesMs;
  const part = roll(hashText(`${seed}/settles/${nameOf(template)}`), index);
  const settlesMs = Math.round((shortest + part * (longest - shortest)) / MINUTE_MS) * MINUTE_MS;
  const resolvesMs = closeMs + settlesMs;
  const openMs = closeMs - schedule.opensBeforeMs;
  return { openMs, closeMs, resolvesMs, goneMs: resolvesMs + schedule.keptMs };
}

const canBeVoid = ({ negRisk, odds }: OutcomeSet): boolean =>
  !negRisk && odds.kind === 'gauges' && odds.gauges.every(({ kind }) => kind === 'walk');

/** The event of a template's period, built of nothing but seed, template and period. */
export function buildInstance(
  seed: string,
  template: Template,
  index: number,
  spots: Spots,
): Instance {
  const times = timesOf(seed, template, index);
  const key = hashText(`${seed}/period/${nameOf(template)}/${index}`);
  const period: Period = {
    index,
    openMs: times.openMs,
    startMs: template.schedule.startMs(index),
    closeMs: times.closeMs,
    roll: (name) => roll(key, hashText(name)),
    spots,
  };
  const set = template.shape(period);
  const event = eventOf(seed, template, period, set);
  const life: Life = {
    ...times,
    odds: oddsOf(set.odds, `${seed}/odds/${event.slug}`, period, template.late),
    isVoid: canBeVoid(set) && period.roll('void') < VOID_CHANCE,
  };
  const weights = event.markets.map((_, n) => 0.4 + 1.2 * period.roll(`weight/${n}`));
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const markets = event.markets.map((market, position): ModelMarket => {
    const weight = weights[position] ?? 0;
    const name = `${seed}/market/${market.slug}`;
    return {
      market,
      life,
      position,
      name,
      key: hashText(name),
      baseTick: template.tick === undefined ? DEFAULT_TICK : priceOf(template.tick),
      dailyUsd: (template.dailyUsd * weight) / whole,
      levelUsd: template.levelUsd * weight,
    };
  });
  return { times, event, markets };
}

/** How a market ends: the same for ever, but nobody's business before it is resolved. */
export function resultOf({ life, position }: ModelMarket): MarketResult {
  if (life.isVoid) return 'VOID';
  return life.odds.winners()[position] ? 'YES' : 'NO';
}

/** A market that has not opened yet takes no orders; one that has closed is not resolved at once. */
export function stateOf(modelled: ModelMarket, atMs: number): MarketState {
  const { openMs, closeMs, resolvesMs } = modelled.life;
  if (atMs >= resolvesMs) return { status: 'resolved', result: resultOf(modelled) };
  if (atMs >= closeMs) return CLOSED;
  return atMs >= openMs ? ACTIVE : NOT_OPEN;
}

const ACTIVE: MarketState = { status: 'active', result: null };
const CLOSED: MarketState = { status: 'closed', result: null };
const NOT_OPEN: MarketState = { status: 'paused', result: null };

/**
 * The chance of YES at an instant between opening and close. That of a void market comes closer to
 * the half that it will pay.
 */
export function chanceAt({ life, position }: ModelMarket, atMs: number): number {
  const chance = life.odds.chancesAt(atMs)[position] as number;
  if (!life.isVoid) return chance;
  const left = (life.closeMs - atMs) / (life.closeMs - life.openMs);
  return 0.5 + (chance - 0.5) * Math.sqrt(left);
}
