import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../api/client.ts';
import { read, refresh } from '../../api/queries.ts';
import type { ChatMessage } from '../../api/types.generated.ts';
import { toast } from '../../ui/toast.tsx';

/** The most muted members that the service gives at once. */
const MOST = 200;

/** Somebody as a mute names them. */
interface Person {
  readonly userId: string;
  readonly username: string;
}

/** Whom the reader has muted in a group, and whether a message is of one of them. */
export function useMutes(groupId: string) {
  const mutes = useQuery(
    read('/chat/{groupId}/mutes', { path: { groupId }, query: { limit: MOST } }),
  );
  const { data } = mutes;
  const isMuted = useMemo(() => {
    const ids = new Set(data?.map(({ userId }) => userId));
    const whole = data !== undefined && data.length < MOST;
    // Messages that came over a socket carry no mark, and old marks outlive an end of the mute:
    // the list decides where it is whole. What the service tells by itself is never folded away.
    return ({ senderId, metadata, muted }: ChatMessage): boolean =>
      metadata === null && (ids.has(senderId) || (!whole && muted === true));
  }, [data]);
  return { mutes, isMuted };
}

/** Mutes somebody for the reader alone, or ends it, and tells what became of it. */
export async function setMuted(
  groupId: string,
  { userId, username }: Person,
  muted: boolean,
): Promise<void> {
  const input = { path: { groupId, userId } };
  const path = '/chat/{groupId}/mutes/{userId}';
  try {
    await (muted ? api.put(path, input) : api.delete(path, input));
    if (muted) toast.good(`${username} is muted`, 'Only for you, and nobody is told.');
    else toast.good(`${username} is no longer muted`);
    refresh('/chat/{groupId}/mutes', '/groups');
  } catch (problem) {
    toast.failed(`${username} was not ${muted ? 'muted' : 'unmuted'}`, problem);
  }
}
