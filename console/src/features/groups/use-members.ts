import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { read, readPages } from '../../api/queries.ts';
import type { GroupMember } from '../../api/types.generated.ts';

/** Members per page, the most that the service gives. */
const PAGE = 200;

/** The members of a group, page by page, and the caller among them. */
export function useMembers(groupId: string) {
  const me = useQuery(read('/me'));
  const pages = useInfiniteQuery({
    ...readPages('/groups/{id}/members', { path: { id: groupId }, query: { limit: PAGE } }),
    enabled: groupId !== '',
  });
  const members = useMemo(() => pages.data?.pages.flatMap(({ data }) => data) ?? [], [pages.data]);
  const own = members.find(({ userIdpId }) => userIdpId === me.data?.idpId);
  const { hasNextPage, isFetching, fetchNextPage } = pages;
  // The own membership decides what can be done: the pages are read until it is found.
  useEffect(() => {
    if (me.data && !own && hasNextPage && !isFetching) void fetchNextPage();
  }, [me.data, own, hasNextPage, isFetching, fetchNextPage]);
  return { pages, members, own, me: me.data };
}

/** Whether a member may propose calls of tokens, stocks and perps; predictions want a leader. */
export const mayPropose = (
  member: GroupMember | undefined,
  kind: 'token' | 'stock' | 'market' | 'perp',
): boolean =>
  member !== undefined && (member.memberType === 'LEADER' || (member.isAdmin && kind !== 'market'));
