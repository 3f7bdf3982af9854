import type { Static } from 'typebox';
import { assert } from '../../errors/app-error.ts';
import { isoTime } from '../../platform/clock.ts';
import { type EventAfterRow, eventsAfter } from './account.sql.ts';
import type { AccountDeps } from './deps.ts';
import type { eventsSchema } from './schemas.ts';

/** A user's events after a number, oldest first, and the bounds of what is kept (contract 13). */
export async function readEvents(
  { database }: Pick<AccountDeps, 'database'>,
  userId: string,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<Static<typeof eventsSchema>> {
  const rows = await database.reads.query<EventAfterRow>(eventsAfter, [userId, after, limit]);
  const first = rows[0];
  assert(first, `user ${userId} has no wallet`);
  const latestSeq = Number(first.latestSeq);
  return {
    events: rows.flatMap(({ seq, type, at, data }) =>
      seq === null || type === null || at === null || data === null
        ? []
        : [{ seq: Number(seq), type, at: isoTime(at), data: JSON.parse(data) }],
    ),
    latestSeq,
    oldestSeq: first.oldestSeq === null ? latestSeq + 1 : Number(first.oldestSeq),
  };
}
