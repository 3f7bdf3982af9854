import { AppError } from '../../errors/app-error.ts';
import { isoTime } from '../../platform/clock.ts';
import type { ReadPool } from '../../platform/db/pool.ts';
import { decodeCursor, encodeCursor } from '../../platform/http/cursor.ts';
import { isId, LAST_ID, NO_ID } from '../../platform/ids.ts';
import { isPresentMember } from '../groups/index.ts';
import {
  adminOfGroupStatement,
  type MuteRecord,
  messageOfReportStatement,
  mutesStatement,
  type ReportRecord,
  reportsStatement,
} from './reports.sql.ts';

interface PageOfGroup {
  readonly groupId: string;
  /** The reader. */
  readonly userId: string;
  readonly cursor: string | undefined;
  readonly limit: number;
}

/** Where a page of ids begins. VALIDATION_FAILED for a cursor of another list. */
function placeOf(cursor: string | undefined, start: string): string {
  if (cursor === undefined) return start;
  const [id] = decodeCursor(cursor, 'string');
  return isId(id) ? id : start;
}

/** Cuts what was read with one more than the limit, and tells where to go on. */
function cut<Row>(rows: readonly Row[], limit: number, keyOf: (row: Row) => string) {
  const kept = rows.slice(0, limit);
  const last = kept.at(-1);
  const nextCursor = rows.length > limit && last ? encodeCursor(keyOf(last)) : null;
  return { kept, nextCursor };
}

/** Whom the caller has muted in a group, by id. NOT_GROUP_MEMBER, VALIDATION_FAILED (cursor). */
export async function readMutes(reads: ReadPool, { groupId, userId, cursor, limit }: PageOfGroup) {
  if (!(await isPresentMember(reads, groupId, userId))) throw new AppError('NOT_GROUP_MEMBER');
  const values = [userId, groupId, placeOf(cursor, NO_ID), limit + 1];
  const rows = await reads.query<MuteRecord>(mutesStatement, values);
  const { kept, nextCursor } = cut(rows, limit, (row) => row.userId);
  const mutes = kept.map(({ createdAt, ...row }) => ({ ...row, createdAt: isoTime(createdAt) }));
  return { mutes, nextCursor };
}

/**
 * What members have reported to the admins of a group, the newest first. NOT_GROUP_MEMBER,
 * ADMIN_REQUIRED, VALIDATION_FAILED (cursor).
 */
export async function readReports(
  reads: ReadPool,
  { groupId, userId, cursor, limit, open }: PageOfGroup & { readonly open: boolean | null },
) {
  if (!isId(groupId)) throw new AppError('NOT_GROUP_MEMBER');
  const of = [groupId, userId];
  const [member] = await reads.query<{ isAdmin: boolean }>(adminOfGroupStatement, of);
  if (!member) throw new AppError('NOT_GROUP_MEMBER');
  if (!member.isAdmin) throw new AppError('ADMIN_REQUIRED');
  const values = [groupId, open, placeOf(cursor, LAST_ID), limit + 1];
  const rows = await reads.query<ReportRecord>(reportsStatement, values);
  const { kept, nextCursor } = cut(rows, limit, (row) => row.id);
  return { reports: kept.map(reportObject), nextCursor };
}

/** The message of a group's report. NOT_GROUP_MEMBER, NOT_FOUND. */
export async function messageOfReport(
  reads: ReadPool,
  of: { readonly groupId: string; readonly userId: string; readonly reportId: string },
): Promise<string> {
  if (!(await isPresentMember(reads, of.groupId, of.userId))) {
    throw new AppError('NOT_GROUP_MEMBER');
  }
  const values = [of.groupId, of.reportId];
  const [row] = await reads.query<{ messageId: string }>(messageOfReportStatement, values);
  if (!row) throw new AppError('NOT_FOUND', { message: 'There is no such report.' });
  return row.messageId;
}

const reportObject = (row: ReportRecord) => ({
  id: row.id,
  status: row.status,
  reason: row.reason,
  reporter: { userId: row.reporterId, username: row.reporterName },
  message: {
    id: row.messageId,
    senderId: row.senderId,
    senderUsername: row.senderName,
    type: row.type,
    content: row.content,
    createdAt: isoTime(row.messageAt),
    deleted: row.deleted,
  },
  createdAt: isoTime(row.createdAt),
  resolvedAt: row.resolvedAt === null ? null : isoTime(row.resolvedAt),
  resolvedBy: row.resolverName,
});
