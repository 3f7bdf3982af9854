import { Type } from 'typebox';
import { page, rawAnswer } from '../../platform/http/answer.ts';
import { defineRoute, type Route } from '../../platform/http/route.ts';
import { cursorQuery, limitQuery } from '../../platform/http/schema.ts';
import * as examples from './examples.ts';
import { readMessages } from './reads.ts';
import { groupParams, messageSchema, readStateSchema, sendMessageBody } from './schemas.ts';
import { type ChatDeps, markChatRead, sendToChat } from './submit.ts';

const tag = 'Chat';
const DEFAULT_LIMIT = 50;

/** Reading a chat and posting to it (contract 10). */
export const messageRoutes = (deps: ChatDeps): readonly Route[] => [
  listRoute(deps),
  sendRoute(deps),
  readRoute(deps),
];

const listRoute = ({ reads }: ChatDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/chat/{groupId}/messages',
    scope: 'read',
    tag,
    summary: 'Messages of a group',
    description:
      'Newest first. `before` and `after` are instants, both exclusive; since no two messages of a ' +
      'group share one, going on from `createdAt` of an end of the page loses nothing.',
    params: groupParams,
    query: Type.Object({
      before: Type.Optional(
        Type.String({ description: 'Only messages before this instant, ISO 8601.' }),
      ),
      after: Type.Optional(
        Type.String({
          description: 'The messages next after this instant, ISO 8601; still newest first.',
        }),
      ),
      limit: limitQuery(DEFAULT_LIMIT),
      cursor: cursorQuery(),
    }),
    response: Type.Array(messageSchema),
    errors: ['NOT_GROUP_MEMBER'],
    examples: { response: [examples.messageExample, examples.automaticExample] },
    async handler({ principal, params, query }) {
      const { messages, nextCursor } = await readMessages(reads, {
        groupId: params.groupId,
        userId: principal.userId,
        before: query.before,
        after: query.after,
        cursor: query.cursor,
        limit: query.limit ?? DEFAULT_LIMIT,
      });
      return page(messages, nextCursor);
    },
  });

const sendRoute = (deps: ChatDeps): Route =>
  defineRoute({
    method: 'POST',
    path: '/chat/{groupId}/messages',
    scope: 'chat',
    tag,
    summary: 'Post a message',
    description:
      'TEXT, STICKER and IMAGE are open to members, SYSTEM to leaders and admins. With a ' +
      '`clientMessageId` that the caller has used in the group before, that message is answered.',
    params: groupParams,
    body: sendMessageBody,
    response: messageSchema,
    status: 201,
    errors: ['NOT_GROUP_MEMBER', 'LEADER_REQUIRED', 'SUBSCRIPTION_REQUIRED', 'NOT_FOUND'],
    examples: { request: examples.sendRequest, response: examples.messageExample },
    handler: async (context) =>
      rawAnswer(await sendToChat(deps, context, context.params.groupId, context.body)),
  });

const readRoute = (deps: ChatDeps): Route =>
  defineRoute({
    method: 'POST',
    path: '/chat/{groupId}/read',
    scope: 'chat',
    tag,
    summary: 'Mark a chat as read',
    description: 'Everything up to the newest message counts as read from now on.',
    params: groupParams,
    response: readStateSchema,
    errors: ['NOT_GROUP_MEMBER'],
    examples: { response: examples.readExample },
    handler: async (context) =>
      rawAnswer(await markChatRead(deps, context, context.params.groupId)),
  });
