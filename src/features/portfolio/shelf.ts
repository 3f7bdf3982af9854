import { LRUCache } from 'lru-cache';
import type { ReadPool } from '../../platform/db/pool.ts';
import type { Crowd, Crowds } from './crowds.ts';
import type { Vertical } from './verticals.ts';

/** Positions of each vertical that are kept in memory, with the text they were last shown as. */
const KEPT_POSITIONS = 10_000;

interface Kept<Row> {
  readonly version: string;
  readonly row: Row;
  /** What `text` was made of besides the row. */
  made: string;
  text: string;
}

export interface PageOf {
  readonly userId: string;
  readonly which: 'open' | 'past';
  readonly before: string;
  readonly limit: number;
}

export interface ShelfPage {
  /** JSON of each position. */
  readonly texts: readonly string[];
  /** The id after which the list goes on; null when it ends here. */
  readonly lastId: string | null;
}

/** The positions of one vertical, as users look at them again and again. */
export interface Shelf {
  read(page: PageOf, present: Promise<ReadonlySet<string>>): Promise<ShelfPage>;
}

/**
 * Every read asks the database which versions of which rows a page is made of, and fetches only the
 * rows that it does not hold in these versions: what is shown is never older than the request. The
 * text of a position is made anew when its row, its market or its crowd has changed.
 */
export function createShelf<Row extends Crowd>(
  vertical: Vertical<Row>,
  { reads, crowds }: { readonly reads: ReadPool; readonly crowds: Crowds },
): Shelf {
  const kept = new LRUCache<string, Kept<Row>>({ max: KEPT_POSITIONS });
  const keyOf = (userId: string, id: string): string => `${userId} ${id}`;

  async function fetch(userId: string, versions: ReadonlyMap<string, string>): Promise<void> {
    for (const row of await vertical.load(userId, [...versions.keys()])) {
      const id = vertical.idOf(row);
      // A row that was written since is newer than this version, and is fetched again next time.
      // Another process may have written it, and with it who takes part.
      if (kept.has(keyOf(userId, id))) crowds.forget(vertical.proposalOf(row).id);
      kept.set(keyOf(userId, id), { version: versions.get(id) ?? '', row, made: '', text: '' });
    }
  }

  function textOf(entry: Kept<Row>, crowd: Crowd, others: boolean): string {
    const { participants, avatars } = crowd;
    const made = `${vertical.marketOf(entry.row)} ${participants} ${others} ${avatars.join(' ')}`;
    if (entry.made !== made) {
      entry.text = JSON.stringify(
        vertical.present({ ...entry.row, participants, avatars }, others),
      );
      entry.made = made;
    }
    return entry.text;
  }

  return {
    async read({ userId, which, before, limit }, present) {
      const found = await reads.query<{ id: string; version: string }>(vertical[which], [
        userId,
        before,
        limit + 1,
      ]);
      const shown = found.slice(0, limit);
      const isNews = ({ id, version }: { id: string; version: string }): boolean =>
        kept.get(keyOf(userId, id))?.version !== version;
      const news = shown.filter(isNews).map(({ id, version }) => [id, version] as const);
      if (news.length > 0) await fetch(userId, new Map(news));
      const entries = shown.flatMap(({ id }) => kept.get(keyOf(userId, id)) ?? []);
      const proposals = entries.map(({ row }) => vertical.proposalOf(row));
      const [counted, groups] = await Promise.all([
        crowds.of(
          vertical.crowds,
          proposals.map(({ id }) => id),
        ),
        present,
      ]);
      const texts = entries.map((entry, n) => {
        const { id = '', groupId = '' } = proposals[n] ?? {};
        // Who has left a group sees nobody else in its proposals (contract 18.29).
        return textOf(entry, counted.get(id) ?? entry.row, groups.has(groupId));
      });
      return { texts, lastId: found.length > limit ? (shown.at(-1)?.id ?? null) : null };
    },
  };
}
