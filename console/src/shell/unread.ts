import { useQuery } from '@tanstack/react-query';
import { queryClient, read } from '../api/queries.ts';
import type { ChatMessage, GroupOfUser } from '../api/types.generated.ts';
import { useSocketEvent } from '../live/use-live.ts';

/** Changes how much is unread in a group, where it is shown. */
function setUnread(groupId: string, change: (count: number) => number): void {
  queryClient.setQueryData<GroupOfUser[]>(read('/groups').queryKey, (groups) =>
    groups?.map((group) =>
      group.uniqueId === groupId ? { ...group, unreadCount: change(group.unreadCount) } : group,
    ),
  );
}

/** Keeps the unread counts true: one more with each message of another, as told when it is read. */
export function useUnread(): void {
  const me = useQuery(read('/me'));
  useSocketEvent<{ groupId: string; unreadCount: number }>(
    '/chat',
    'unread_updated',
    ({ groupId, unreadCount }) => setUnread(groupId, () => unreadCount),
  );
  useSocketEvent<ChatMessage>('/chat', 'new_message', ({ groupId, senderId, sender }) => {
    const own = me.data && [me.data.userId, me.data.idpId].includes(senderId);
    if (!own && sender.username !== me.data?.username) setUnread(groupId, (count) => count + 1);
  });
}
