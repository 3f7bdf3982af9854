import { Type } from 'typebox';
import { page, rawAnswer } from '../../platform/http/answer.ts';
import { defineRoute, type Route } from '../../platform/http/route.ts';
import { cursorQuery, limitQuery, oneOf } from '../../platform/http/schema.ts';
import * as examples from './moderation-examples.ts';
import { messageOfReport, readMutes, readReports } from './moderation-reads.ts';
import {
  muteParams,
  muteSchema,
  muteStateSchema,
  reportBody,
  reportedSchema,
  reportParams,
  reportSchema,
  resolveBody,
  resolvedSchema,
} from './moderation-schemas.ts';
import { muteMember } from './mute-member.ts';
import { reportMessage } from './report-message.ts';
import { resolveReport } from './resolve-report.ts';
import { groupParams, messageParams } from './schemas.ts';
import { type ChatDeps, submitToChat } from './submit.ts';

const tag = 'Chat';
const scope = 'chat';
const DEFAULT_LIMIT = 50;

/** Muting members for oneself, and reporting messages to the admins. */
export const moderationRoutes = (deps: ChatDeps): readonly Route[] => [
  mutesRoute(deps),
  muteRoute(deps, 'PUT'),
  muteRoute(deps, 'DELETE'),
  reportRoute(deps),
  reportsRoute(deps),
  resolveRoute(deps),
];

const mutesRoute = ({ reads }: ChatDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/chat/{groupId}/mutes',
    scope: 'read',
    tag,
    summary: 'Members whom the caller has muted',
    description: 'Only the caller sees this list.',
    params: groupParams,
    query: Type.Object({ limit: limitQuery(DEFAULT_LIMIT), cursor: cursorQuery() }),
    response: Type.Array(muteSchema),
    errors: ['NOT_GROUP_MEMBER'],
    examples: { response: [examples.mute] },
    async handler({ principal: { userId }, params: { groupId }, query }) {
      const { cursor, limit = DEFAULT_LIMIT } = query;
      const { mutes, nextCursor } = await readMutes(reads, { groupId, userId, cursor, limit });
      return page(mutes, nextCursor);
    },
  });

const muteRoute = (deps: ChatDeps, method: 'PUT' | 'DELETE'): Route =>
  defineRoute({
    method,
    path: '/chat/{groupId}/mutes/{userId}',
    scope,
    tag,
    summary: method === 'PUT' ? 'Mute a member' : 'End muting a member',
    description:
      'For the caller alone, and the other one does not learn of it: what they write carries ' +
      '`muted: true` and is not counted as unread. What the service tells of their calls stays.',
    params: muteParams,
    response: muteStateSchema,
    errors: ['NOT_GROUP_MEMBER'],
    examples: { response: { ...examples.muteState, muted: method === 'PUT' } },
    handler: async (context) => {
      const { groupId, userId: mutedId } = context.params;
      const { userId } = context.principal;
      const command = { groupId, userId, mutedId, muted: method === 'PUT' };
      return rawAnswer(await submitToChat(deps, context, muteMember, command));
    },
  });

const reportRoute = (deps: ChatDeps): Route =>
  defineRoute({
    method: 'POST',
    path: '/chat/{groupId}/messages/{messageId}/report',
    scope,
    tag,
    summary: 'Report a message to the admins',
    description:
      'Once per member and message; again, it answers the report that is there, 200. Admins see ' +
      'what the message said at this moment, whatever its author makes of it.',
    params: messageParams,
    body: reportBody,
    response: reportedSchema,
    status: 201,
    otherStatuses: [200],
    errors: ['NOT_GROUP_MEMBER', 'NOT_FOUND'],
    examples: { request: examples.reportRequest, response: examples.reported },
    handler: async (context) => {
      const { groupId, messageId } = context.params;
      const { userId } = context.principal;
      const command = { groupId, messageId, userId, reason: context.body.reason };
      return rawAnswer(await submitToChat(deps, context, reportMessage, command));
    },
  });

const reportsRoute = ({ reads }: ChatDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/chat/{groupId}/reports',
    scope: 'read',
    tag,
    summary: 'Reported messages of a group',
    description: 'For admins, the newest report first.',
    params: groupParams,
    query: Type.Object({
      status: Type.Optional(
        oneOf(['open', 'resolved', 'all'], {
          description: 'Which reports; all where it is absent.',
          examples: ['open'],
        }),
      ),
      limit: limitQuery(DEFAULT_LIMIT),
      cursor: cursorQuery(),
    }),
    response: Type.Array(reportSchema),
    errors: ['NOT_GROUP_MEMBER', 'ADMIN_REQUIRED'],
    examples: { response: [examples.report] },
    async handler({ principal: { userId }, params: { groupId }, query }) {
      const { cursor, limit = DEFAULT_LIMIT, status = 'all' } = query;
      const open = status === 'all' ? null : status === 'open';
      const wish = { groupId, userId, cursor, limit, open };
      const { reports, nextCursor } = await readReports(reads, wish);
      return page(reports, nextCursor);
    },
  });

const resolveRoute = (deps: ChatDeps): Route =>
  defineRoute({
    method: 'POST',
    path: '/chat/{groupId}/reports/{reportId}',
    scope,
    tag,
    summary: 'Resolve a report',
    description:
      'For admins. Deleting the message ends the other reports of it as well. A report that has ' +
      'ended stays as it is and is answered.',
    params: reportParams,
    body: resolveBody,
    response: resolvedSchema,
    errors: ['NOT_GROUP_MEMBER', 'ADMIN_REQUIRED', 'SUBSCRIPTION_REQUIRED', 'NOT_FOUND'],
    examples: { request: examples.resolveRequest, response: examples.resolved },
    handler: async (context) => {
      const { groupId, reportId } = context.params;
      const { userId } = context.principal;
      const messageId = await messageOfReport(deps.reads, { groupId, userId, reportId });
      const command = { groupId, userId, reportId, messageId, action: context.body.action };
      return rawAnswer(await submitToChat(deps, context, resolveReport, command));
    },
  });
