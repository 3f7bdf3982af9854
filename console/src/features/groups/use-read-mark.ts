import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../api/client.ts';
import { read, refresh } from '../../api/queries.ts';

/** How long a message must be on the screen to count as read, in milliseconds. */
const SEEN_MS = 800;

/**
 * Marks the chat as read once its newest message was seen. Gives how many were unread when the page
 * was opened, for the line above them.
 */
export function useReadMark(groupId: string, newestId: string | undefined): number {
  const groups = useQuery(read('/groups'));
  const [opened, setOpened] = useState<{ groupId: string; unread: number } | null>(null);
  const unread = groups.data?.find(({ uniqueId }) => uniqueId === groupId)?.unreadCount;
  useEffect(() => {
    if (unread === undefined) return;
    setOpened((before) => (before?.groupId === groupId ? before : { groupId, unread }));
  }, [groupId, unread]);
  const known = opened?.groupId === groupId;
  useEffect(() => {
    if (!known || newestId === undefined) return;
    const mark = (): void => {
      if (document.visibilityState !== 'visible') return;
      // A mark that fails is put with the next message.
      api.post('/chat/{groupId}/read', { path: { groupId } }).then(
        () => refresh('/groups'),
        () => undefined,
      );
    };
    const timer = setTimeout(mark, SEEN_MS);
    document.addEventListener('visibilitychange', mark);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', mark);
    };
  }, [known, groupId, newestId]);
  return known ? opened.unread : 0;
}
