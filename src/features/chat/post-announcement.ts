import { type CommandKind, type Outcome, ref } from '../../engine/command.ts';
import { automaticMessages, automaticNeeds } from './automatic-message.ts';
import type { Metadata } from './message-object.ts';
import { chatAnnouncementTable } from './tables.ts';

export interface PostAnnouncement {
  readonly id: string;
  readonly groupId: string;
  readonly senderId: string;
}

/**
 * Turns an announcement into a SYSTEM message and takes it from those that wait, in one transaction
 * (contract 10). Does nothing when another process was faster. It moves nothing of the sender's, so
 * no stream tells it: the change that it is about has been told.
 */
export const postAnnouncement: CommandKind<PostAnnouncement> = {
  name: 'chat.postAnnouncement',
  needs({ id, groupId, senderId }) {
    const { update, rows } = automaticNeeds(groupId, senderId);
    return { users: [], update: [ref(chatAnnouncementTable, id), ...update], rows };
  },
  decide(state, { id, groupId, senderId }, context): Outcome {
    const waiting = state.get(chatAnnouncementTable, id);
    if (!waiting) return {};
    const metadata = JSON.parse(waiting.metadata) as Metadata;
    const messages = [{ causeId: id, content: waiting.text }];
    return {
      ...automaticMessages(state, { groupId, senderId, metadata, messages }, context),
      removed: [ref(chatAnnouncementTable, id)],
    };
  },
};
