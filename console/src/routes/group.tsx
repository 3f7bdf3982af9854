import { useParams, useSearch } from '@tanstack/react-router';
import { GroupView } from '../features/groups/group-page.tsx';

/** One group with its feed. */
export function GroupPage() {
  const { groupId } = useParams({ from: '/app/groups/$groupId' });
  const { tab = 'feed' } = useSearch({ from: '/app/groups/$groupId' });
  return (
    <div className="page">
      <GroupView key={groupId} groupId={groupId} tab={tab} />
    </div>
  );
}
