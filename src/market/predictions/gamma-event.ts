import { instantOf, isRaw, type Raw, requiredText, textOf } from './gamma-values.ts';
import type { EventTag } from './prediction-market.ts';
import { DIGITS, type EventRecord, type MarketRecord, SLUG } from './recorded-record.ts';

/** Tags that name a category of the venue's front page, in the order in which one is chosen. */
const CATEGORIES = [
  ...['politics', 'sports', 'crypto', 'esports', 'finance', 'economy', 'tech', 'pop-culture'],
  ...['culture', 'weather', 'elections', 'geopolitics', 'world', 'business', 'earnings'],
];
/** The category of an event that names none. */
const NO_CATEGORY = 'other';

/** An event as recorded; what its markets have to say is still open. */
export interface EventDraft extends Omit<EventRecord, 'recordedMs' | 'startMs' | 'markets'> {
  readonly recordedMs: number | null;
  readonly startMs: number | null;
}

/** The tags that have a slug and a label; one without a label is called by its slug. */
function tagsOf(raw: Raw): readonly EventTag[] {
  const tags = Array.isArray(raw.tags) ? raw.tags.filter(isRaw) : [];
  return tags.flatMap((tag) => {
    const slug = textOf(tag, 'slug');
    return slug === null ? [] : [{ slug, label: textOf(tag, 'label') ?? slug }];
  });
}

const slugOf = (words: string): string =>
  words
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** The leading tag: one that is a category, else the old category field, else the first tag. */
export function categoryOf(tags: readonly EventTag[], named: string | null): string {
  const slugs = tags.map(({ slug }) => slug);
  const known = CATEGORIES.find((category) => slugs.includes(category));
  const old = named === null ? '' : slugOf(named);
  return known ?? (old === '' ? undefined : old) ?? slugs[0] ?? NO_CATEGORY;
}

/**
 * An event in the shape of the Gamma API, without its markets. Throws a Refusal with the reason when
 * it names no slug, id or title.
 */
export function readGammaEvent(raw: Raw): EventDraft {
  const tags = tagsOf(raw);
  const named = textOf(raw, 'category');
  const category = categoryOf(tags, named);
  const isTagged = tags.some(({ slug }) => slug === category);
  const added = isTagged || named === null ? [] : [{ slug: category, label: named }];
  return {
    slug: requiredText(raw, 'slug', SLUG),
    gammaId: requiredText(raw, 'id', DIGITS),
    title: requiredText(raw, 'title'),
    subtitle: textOf(raw, 'subtitle'),
    imageUrl: textOf(raw, 'image') ?? textOf(raw, 'icon'),
    category,
    tags: [...added, ...tags],
    aliases: [],
    recordedMs: instantOf(raw, 'updatedAt', 'createdAt', 'creationDate'),
    startMs: instantOf(raw, 'startDate', 'creationDate', 'createdAt'),
    endMs: instantOf(raw, 'endDate'),
  };
}

/** The event that is made for a market which was recorded without one; it has no numeric id. */
export const eventOfMarket = ({ slug, question, recordedMs }: MarketRecord): EventDraft => ({
  slug,
  gammaId: '',
  title: question,
  subtitle: null,
  imageUrl: null,
  category: NO_CATEGORY,
  tags: [],
  aliases: [],
  recordedMs,
  startMs: null,
  endMs: null,
});
