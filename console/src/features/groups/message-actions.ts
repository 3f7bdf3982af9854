import { api } from '../../api/client.ts';
import type { ChatMessage } from '../../api/types.generated.ts';
import { toast } from '../../ui/toast.tsx';
import { dropMessage, putMessage } from './feed-data.ts';
import type { ReactionKey } from './stickers.ts';

type Ref = Pick<ChatMessage, 'id' | 'groupId'>;
const pathOf = ({ id, groupId }: Ref) => ({ groupId, messageId: id });

/** Runs a change of a message and shows what became of it; a failure is told and changes nothing. */
async function shown(what: string, change: Promise<ChatMessage>): Promise<boolean> {
  try {
    putMessage(await change);
    return true;
  } catch (problem) {
    toast.failed(what, problem);
    return false;
  }
}

/** Puts a reaction, or takes the own one back. */
export function toggleReaction(message: ChatMessage, key: ReactionKey): Promise<boolean> {
  const mine = message.reactions.some((one) => one.key === key && one.mine);
  const input = { path: { ...pathOf(message), key } };
  const path = '/chat/{groupId}/messages/{messageId}/reactions/{key}';
  return shown('No reaction was put', mine ? api.delete(path, input) : api.put(path, input));
}

/** Pins a message for everybody, or lets it go. */
export function togglePin(message: ChatMessage): Promise<boolean> {
  const input = { path: pathOf(message) };
  const path = '/chat/{groupId}/messages/{messageId}/pin';
  const change = message.pinned ? api.delete(path, input) : api.put(path, input);
  return shown('The message was not pinned', change);
}

/** Changes the text of an own message. */
export const editMessage = (message: Ref, content: string): Promise<boolean> =>
  shown(
    'The message was not changed',
    api.patch('/chat/{groupId}/messages/{messageId}', {
      path: pathOf(message),
      body: { content },
    }),
  );

/** Deletes a message for everybody. */
export async function deleteMessage(message: Ref): Promise<void> {
  try {
    await api.delete('/chat/{groupId}/messages/{messageId}', { path: pathOf(message) });
    dropMessage(message.groupId, message.id);
  } catch (problem) {
    toast.failed('The message was not deleted', problem);
  }
}
