import { type CommandKind, type Outcome, ref } from '../../engine/command.ts';
import { requireCanEnter } from '../groups/index.ts';
import { ownReactionsLookup, reactionCountsLookup } from './lookups.ts';
import { chatSignal, messageObject, reactionsOf } from './message-object.ts';
import {
  answered,
  messageNeeds,
  type OnMessage,
  partsOf,
  requireMessage,
  shown,
} from './on-message.ts';
import { chatReactionTable, type ReactionKey } from './tables.ts';

export interface React extends OnMessage {
  readonly key: ReactionKey;
  /** Whether the reaction shall be there. */
  readonly on: boolean;
}

/**
 * Puts a reaction of the member on a message or takes it off; what is so already changes nothing.
 * Answers the message, 200. NOT_GROUP_MEMBER, NOT_FOUND, SUBSCRIPTION_REQUIRED.
 */
export const react: CommandKind<React> = {
  name: 'chat.react',
  needs: messageNeeds,
  decide(state, command, { now }): Outcome {
    const { groupId, userId, messageId, key, on } = command;
    const { member, row } = requireMessage(state, command);
    requireCanEnter(member);
    const before = state.find(ownReactionsLookup, messageId, userId)?.keys ?? [];
    if (before.includes(key) === on) return answered(shown(state, command, row));
    const { sender, counts: countsBefore } = partsOf(state, messageId);
    const counts = { ...countsBefore, [key]: (countsBefore[key] ?? 0) + (on ? 1 : -1) };
    const keys = on ? [...before, key] : before.filter((other) => other !== key);
    const reaction = { messageId, userId, key, createdAt: now };
    return {
      ...(on
        ? { rows: [{ table: chatReactionTable, row: reaction }] }
        : { removed: [ref(chatReactionTable, messageId, userId, key)] }),
      found: [
        { ref: ref(reactionCountsLookup, messageId), row: { counts } },
        { ref: ref(ownReactionsLookup, messageId, userId), row: { keys } },
      ],
      events: [{ userId, type: 'chat.reacted', data: { groupId, messageId, key, on } }],
      signals: [chatSignal('message_updated', row, { sender, counts })],
      ...answered(messageObject(row, sender, reactionsOf(counts, keys))),
    };
  },
};
