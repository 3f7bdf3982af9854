import { Type } from 'typebox';
import { id, idParam, isoInstant, nullable, oneOf } from '../../platform/http/schema.ts';
import { REPORT_REASON_CHARACTERS } from './limits.ts';
import { REPORT_STATUSES } from './moderation-tables.ts';
import { REPORT_ACTIONS } from './resolve-report.ts';
import { MESSAGE_TYPES } from './tables.ts';

const username = (description: string) => Type.String({ description, examples: ['ada'] });
const statusField = oneOf(REPORT_STATUSES, {
  description: 'OPEN until an admin has dismissed it or deleted the message.',
  examples: ['OPEN'],
});
const groupId = id('The group.');

export const muteParams = Type.Object({ groupId, userId: idParam('Who is muted.') });
export const reportParams = Type.Object({ groupId, reportId: idParam('The report.') });

/** Whether somebody is muted for the caller. */
export const muteStateSchema = Type.Object({
  groupId,
  userId: id('The other member.'),
  muted: Type.Boolean({ description: 'Whether the caller has muted them.', examples: [true] }),
});

/** Somebody whom the caller has muted. */
export const muteSchema = Type.Object(
  {
    userId: id('Who is muted.'),
    username: username('Their name.'),
    avatar: Type.String({ description: 'Their picture; empty without one.' }),
    createdAt: isoInstant('Since when.'),
  },
  { title: 'ChatMute', description: 'A member whom the caller has muted.' },
);

export const reportBody = Type.Object({
  reason: Type.String({
    description: `Why, 1 to ${REPORT_REASON_CHARACTERS} characters.`,
    minLength: 1,
    maxLength: REPORT_REASON_CHARACTERS,
    examples: ['Sells a course in every message.'],
  }),
});

/** What who has reported a message learns. */
export const reportedSchema = Type.Object({
  id: id('The report.'),
  groupId,
  messageId: id('The message.'),
  // Once the message is deleted it is not there to be reported again.
  status: oneOf(['OPEN', 'DISMISSED'], {
    description: 'OPEN until an admin has dismissed it.',
    examples: ['OPEN'],
  }),
  createdAt: isoInstant('When it was reported.'),
});

/** A report as the admins see it. */
export const reportSchema = Type.Object(
  {
    id: id('The report.'),
    status: statusField,
    reason: Type.String({ description: 'Why.', examples: ['Sells a course in every message.'] }),
    reporter: Type.Object(
      { userId: id('Who has reported it.'), username: username('Their name.') },
      { description: 'Who has reported it; the author of the message does not learn of it.' },
    ),
    message: Type.Object(
      {
        id: id('The message.'),
        senderId: id('Who sent it.'),
        senderUsername: username('Their name.'),
        type: oneOf(MESSAGE_TYPES, { description: 'Its type.', examples: ['TEXT'] }),
        content: Type.String({
          description: 'What it said when it was reported; empty once the report is resolved.',
          examples: ['Buy my course!'],
        }),
        createdAt: isoInstant('When it was sent.'),
        deleted: Type.Boolean({ description: 'Whether it has left the list since.' }),
      },
      { description: 'The message.' },
    ),
    createdAt: isoInstant('When it was reported.'),
    resolvedAt: nullable(isoInstant('When it was resolved; null while it is open.')),
    resolvedBy: nullable(username('The admin who resolved it; null while it is open.')),
  },
  { title: 'ChatReport', description: 'A message that a member has reported.' },
);

export const resolveBody = Type.Object({
  action: oneOf(REPORT_ACTIONS, {
    description: 'dismiss leaves the message; delete takes it out of the list.',
    examples: ['delete'],
  }),
});

export const resolvedSchema = Type.Object({
  id: id('The report.'),
  status: oneOf(['DISMISSED', 'DELETED'], {
    description: 'How it has ended.',
    examples: ['DELETED'],
  }),
  resolvedAt: isoInstant('When it was resolved.'),
});
