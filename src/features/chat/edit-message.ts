import type { CommandKind } from '../../engine/command.ts';
import { AppError } from '../../errors/app-error.ts';
import { isoTime } from '../../platform/clock.ts';
import { requireCanEnter, requireLeaderOrAdmin } from '../groups/index.ts';
import { requireContent } from './inputs.ts';
import {
  answered,
  changedMessage,
  messageNeeds,
  type OnMessage,
  requireMessage,
  shown,
} from './on-message.ts';

export interface EditMessage extends OnMessage {
  readonly content: string;
}

/**
 * Gives an own message another content; the same content changes nothing. Answers the message,
 * 200. NOT_GROUP_MEMBER, NOT_FOUND, FORBIDDEN (another's message, or an automatic one),
 * LEADER_REQUIRED (a SYSTEM message of who is no leader any more), SUBSCRIPTION_REQUIRED,
 * VALIDATION_FAILED.
 */
export const editMessage: CommandKind<EditMessage> = {
  name: 'chat.editMessage',
  needs: messageNeeds,
  decide(state, command, { now }) {
    const { groupId, userId, messageId, content } = command;
    const { member, row } = requireMessage(state, command);
    if (row.senderId !== userId || row.causeId !== null) {
      throw new AppError('FORBIDDEN', { message: 'Only own messages can be edited.' });
    }
    if (row.type === 'SYSTEM') requireLeaderOrAdmin(member);
    requireCanEnter(member);
    requireContent(row.type, content);
    if (content === row.content) return answered(shown(state, command, row));
    // Instants of messages may run ahead of a clock that stands.
    const editedAt = Math.max(now, row.createdAt);
    const data = { groupId, messageId, editedAt: isoTime(editedAt) };
    return changedMessage(
      state,
      command,
      { ...row, content, editedAt },
      { signal: 'message_updated', event: { userId, type: 'chat.messageEdited', data } },
    );
  },
};
