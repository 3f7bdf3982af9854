import type { CommandKind } from '../../engine/command.ts';
import { requireCanEnter, requireLeaderOrAdmin } from '../groups/index.ts';
import {
  answered,
  changedMessage,
  messageNeeds,
  type OnMessage,
  requireMessage,
  shown,
} from './on-message.ts';

export interface PinMessage extends OnMessage {
  readonly pinned: boolean;
}

/**
 * Pins a message or unpins it (leaders and admins, contract 10); what is so already changes
 * nothing. Answers the message, 200. NOT_GROUP_MEMBER, NOT_FOUND, LEADER_REQUIRED,
 * SUBSCRIPTION_REQUIRED.
 */
export const pinMessage: CommandKind<PinMessage> = {
  name: 'chat.pinMessage',
  needs: messageNeeds,
  decide(state, command) {
    const { groupId, userId, messageId, pinned } = command;
    const { member, row } = requireMessage(state, command);
    requireCanEnter(requireLeaderOrAdmin(member));
    if (row.pinned === pinned) return answered(shown(state, command, row));
    const data = { groupId, messageId, pinned };
    return changedMessage(
      state,
      command,
      { ...row, pinned },
      {
        signal: pinned ? 'message_pinned' : 'message_unpinned',
        event: { userId, type: 'chat.messagePinned', data },
      },
    );
  },
};
