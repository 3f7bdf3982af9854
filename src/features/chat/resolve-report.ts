import { type CommandKind, type Outcome, ref } from '../../engine/command.ts';
import { AppError } from '../../errors/app-error.ts';
import { isoTime } from '../../platform/clock.ts';
import { memberGateTable, requireAdmin, requireCanEnter, requireMember } from '../groups/index.ts';
import { chatSignal } from './message-object.ts';
import { chatReportTable } from './moderation-tables.ts';
import { messageNeeds, partsOf } from './on-message.ts';
import { resolveOthersStatement } from './reports.sql.ts';
import { chatMessageTable } from './tables.ts';

export const REPORT_ACTIONS = ['dismiss', 'delete'] as const;

export interface ResolveReport {
  readonly groupId: string;
  readonly userId: string;
  readonly reportId: string;
  /** The message of the report. */
  readonly messageId: string;
  readonly action: (typeof REPORT_ACTIONS)[number];
}

/**
 * Ends a report: `dismiss` leaves the message, `delete` takes it out of the list and ends all other
 * reports of it as well. One that has ended stays as it is. Answers `{ id, status, resolvedAt }`,
 * 200. NOT_GROUP_MEMBER, ADMIN_REQUIRED, SUBSCRIPTION_REQUIRED, NOT_FOUND.
 */
export const resolveReport: CommandKind<ResolveReport> = {
  name: 'chat.resolveReport',
  needs(command) {
    const { update = [], ...needs } = messageNeeds(command);
    return { ...needs, update: [...update, ref(chatReportTable, command.reportId)] };
  },
  decide(state, { groupId, userId, reportId, messageId, action }, { now }): Outcome {
    const member = requireMember(state.get(memberGateTable, groupId, userId));
    requireAdmin(member);
    requireCanEnter(member);
    const report = state.get(chatReportTable, reportId);
    if (report?.groupId !== groupId) {
      throw new AppError('NOT_FOUND', { message: 'There is no such report.' });
    }
    if (report.resolvedAt !== null) return answered(reportId, report.status, report.resolvedAt);
    const status = action === 'delete' ? 'DELETED' : 'DISMISSED';
    const resolved = {
      ...report,
      content: '',
      status,
      resolvedBy: userId,
      resolvedAt: now,
    } as const;
    const data = { groupId, reportId, messageId, status };
    const ended: Outcome = {
      rows: [{ table: chatReportTable, row: resolved }],
      events: [{ userId, type: 'chat.reportResolved', data }],
      ...answered(reportId, status, now),
    };
    const message = state.get(chatMessageTable, messageId);
    if (action === 'dismiss' || !message) return ended;
    const writes = [
      { statement: resolveOthersStatement, values: [messageId, reportId, userId, isoTime(now)] },
    ];
    if (message.deletedAt !== null) return { ...ended, writes };
    const deletedAt = Math.max(now, message.createdAt);
    const row = { ...message, content: '', pinned: false, deletedAt };
    return {
      ...ended,
      rows: [...(ended.rows ?? []), { table: chatMessageTable, row }],
      signals: [chatSignal('message_deleted', row, partsOf(state, messageId))],
      writes,
    };
  },
};

const answered = (id: string, status: string, resolvedAt: number): Outcome => ({
  answer: { status: 200, data: { id, status, resolvedAt: isoTime(resolvedAt) } },
});
