import { isRaw, parseExactJson, type Raw } from './gamma-values.ts';

/** What an element of recorded data is; the word people read in the report. */
export const ELEMENT_KINDS = [
  'event',
  'market',
  'CLOB market',
  'book',
  'price history',
  'Kalshi event',
  'trade',
  'tag',
  'sport',
  'message',
  'other',
  'file',
] as const;
export type ElementKind = (typeof ELEMENT_KINDS)[number];

/** One thing that a file holds and that is imported or refused. */
export interface Element {
  /** Path of the file below the imported directory. */
  readonly file: string;
  readonly kind: ElementKind;
  /** What the element calls itself, for people. */
  readonly id: string;
  readonly raw: Raw;
  /** The event a market was recorded in; null for a market on its own. */
  readonly parent: Raw | null;
}

/** Lists inside an answer of an API that hold elements. A search's `profiles` are people, no data. */
const WRAPPED = ['events', 'markets', 'data', 'tags'];

/** How deep lists and collections may be nested around the elements. */
const DEEPEST = 4;

const has = (raw: Raw, ...fields: readonly string[]): boolean =>
  fields.every((field) => raw[field] !== undefined);

/** What an object is by its fields, the most telling ones first; null when it is no element. */
function kindOf(raw: Raw): ElementKind | null {
  if (has(raw, 'series_ticker')) return 'Kalshi event';
  if (Array.isArray(raw.history)) return 'price history';
  if (has(raw, 'asset_id', 'bids', 'asks')) return 'book';
  if (has(raw, 'event_type') || has(raw, 'order_owner')) return 'message';
  if (has(raw, 'condition_id', 'tokens')) return 'CLOB market';
  if (has(raw, 'conditionId', 'side', 'price')) return 'trade';
  if (has(raw, 'conditionId') || has(raw, 'question', 'outcomes')) return 'market';
  if (has(raw, 'slug', 'title')) return 'event';
  if (has(raw, 'slug', 'label')) return 'tag';
  return has(raw, 'sport') ? 'sport' : null;
}

const NAMES: Readonly<Record<ElementKind, readonly string[]>> = {
  event: ['slug', 'id'],
  market: ['slug', 'id', 'conditionId'],
  'CLOB market': ['condition_id'],
  book: ['asset_id'],
  'price history': [],
  'Kalshi event': ['ticker'],
  trade: ['transactionHash'],
  tag: ['slug'],
  sport: ['sport'],
  message: ['event_type', 'type'],
  other: ['slug', 'id'],
  file: [],
};

function nameOf(raw: Raw, kind: ElementKind): string {
  const names = NAMES[kind].map((field) => raw[field]);
  return names.find((name): name is string => typeof name === 'string')?.slice(0, 100) ?? '-';
}

/** All elements of a file, in its order: an `other` is of no known shape, a `file` is not JSON. */
export function elementsOf(file: string, text: string): readonly Element[] {
  try {
    return elementsIn(file, parseExactJson(text));
  } catch (problem) {
    if (!(problem instanceof SyntaxError)) throw problem;
    return [{ file, kind: 'file', id: '-', raw: {}, parent: null }];
  }
}

function elementsIn(file: string, parsed: unknown): readonly Element[] {
  const found: Element[] = [];
  const add = (kind: ElementKind, raw: Raw, parent: Raw | null = null): void => {
    found.push({ file, kind, id: nameOf(raw, kind), raw, parent });
  };
  const addKnown = (kind: ElementKind, raw: Raw): void => {
    const inner = (field: string): readonly Raw[] => {
      const list = raw[field];
      return Array.isArray(list) ? list.map((entry) => (isRaw(entry) ? entry : {})) : [];
    };
    if (kind === 'market') {
      const parents = inner('events');
      for (const parent of parents) add('event', parent);
      add(kind, raw, parents[0] ?? null);
      return;
    }
    add(kind, raw);
    if (kind === 'event') for (const market of inner('markets')) add('market', market, raw);
  };
  const walk = (value: unknown, depth: number): void => {
    if (Array.isArray(value) && depth < DEEPEST) {
      for (const entry of value) walk(entry, depth + 1);
      return;
    }
    const raw = isRaw(value) ? value : {};
    const kind = kindOf(raw);
    if (kind !== null) {
      addKnown(kind, raw);
      return;
    }
    const wrapped = WRAPPED.filter((field) => Array.isArray(raw[field]));
    const inner = wrapped.length > 0 ? wrapped.map((field) => raw[field]) : collected(raw);
    if (inner.length === 0 || depth >= DEEPEST) add('other', raw);
    else for (const entry of inner) walk(entry, depth + 1);
  };
  walk(parsed, 0);
  return found;
}

/** The values of a collection of samples: an object whose values are elements, at least one. */
function collected(raw: Raw): readonly unknown[] {
  const values = Object.values(raw);
  return values.some((value) => isRaw(value) && kindOf(value) !== null) ? values : [];
}
