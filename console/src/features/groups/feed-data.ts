import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryClient, readPages, refresh } from '../../api/queries.ts';
import type { Page } from '../../api/rest.ts';
import type { ChatMessage } from '../../api/types.generated.ts';
import { useSocketEvent } from '../../live/use-live.ts';

const PAGE = 50;

/** The pages of a chat as they are kept: the newest message first. */
export type Feed = InfiniteData<Page<ChatMessage[]>>;

const pagesOf = (groupId: string) =>
  readPages('/chat/{groupId}/messages', { path: { groupId }, query: { limit: PAGE } });

/** The feed with a message that is new or has changed; an old one that is not shown is left out. */
export function withMessage(feed: Feed, message: ChatMessage): Feed {
  const known = feed.pages.some(({ data }) => data.some(({ id }) => id === message.id));
  const pages = feed.pages.map((page, place) => {
    if (known) {
      return { ...page, data: page.data.map((one) => (one.id === message.id ? message : one)) };
    }
    const newest = page.data[0]?.createdAt ?? '';
    if (place > 0 || message.createdAt < newest) return page;
    return { ...page, data: [message, ...page.data] };
  });
  return { ...feed, pages };
}

/** The feed without a message. */
export const withoutMessage = (feed: Feed, messageId: string): Feed => ({
  ...feed,
  pages: feed.pages.map((page) => ({
    ...page,
    data: page.data.filter(({ id }) => id !== messageId),
  })),
});

const change = (groupId: string, next: (feed: Feed) => Feed): void =>
  void queryClient.setQueryData(pagesOf(groupId).queryKey, (feed) => feed && next(feed));

/** Puts a message into the feed that is on the screen. */
export const putMessage = (message: ChatMessage): void =>
  change(message.groupId, (feed) => withMessage(feed, message));

/** Takes a message out of the feed that is on the screen. */
export const dropMessage = (groupId: string, messageId: string): void =>
  change(groupId, (feed) => withoutMessage(feed, messageId));

/**
 * The messages of a group, the oldest first, kept true by the sockets. After a sleep or a lost
 * connection the pages are read anew, so that nothing is missing in between.
 */
export function useFeed(groupId: string) {
  const pages = useInfiniteQuery({ ...pagesOf(groupId), refetchOnMount: 'always' });
  const { refetch } = pages;
  const put = (message: ChatMessage): void => {
    if (message.groupId === groupId) putMessage(message);
  };
  useSocketEvent('/chat', 'connected', () => void refetch());
  useSocketEvent<ChatMessage>('/chat', 'new_message', (message) => {
    put(message);
    if (message.groupId !== groupId) refresh('/groups');
  });
  useSocketEvent('/chat', 'message_updated', put);
  useSocketEvent('/chat', 'message_pinned', put);
  useSocketEvent('/chat', 'message_unpinned', put);
  useSocketEvent<ChatMessage>('/chat', 'message_deleted', ({ id }) => dropMessage(groupId, id));
  useSocketEvent<{ groupId: string }>('/chat', 'proposal_updated', (told) => {
    if (told.groupId === groupId) {
      refresh('/groups/{id}/proposals', '/groups/{id}/leaderboard', '/groups/{id}');
    }
  });
  useSocketEvent<{ groupId: string }>('/chat', 'membership_changed', (told) => {
    if (told.groupId === groupId) refresh('/groups/{id}/members', '/groups/{id}');
  });
  const messages = useMemo(
    () => pages.data?.pages.flatMap(({ data }) => data).reverse(),
    [pages.data],
  );
  return { pages, messages };
}
