import type { ReadPool } from '../../platform/db/pool.ts';
import type { Statement } from '../../platform/db/table.ts';

/** How far users' streams have come, wherever their events were committed. $1 users. */
export const streamHeadsStatement: Statement = {
  name: 'stream heads',
  text: 'select user_id as "userId", event_seq as seq from wallet where user_id = any($1::uuid[])',
};

/** The number of each user's newest event. */
export async function readStreamHeads(
  reads: ReadPool,
  userIds: readonly string[],
): Promise<{ readonly userId: string; readonly seq: bigint }[]> {
  if (userIds.length === 0) return [];
  return reads.query<{ userId: string; seq: bigint }>(streamHeadsStatement, [[...userIds]]);
}
