import { claimOf } from '../../engine/claim.ts';
import type { Answer, CommandKind } from '../../engine/command.ts';
import type { Engine } from '../../engine/engine.ts';
import { AppError } from '../../errors/app-error.ts';
import type { ReadPool } from '../../platform/db/pool.ts';
import type { Idempotency } from '../../platform/http/idempotency.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { isId, NO_ID } from '../../platform/ids.ts';
import { clientIdOf } from './inputs.ts';
import { type MarkRead, markRead } from './mark-read.ts';
import { readMessage } from './reads.ts';
import { AlreadySent, type SendMessage, sendMessage } from './send-message.ts';
import type { MessageType } from './tables.ts';

export interface ChatDeps {
  readonly engine: Pick<Engine, 'submit'>;
  readonly reads: ReadPool;
}

/** Who asks, with the claim of an Idempotency-Key where there is one. */
export interface Caller {
  readonly principal: Principal;
  readonly idempotency: Pick<Idempotency, 'scopeHash' | 'bodyHash'> | null;
}

/**
 * Submits a command of a chat in the lane of its group, so that those who talk in one group wait
 * for each other in memory instead of for a lock. NOT_GROUP_MEMBER for what is no id of a group.
 */
export async function submitToChat<C extends { readonly groupId: string }>(
  { engine }: ChatDeps,
  { principal: { userId }, idempotency }: Caller,
  kind: CommandKind<C>,
  command: C,
): Promise<Answer> {
  if (!isId(command.groupId)) throw new AppError('NOT_GROUP_MEMBER');
  const claim = claimOf(userId, idempotency);
  return engine.submit(kind, command, { userId: command.groupId, idempotency: claim });
}

/** A message as a client sends it. */
export interface NewMessage {
  readonly type: MessageType;
  readonly content: string;
  readonly replyToId?: string | null;
  readonly clientMessageId?: string | null;
}

/**
 * Posts a message of the caller, over whatever way it came. A client id that the caller has used in
 * the group answers the message that it was given to. Refuses as `sendMessage`; NOT_FOUND also for
 * a client id of a message that is deleted.
 */
export async function sendToChat(
  deps: ChatDeps,
  caller: Caller,
  groupId: string,
  message: NewMessage,
): Promise<Answer> {
  const { userId, idpId, username, avatar } = caller.principal;
  const replyToId = message.replyToId ?? null;
  const command: SendMessage = {
    groupId,
    sender: { userId, idpId, username, avatar },
    type: message.type,
    content: message.content,
    replyToId: replyToId === null || isId(replyToId) ? replyToId : NO_ID,
    clientMessageId: clientIdOf(message.clientMessageId),
  };
  try {
    return await submitToChat(deps, caller, sendMessage, command);
  } catch (error) {
    if (!(error instanceof AlreadySent)) throw error;
    const { messageId } = error;
    const sent = await readMessage(deps.reads, { groupId, userId, messageId });
    if (!sent) throw new AppError('NOT_FOUND', { message: 'The message has been deleted.' });
    return { status: 201, json: JSON.stringify({ data: sent }), replayed: false };
  }
}

/** Marks a group as read by the caller. Refuses as `markRead`. */
export const markChatRead = (deps: ChatDeps, caller: Caller, groupId: string): Promise<Answer> =>
  submitToChat<MarkRead>(deps, caller, markRead, { groupId, userId: caller.principal.userId });
