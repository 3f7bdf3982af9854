import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { asApiError } from '../../api/api-error.ts';
import { read } from '../../api/queries.ts';
import type { Group, GroupMember } from '../../api/types.generated.ts';
import { Button } from '../../ui/button.tsx';
import { Badge, Emblem } from '../../ui/marks.tsx';
import { ErrorNotice, Remark } from '../../ui/notice.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Skeleton } from '../../ui/waiting.tsx';
import { AgentsTab } from './agents.tsx';
import { AutoBuyTab } from './auto-buy.tsx';
import { FeedView } from './feed.tsx';
import '../../ui/table.css';
import './groups.css';
import { GroupSide } from './group-side.tsx';
import { JoinPreview } from './join-preview.tsx';
import { Leaderboard } from './leaderboard.tsx';
import { MembersTab } from './members.tsx';
import { SettingsTab } from './settings.tsx';
import { mayPropose, useMembers } from './use-members.ts';

function GroupHead({ group, own }: { group: Group; own: GroupMember | undefined }) {
  const navigate = useNavigate();
  const { uniqueId: groupId, name, image, memberCount, groupAccessType } = group;
  return (
    <header className="page-head group-head">
      <div className="group-person">
        <Emblem name={name} src={image} size={40} />
        <div className="cell-two">
          <h1 className="truncate">{name}</h1>
          <span className="row">
            {memberCount} member{memberCount === 1 ? '' : 's'} ·{' '}
            {groupAccessType === 'PUBLIC' ? 'public' : 'private'}
            {own?.memberType === 'LEADER' && <Badge tone="accent">Leader</Badge>}
            {own?.isAdmin && <Badge>Admin</Badge>}
          </span>
        </div>
      </div>
      {mayPropose(own, 'token') && (
        <Button
          className="group-new"
          icon={<Plus />}
          label="New call"
          onClick={() => void navigate({ to: '/propose', search: { groupId } })}
        >
          <span>New call</span>
        </Button>
      )}
    </header>
  );
}

/** Whether the reader is not in the group. */
function useOutside(error: Error | null): boolean {
  const refused = error !== null && asApiError(error).code === 'NOT_GROUP_MEMBER';
  const [outside, setOutside] = useState(false);
  // A refusal that is asked for again is no error meanwhile; what was begun here must not go.
  useEffect(() => {
    if (refused) setOutside(true);
  }, [refused]);
  return outside;
}

/** One group: its feed, its people, and what the reader may change. */
export function GroupView({ groupId, tab }: { groupId: string; tab: string }) {
  const navigate = useNavigate();
  const group = useQuery(read('/groups/{id}', { path: { id: groupId } }));
  const { own, members, pages } = useMembers(groupId);
  const outside = useOutside(group.error);
  if (outside && !group.data) {
    return (
      <div className="card pad group-narrow">
        <h1 className="sr-only">Join a group</h1>
        <JoinPreview code={groupId} />
      </div>
    );
  }
  if (group.error) return <ErrorNotice error={group.error} onRetry={() => void group.refetch()} />;
  if (!group.data) return <Skeleton lines={4} height="l" />;
  const { isActive } = group.data;
  const items: readonly { value: string; label: string; content: ReactNode }[] = [
    {
      value: 'feed',
      label: 'Feed',
      content: (
        <div className="columns">
          <FeedView key={groupId} groupId={groupId} own={own} />
          <GroupSide group={group.data} own={own} />
        </div>
      ),
    },
    {
      value: 'members',
      label: 'Members',
      content: <MembersTab groupId={groupId} own={own} members={members} pages={pages} />,
    },
    { value: 'leaderboard', label: 'Leaderboard', content: <Leaderboard groupId={groupId} /> },
    {
      value: 'auto-buy',
      label: 'Auto-buy',
      content: <AutoBuyTab groupId={groupId} own={own} />,
    },
    { value: 'agents', label: 'Agents', content: <AgentsTab groupId={groupId} own={own} /> },
    {
      value: 'settings',
      label: 'Settings',
      content: <SettingsTab group={group.data} own={own} />,
    },
  ];
  return (
    <>
      <GroupHead group={group.data} own={own} />
      {!isActive && (
        <Remark kind="warn">
          This group is switched off: it takes no new calls and no members. Exits stay open.
        </Remark>
      )}
      <Tabs
        label="Parts of the group"
        items={items}
        value={items.some(({ value }) => value === tab) ? tab : 'feed'}
        onValue={(next) =>
          void navigate({
            to: '/groups/$groupId',
            params: { groupId },
            search: next === 'feed' ? {} : { tab: next },
            replace: true,
          })
        }
      />
    </>
  );
}
