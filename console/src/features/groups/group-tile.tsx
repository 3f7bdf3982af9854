import { Link } from '@tanstack/react-router';
import { Globe, Lock } from 'lucide-react';
import type { GroupOfUser } from '../../api/types.generated.ts';
import { Badge, Emblem } from '../../ui/marks.tsx';
import { Money, Percent } from '../../ui/money.tsx';
import '../../ui/table.css';
import './groups.css';

/** A group of the user in the list, with what is unread in it. */
export function GroupTile({ group }: { group: GroupOfUser }) {
  const open = group.groupAccessType === 'PUBLIC';
  return (
    <li>
      <Link
        to="/groups/$groupId"
        params={{ groupId: group.uniqueId }}
        search={{}}
        className="card group-tile"
      >
        <div className="group-tile-head">
          <Emblem name={group.name} src={group.image} size={40} />
          <span className="cell-two">
            <span className="truncate">{group.name}</span>
            <span className="row">
              {open ? (
                <Globe size={12} aria-hidden="true" />
              ) : (
                <Lock size={12} aria-hidden="true" />
              )}
              {open ? 'Public' : 'Private'} · {group.memberCount} member
              {group.memberCount === 1 ? '' : 's'}
            </span>
          </span>
          {group.memberType === 'LEADER' && <Badge tone="accent">Leader</Badge>}
          {group.unreadCount > 0 && (
            <span className="group-unread num">
              {group.unreadCount > 99 ? '99+' : group.unreadCount}
              <span className="sr-only"> unread</span>
            </span>
          )}
        </div>
        {group.description !== '' && <p className="small quiet">{group.description}</p>}
        <dl className="facts">
          <div className="fact">
            <dt>PnL of calls</dt>
            <dd>
              <Money value={group.performancePnl.allTimePnl} tone />
            </dd>
          </div>
          <div className="fact">
            <dt>Win rate</dt>
            <dd>
              <Percent value={group.winRate} digits={0} />
            </dd>
          </div>
        </dl>
      </Link>
    </li>
  );
}
