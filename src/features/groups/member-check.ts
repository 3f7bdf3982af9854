import type { ReadPool } from '../../platform/db/pool.ts';
import type { Statement } from '../../platform/db/table.ts';
import { isId } from '../../platform/ids.ts';

/** What a user is in a group now. $1 group, $2 user. */
export const membershipStatement: Statement = {
  name: 'membership status',
  text: `select status from membership where group_id = $1 and user_id = $2`,
};

/** Whether the user is a present member of the group; not of a malformed id. */
export async function isPresentMember(
  reads: ReadPool,
  groupId: string,
  userId: string,
): Promise<boolean> {
  if (!isId(groupId)) return false;
  const [row] = await reads.query<{ status: string }>(membershipStatement, [groupId, userId]);
  return row?.status === 'ACTIVE';
}
