import { type CommandKind, type Outcome, ref } from '../../engine/command.ts';
import { assert } from '../../errors/app-error.ts';
import { isoTime } from '../../platform/clock.ts';
import { memberGateTable, requireMember } from '../groups/index.ts';
import { chatGroupTable, chatReadTable } from './tables.ts';

export interface MarkRead {
  readonly groupId: string;
  readonly userId: string;
}

/**
 * Marks every message of a group as read. `lastReadAt` is the instant of the newest one: whatever
 * is posted meanwhile gets a later one and stays unread. Answers `{ groupId, unreadCount,
 * lastReadAt }`, 200. NOT_GROUP_MEMBER; a suspended member may, since reading stays open.
 */
export const markRead: CommandKind<MarkRead> = {
  name: 'chat.markRead',
  needs: ({ groupId, userId }) => ({
    users: [userId],
    rows: [
      ref(memberGateTable, groupId, userId),
      ref(chatGroupTable, groupId),
      ref(chatReadTable, groupId, userId),
    ],
  }),
  decide(state, { groupId, userId }): Outcome {
    requireMember(state.get(memberGateTable, groupId, userId));
    const group = state.get(chatGroupTable, groupId);
    assert(group, `group ${groupId} has no chat`);
    const lastReadAt = group.lastAt;
    const data = { groupId, unreadCount: 0, lastReadAt: isoTime(lastReadAt) };
    const answer = { status: 200, data };
    if (state.get(chatReadTable, groupId, userId)?.lastReadAt === lastReadAt) return { answer };
    return {
      rows: [{ table: chatReadTable, row: { groupId, userId, lastReadAt } }],
      events: [{ userId, type: 'chat.read', data }],
      answer,
    };
  },
};
