import { LRUCache } from 'lru-cache';
import { assert } from '../../errors/app-error.ts';
import { codeOf } from './model-event.ts';
import type { Place } from './model-ids.ts';
import { buildInstance, type Instance, type InstanceTimes, timesOf } from './model-instance.ts';
import type { Spots } from './model-spot.ts';
import type { PredictionEvent } from './prediction-market.ts';
import { nameOf, type Template } from './template.ts';

/** Events in memory: several times as many as can be seen at any one time. */
const MOST_INSTANCES = 1_000;
/** Slugs that are remembered with what they name, those that name nothing included. */
const MOST_SLUGS = 10_000;
/** Periods beyond these years are nobody's, whatever an id or a slug says. */
const FIRST_MS = Date.UTC(2000, 0);
const LAST_MS = Date.UTC(2200, 0);

/** The events of all templates, built when they are asked for. */
export interface Shelf {
  /** Events that can be seen; the same array as long as they are the same. */
  visible(atMs: number): readonly PredictionEvent[];
  /** The event of this slug, or the one with a market of this slug, of any time. */
  bySlug(slug: string): Instance | undefined;
  byPlace(place: Place): Instance | undefined;
}

/** Which event it is, whether it is in memory or not. */
interface Period {
  readonly template: Template;
  readonly index: number;
}

/** When the list of visible events changes: one opens, or one is gone. */
const changesOf = ({ openMs, goneMs }: InstanceTimes): readonly number[] => [openMs, goneMs];

export function createShelf(seed: string, templates: readonly Template[], spots: Spots): Shelf {
  const byCode = new Map(templates.map((template) => [codeOf(template), template]));
  assert(byCode.size === templates.length, 'templates have codes of their own');
  const instances = new LRUCache<string, Instance>({ max: MOST_INSTANCES });
  const slugs = new LRUCache<string, { period: Period | null }>({ max: MOST_SLUGS });
  let shown: { fromMs: number; toMs: number; events: readonly PredictionEvent[] } | null = null;

  function instanceOf(template: Template, index: number): Instance | undefined {
    const closeMs = template.schedule.closeMs(index);
    if (!(closeMs >= FIRST_MS && closeMs < LAST_MS)) return undefined;
    const name = `${nameOf(template)}/${index}`;
    const known = instances.get(name);
    if (known !== undefined) return known;
    const built = buildInstance(seed, template, index, spots);
    instances.set(name, built);
    return built;
  }

  /** The periods of a template that may be visible at an instant, and one more to either side. */
  function periodsAround({ schedule }: Template, atMs: number): readonly number[] {
    const oldestCloseMs = atMs - schedule.keptMs - schedule.settlesMs[1];
    const first = schedule.indexAt(oldestCloseMs) - 1;
    const last = schedule.indexAt(atMs + schedule.opensBeforeMs) + 1;
    return Array.from({ length: last - first + 1 }, (_, n) => first + n);
  }

  function visible(atMs: number): readonly PredictionEvent[] {
    if (shown !== null && atMs >= shown.fromMs && atMs < shown.toMs) return shown.events;
    const events: PredictionEvent[] = [];
    let fromMs = Number.NEGATIVE_INFINITY;
    let toMs = Number.POSITIVE_INFINITY;
    for (const template of templates) {
      for (const index of periodsAround(template, atMs)) {
        const times = timesOf(seed, template, index);
        for (const changeMs of changesOf(times)) {
          if (changeMs <= atMs) fromMs = Math.max(fromMs, changeMs);
          else toMs = Math.min(toMs, changeMs);
        }
        if (atMs < times.openMs || atMs >= times.goneMs) continue;
        const instance = instanceOf(template, index);
        if (instance !== undefined) events.push(instance.event);
      }
    }
    shown = { fromMs, toMs, events };
    return events;
  }

  function find(slug: string): Period | null {
    for (const template of templates) {
      const stems = [template.stem, ...(template.otherStems ?? [])];
      if (!stems.some((stem) => slug.startsWith(`${stem}-`))) continue;
      const index = template.schedule.parse(slug);
      const instance = index === undefined ? undefined : instanceOf(template, index);
      if (index === undefined || instance === undefined) continue;
      const { event } = instance;
      const isNamed = event.markets.some((market) => market.slug === slug);
      if (isNamed || event.slug === slug) return { template, index };
    }
    return null;
  }

  return {
    visible,
    bySlug(slug) {
      let known = slugs.get(slug);
      if (known === undefined) {
        known = { period: find(slug) };
        slugs.set(slug, known);
      }
      const { period } = known;
      return period === null ? undefined : instanceOf(period.template, period.index);
    },
    byPlace({ code, index }) {
      const template = byCode.get(code);
      return template && instanceOf(template, index);
    },
  };
}
