import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { read } from '../api/queries.ts';
import { GroupEmblem } from '../ui/marks.tsx';
import { useUnread } from './unread.ts';

/** The groups of the user, each one press away, with what is unread in them. */
export function GroupSwitcher() {
  const groups = useQuery(read('/groups'));
  useUnread();
  return (
    <nav className="switcher" aria-label="Groups">
      <div className="spread switcher-head">
        <span>Groups</span>
        <Link to="/groups" search={{ create: true }} aria-label="Create or join a group">
          <Plus aria-hidden="true" />
        </Link>
      </div>
      {groups.data?.map((group) => (
        <Link
          key={group.uniqueId}
          to="/groups/$groupId"
          params={{ groupId: group.uniqueId }}
          className="nav-item"
        >
          <GroupEmblem name={group.name} src={group.image} size={20} />
          <span className="truncate">{group.name}</span>
          {group.unreadCount > 0 && (
            <span className="unread num">
              {group.unreadCount > 99 ? '99+' : group.unreadCount}
              <span className="sr-only"> unread</span>
            </span>
          )}
        </Link>
      ))}
      {groups.data?.length === 0 && (
        <p className="small quiet switcher-none">Join with an invite code, or create one.</p>
      )}
    </nav>
  );
}
