import { type CommandKind, type Outcome, ref } from '../../engine/command.ts';
import { AppError, invalid } from '../../errors/app-error.ts';
import { memberGateTable, requireMember } from '../groups/index.ts';
import { chatMuteTable } from './moderation-tables.ts';

export interface MuteMember {
  readonly groupId: string;
  /** Who does not want to read. */
  readonly userId: string;
  readonly mutedId: string;
  /** Whether the member shall be muted. */
  readonly muted: boolean;
}

/**
 * Mutes a member of a group for the caller alone, or ends that; what is so already changes nothing.
 * The muted one does not learn of it. Answers `{ groupId, userId, muted }`, 200. NOT_GROUP_MEMBER,
 * NOT_FOUND (who never was in the group), VALIDATION_FAILED (oneself). A suspended member may, since
 * it is about reading.
 */
export const muteMember: CommandKind<MuteMember> = {
  name: 'chat.muteMember',
  needs: ({ groupId, userId, mutedId }) => ({
    users: [userId],
    rows: [
      ref(memberGateTable, groupId, userId),
      ref(memberGateTable, groupId, mutedId),
      ref(chatMuteTable, userId, groupId, mutedId),
    ],
  }),
  decide(state, { groupId, userId, mutedId, muted }, { now }): Outcome {
    requireMember(state.get(memberGateTable, groupId, userId));
    if (!state.get(memberGateTable, groupId, mutedId)) {
      throw new AppError('NOT_FOUND', { message: 'There is no such member.' });
    }
    if (mutedId === userId) throw invalid('userId must be of somebody else');
    const answer = { status: 200, data: { groupId, userId: mutedId, muted } };
    const there = state.get(chatMuteTable, userId, groupId, mutedId) !== undefined;
    if (there === muted) return { answer };
    const row = { userId, groupId, mutedId, createdAt: now };
    const data = { groupId, mutedUserId: mutedId, muted };
    return {
      ...(muted
        ? { rows: [{ table: chatMuteTable, row }] }
        : { removed: [ref(chatMuteTable, userId, groupId, mutedId)] }),
      events: [{ userId, type: 'chat.memberMuted', data }],
      answer,
    };
  },
};
