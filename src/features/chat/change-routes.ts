import type { CommandKind } from '../../engine/command.ts';
import { type RawAnswer, rawAnswer } from '../../platform/http/answer.ts';
import { defineRoute, type Route } from '../../platform/http/route.ts';
import { deleteMessage } from './delete-message.ts';
import { editMessage } from './edit-message.ts';
import * as examples from './examples.ts';
import type { OnMessage } from './on-message.ts';
import { pinMessage } from './pin-message.ts';
import { react } from './react.ts';
import {
  deletedSchema,
  editMessageBody,
  messageParams,
  messageSchema,
  reactionParams,
} from './schemas.ts';
import { type Caller, type ChatDeps, submitToChat } from './submit.ts';

const tag = 'Chat';
const scope = 'chat';
const ERRORS = ['NOT_GROUP_MEMBER', 'NOT_FOUND', 'SUBSCRIPTION_REQUIRED'] as const;

type Context = Caller & {
  readonly params: { readonly groupId: string; readonly messageId: string };
};

const on = ({ principal, params: { groupId, messageId } }: Context): OnMessage => ({
  groupId,
  messageId,
  userId: principal.userId,
});

async function submit<C extends OnMessage>(
  deps: ChatDeps,
  caller: Caller,
  kind: CommandKind<C>,
  command: C,
): Promise<RawAnswer> {
  return rawAnswer(await submitToChat(deps, caller, kind, command));
}

/** Changes of messages that are there (contract 10). */
export const changeRoutes = (deps: ChatDeps): readonly Route[] => [
  editRoute(deps),
  deleteRoute(deps),
  reactionRoute(deps, 'PUT'),
  reactionRoute(deps, 'DELETE'),
  pinRoute(deps, 'PUT'),
  pinRoute(deps, 'DELETE'),
];

const editRoute = (deps: ChatDeps): Route =>
  defineRoute({
    method: 'PATCH',
    path: '/chat/{groupId}/messages/{messageId}',
    scope,
    tag,
    summary: 'Edit an own message',
    description: 'Gives it another content of its type and sets `editedAt`.',
    params: messageParams,
    body: editMessageBody,
    response: messageSchema,
    errors: [...ERRORS, 'FORBIDDEN', 'LEADER_REQUIRED'],
    examples: { request: examples.editRequest, response: examples.editedExample },
    handler: (context) =>
      submit(deps, context, editMessage, { ...on(context), content: context.body.content }),
  });

const deleteRoute = (deps: ChatDeps): Route =>
  defineRoute({
    method: 'DELETE',
    path: '/chat/{groupId}/messages/{messageId}',
    scope,
    tag,
    summary: 'Delete a message',
    description: 'Its author may, and admins; automatic messages only admins. It leaves the list.',
    params: messageParams,
    response: deletedSchema,
    errors: [...ERRORS, 'ADMIN_REQUIRED'],
    examples: { response: examples.deletedExample },
    handler: (context) => submit(deps, context, deleteMessage, on(context)),
  });

const reactionRoute = (deps: ChatDeps, method: 'PUT' | 'DELETE'): Route =>
  defineRoute({
    method,
    path: '/chat/{groupId}/messages/{messageId}/reactions/{key}',
    scope,
    tag,
    summary: method === 'PUT' ? 'React to a message' : 'Take a reaction back',
    description: 'Once per member, message and key; doing it again changes nothing.',
    params: reactionParams,
    response: messageSchema,
    errors: ERRORS,
    examples: { response: examples.messageExample },
    handler: (context) => {
      const { key } = context.params;
      return submit(deps, context, react, { ...on(context), key, on: method === 'PUT' });
    },
  });

const pinRoute = (deps: ChatDeps, method: 'PUT' | 'DELETE'): Route =>
  defineRoute({
    method,
    path: '/chat/{groupId}/messages/{messageId}/pin',
    scope,
    tag,
    summary: method === 'PUT' ? 'Pin a message' : 'Unpin a message',
    description: 'Leaders and admins; doing it again changes nothing.',
    params: messageParams,
    response: messageSchema,
    errors: [...ERRORS, 'LEADER_REQUIRED'],
    examples: { response: method === 'PUT' ? examples.pinnedExample : examples.messageExample },
    handler: (context) =>
      submit(deps, context, pinMessage, { ...on(context), pinned: method === 'PUT' }),
  });
