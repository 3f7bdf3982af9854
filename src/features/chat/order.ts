import type { RowWrite, State } from '../../engine/command.ts';
import { assert } from '../../errors/app-error.ts';
import { chatGroupTable } from './tables.ts';

/**
 * The instant of the next message of a group, and the group's row with it: the business time, but
 * at least a millisecond after the message before (contract 10). The row must be locked for update.
 */
export function nextInstant(
  state: State,
  groupId: string,
  now: number,
): { createdAt: number; write: RowWrite } {
  const group = state.get(chatGroupTable, groupId);
  assert(group, `group ${groupId} has no chat`);
  const createdAt = Math.max(now, group.lastAt + 1);
  return { createdAt, write: { table: chatGroupTable, row: { groupId, lastAt: createdAt } } };
}
