import type { CommandKind } from '../../engine/command.ts';
import { requireAdmin, requireCanEnter } from '../groups/index.ts';
import { changedMessage, messageNeeds, type OnMessage, requireMessage } from './on-message.ts';

/**
 * Takes a message out of the list (contract 10, 18.32): its author may, and admins; an automatic
 * one only admins, so that nobody can hide how a call went. Answers `{ success }`, 200.
 * NOT_GROUP_MEMBER, NOT_FOUND (also the second time), ADMIN_REQUIRED, SUBSCRIPTION_REQUIRED.
 */
export const deleteMessage: CommandKind<OnMessage> = {
  name: 'chat.deleteMessage',
  needs: messageNeeds,
  decide(state, command, { now }) {
    const { groupId, userId, messageId } = command;
    const { member, row } = requireMessage(state, command);
    if (row.senderId !== userId || row.causeId !== null) requireAdmin(member);
    requireCanEnter(member);
    const deleted = { ...row, content: '', pinned: false, deletedAt: Math.max(now, row.createdAt) };
    const data = { groupId, messageId };
    return {
      ...changedMessage(state, command, deleted, {
        signal: 'message_deleted',
        event: { userId, type: 'chat.messageDeleted', data },
      }),
      answer: { status: 200, data: { success: true } },
    };
  },
};
