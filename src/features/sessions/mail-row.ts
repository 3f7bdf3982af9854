import type { RowWrite } from '../../engine/command.ts';
import { nullable, text, time, uuid } from '../../platform/db/column.ts';
import { defineTable } from '../../platform/db/table.ts';

/** Mail that waits for the worker, for as many tries as it takes; times are real ones. */
export const mailTable = defineTable({
  name: 'mail',
  key: ['id'],
  appendOnly: true,
  columns: {
    id: uuid('id'),
    userId: uuid('user_id'),
    recipient: nullable(text('recipient')),
    subject: text('subject'),
    body: text('body'),
    createdAt: time('created_at'),
  },
});

export interface MailDraft {
  readonly userId: string;
  /** Absent: the address of the account when the mail is sent; without one nothing is sent. */
  readonly recipient?: string;
  readonly subject: string;
  /** Plain text. */
  readonly body: string;
}

/**
 * The row of a mail, for the `rows` of a command's outcome: it goes out if and only if its cause
 * has happened. `now` is in milliseconds.
 */
export function mail(
  draft: MailDraft,
  at: { readonly id: string; readonly now: number },
): RowWrite {
  const { userId, recipient = null, subject, body } = draft;
  const row = { id: at.id, userId, recipient, subject, body, createdAt: at.now };
  return { table: mailTable, row };
}
