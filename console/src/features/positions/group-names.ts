import { useQuery } from '@tanstack/react-query';
import { read } from '../../api/queries.ts';

/** Names of the caller's groups by id; a group that was left has none here. */
export function useGroupNames(): (groupId: string) => string | undefined {
  const groups = useQuery(read('/groups'));
  return (groupId) => groups.data?.find(({ uniqueId }) => uniqueId === groupId)?.name;
}
