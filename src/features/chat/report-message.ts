import { type CommandKind, type Outcome, ref } from '../../engine/command.ts';
import { invalid } from '../../errors/app-error.ts';
import { isoTime } from '../../platform/clock.ts';
import { memberGateTable } from '../groups/index.ts';
import { REPORT_REASON_CHARACTERS } from './limits.ts';
import { type ChatReportRow, chatReportTable, reportOfMessageLookup } from './moderation-tables.ts';
import { type OnMessage, requireMessage } from './on-message.ts';
import { chatMessageTable } from './tables.ts';

export interface ReportMessage extends OnMessage {
  readonly reason: string;
}

/** A report as who made it sees it. */
const reportObject = (
  { groupId, messageId }: OnMessage,
  { id, status, createdAt }: Pick<ChatReportRow, 'id' | 'status' | 'createdAt'>,
) => ({ id, groupId, messageId, status, createdAt: isoTime(createdAt) });

/**
 * Tells the admins of a group about a message, with what it says now, once per member and message:
 * a second report answers the first one, 200, and changes nothing. Answers `{ id, groupId,
 * messageId, status, createdAt }`, 201. NOT_GROUP_MEMBER, NOT_FOUND, VALIDATION_FAILED (a reason that is blank
 * or too long, an own message). A suspended member may.
 */
export const reportMessage: CommandKind<ReportMessage> = {
  name: 'chat.reportMessage',
  needs: ({ groupId, userId, messageId }) => ({
    users: [userId],
    update: [ref(chatMessageTable, messageId)],
    rows: [ref(memberGateTable, groupId, userId), ref(reportOfMessageLookup, messageId, userId)],
  }),
  decide(state, command, { now, ids }): Outcome {
    const { groupId, userId, messageId, reason } = command;
    const { row: message } = requireMessage(state, command);
    if (message.senderId === userId && message.causeId === null) {
      throw invalid('messageId must be of a message of somebody else');
    }
    if (reason.trim() === '') throw invalid('reason must not be blank');
    if ([...reason].length > REPORT_REASON_CHARACTERS) {
      throw invalid(`reason must have at most ${REPORT_REASON_CHARACTERS} characters`);
    }
    const before = state.find(reportOfMessageLookup, messageId, userId);
    if (before) return { answer: { status: 200, data: reportObject(command, before) } };
    const row: ChatReportRow = {
      id: ids.next(),
      groupId,
      messageId,
      reporterId: userId,
      reason,
      content: message.content,
      status: 'OPEN',
      resolvedBy: null,
      createdAt: now,
      resolvedAt: null,
    };
    return {
      rows: [{ table: chatReportTable, row }],
      found: [{ ref: ref(reportOfMessageLookup, messageId, userId), row }],
      events: [
        { userId, type: 'chat.messageReported', data: { groupId, messageId, reportId: row.id } },
      ],
      answer: { status: 201, data: reportObject(command, row) },
    };
  },
};
