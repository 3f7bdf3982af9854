import type { Announcement, Write } from '../../engine/command.ts';
import { columnArrays } from '../../platform/db/table.ts';
import { CONTENT_CHARACTERS } from './limits.ts';
import { type ChatAnnouncementRow, chatAnnouncementTable } from './tables.ts';

/**
 * The statement that keeps announcements until they are posted, in the transaction of what they are
 * about. `now` is its business time in milliseconds.
 */
export function announcementRows(announcements: readonly Announcement[], now: number): Write {
  const rows = announcements.map((announcement): ChatAnnouncementRow => {
    const { kind, vertical, proposalId, metadata } = announcement;
    return {
      ...announcement,
      text: [...announcement.text].slice(0, CONTENT_CHARACTERS).join(''),
      metadata: JSON.stringify({ kind, vertical, proposalId, ...metadata }),
      createdAt: now,
    };
  });
  const values = columnArrays(chatAnnouncementTable, rows);
  return { statement: chatAnnouncementTable.save, values };
}
