import { assert } from '../../errors/app-error.ts';
import { type EventDraft, eventOfMarket, readGammaEvent } from './gamma-event.ts';
import { readGammaMarket } from './gamma-market.ts';
import { textOf } from './gamma-values.ts';
import type { Element } from './import-elements.ts';
import type { ImportReport } from './import-report.ts';
import type { EventRecord, MarketRecord } from './recorded-record.ts';

/** A record of something; the element is null for what the recording held before. */
interface Found<T> {
  readonly element: Element | null;
  readonly record: T;
  readonly recordedMs: number;
}

interface FoundMarket extends Found<MarketRecord> {
  /** Slug of the event it was recorded in; null when it was recorded alone. */
  readonly eventSlug: string | null;
}

/** Records by what they are of, each list from the newest to the oldest. */
function grouped<T extends Found<unknown>>(
  found: readonly T[],
  keyOf: (one: T) => string,
): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const one of found) {
    const group = groups.get(keyOf(one)) ?? [];
    group.push(one);
    groups.set(keyOf(one), group);
  }
  for (const group of groups.values()) group.sort((a, b) => b.recordedMs - a.recordedMs);
  return groups;
}

function readEvents(elements: readonly Element[], report: ImportReport): Found<EventDraft>[] {
  return elements.flatMap((element) => {
    if (element.kind !== 'event') return [];
    const record = report.attempt(element, () => readGammaEvent(element.raw));
    return record ? [{ element, record, recordedMs: record.recordedMs ?? 0 }] : [];
  });
}

function readMarkets(elements: readonly Element[], report: ImportReport): FoundMarket[] {
  return elements.flatMap((element) => {
    if (element.kind !== 'market') return [];
    const { raw, parent } = element;
    const found = report.attempt(element, () => ({
      record: readGammaMarket(raw),
      eventSlug: parent && (textOf(parent, 'slug') ?? ''),
    }));
    return found ? [{ element, ...found, recordedMs: found.record.recordedMs }] : [];
  });
}

/** What a recording held before, as records that take part in the comparison. */
function heldBefore(events: readonly EventRecord[]) {
  return {
    events: events.map(
      (record): Found<EventDraft> => ({ element: null, record, recordedMs: record.recordedMs }),
    ),
    markets: events.flatMap(({ slug, gammaId, markets }) =>
      markets.map((record): FoundMarket => {
        const eventSlug = gammaId === '' ? null : slug;
        return { element: null, record, recordedMs: record.recordedMs, eventSlug };
      }),
    ),
  };
}

/**
 * Puts all records together. Of several records of one market (by condition id) or event (by slug)
 * the newest by its own time of update wins whole; at the same time the one read first. A market
 * belongs to the event of its newest record that names one, an event's tags are those of its newest
 * record that has any, and a market without an event gets one of its own.
 */
export function mergeRecords(
  elements: readonly Element[],
  before: readonly EventRecord[],
  report: ImportReport,
): readonly EventRecord[] {
  const held = heldBefore(before);
  const foundEvents = [...held.events, ...readEvents(elements, report)];
  const events = grouped(foundEvents, ({ record }) => record.slug);
  const foundMarkets = [...held.markets, ...readMarkets(elements, report)];
  const markets = grouped(foundMarkets, ({ record }) => record.conditionId);
  const kept = keepUnclaimed(markets, events, report);
  const merged: EventRecord[] = [];
  for (const [slug, group] of kept) {
    const drafts = events.get(slug) ?? [];
    merged.push(mergedEvent(drafts, group));
    tell(report, drafts);
  }
  for (const [slug, drafts] of events) {
    if (!kept.has(slug)) refuseAll(report, drafts, 'none of its markets could be imported');
  }
  return merged;
}

const refuseAll = (
  report: ImportReport,
  found: readonly Found<unknown>[],
  reason: string,
): void => {
  for (const { element } of found) if (element) report.refused(element, reason);
};

/** The first of the records of one thing is what is imported of it. */
function tell(report: ImportReport, [first, ...others]: readonly Found<unknown>[]): void {
  if (first?.element) report.imported(first.element);
  for (const { element } of others) if (element) report.merged(element);
}

/** The newest record of each market by event; a slug, id or token can only be one market's. */
function keepUnclaimed(
  markets: ReadonlyMap<string, readonly FoundMarket[]>,
  events: ReadonlyMap<string, readonly Found<EventDraft>[]>,
  report: ImportReport,
): ReadonlyMap<string, readonly MarketRecord[]> {
  const claimed = new Map<string, string>();
  const kept = new Map<string, MarketRecord[]>();
  for (const group of markets.values()) {
    const record = group[0]?.record;
    assert(record !== undefined, 'a group has a first record');
    const eventSlug = group.find((one) => one.eventSlug !== null)?.eventSlug ?? null;
    if (eventSlug !== null && !events.has(eventSlug)) {
      refuseAll(report, group, `its event ${eventSlug} could not be imported`);
      continue;
    }
    const { slug, gammaId, yesOutcomeId, noOutcomeId } = record;
    const names = [
      `slug ${slug}`,
      `id ${gammaId}`,
      `token ${yesOutcomeId}`,
      `token ${noOutcomeId}`,
    ];
    const taken = names.find((name) => claimed.has(name));
    if (taken !== undefined) {
      refuseAll(report, group, `its ${taken} is that of ${claimed.get(taken)}`);
      continue;
    }
    for (const name of names) claimed.set(name, record.conditionId);
    const siblings = kept.get(eventSlug ?? slug) ?? [];
    siblings.push(record);
    kept.set(eventSlug ?? slug, siblings);
    tell(report, group);
  }
  return kept;
}

/** An event of its records, the newest first, and its markets; one without records is made. */
function mergedEvent(
  drafts: readonly Found<EventDraft>[],
  markets: readonly MarketRecord[],
): EventRecord {
  const [first] = markets;
  assert(first !== undefined, 'an event that is kept has markets');
  const draft = drafts[0]?.record ?? eventOfMarket(first);
  const tagged = drafts.find(({ record }) => record.tags.length > 0)?.record ?? draft;
  const aliases = new Set(drafts.flatMap(({ record }) => record.aliases));
  const startMs = Math.min(...markets.map((market) => market.startMs ?? market.recordedMs));
  const { slug, gammaId, title, subtitle, imageUrl, endMs } = draft;
  return {
    ...{ slug, gammaId, title, subtitle, imageUrl, endMs, markets },
    ...{ category: tagged.category, tags: tagged.tags, aliases: [...aliases] },
    recordedMs: draft.recordedMs ?? Math.max(...markets.map(({ recordedMs }) => recordedMs)),
    startMs: draft.startMs ?? startMs,
  };
}
