import { beforeId, cutPage } from '../../platform/http/cursor.ts';
import type { PageWish } from './paging.ts';
import type { LeaderboardDeps } from './read-leaderboard.ts';
import { requirePresent } from './reads.ts';

/**
 * A page of a group's calls of all verticals, the newest first in each: `limit` counts them
 * together, so that no page leaves a gap. NOT_GROUP_MEMBER; VALIDATION_FAILED for a cursor that is
 * none.
 */
export async function readCalls(
  { database, verticals }: LeaderboardDeps,
  groupId: string,
  userId: string,
  { limit, cursor }: PageWish,
) {
  const before = beforeId(cursor);
  await requirePresent(database, groupId, userId);
  const wish = { groupId, userId, before, limit: limit + 1 };
  const found = await Promise.all(
    verticals.map(async (vertical) => {
      const calls = await vertical.calls(wish);
      return calls.map(({ id, shown }) => ({ id, shown, field: vertical.field }));
    }),
  );
  // Ids grow with time, whatever the vertical.
  const newest = found.flat().sort((a, b) => (a.id > b.id ? -1 : 1));
  const { kept, nextCursor } = cutPage(newest, limit, ({ id }) => [id]);
  const lists = verticals.map(({ field }) => [
    field,
    kept.filter((call) => call.field === field).map(({ shown }) => shown),
  ]);
  return {
    calls: Object.fromEntries(lists) as Record<string, object[]>,
    nextCursor,
  };
}
