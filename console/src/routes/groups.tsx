import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { LogIn, Plus, Users } from 'lucide-react';
import { useState } from 'react';
import { read, refresh } from '../api/queries.ts';
import { CreateGroup } from '../features/groups/create-group.tsx';
import { GroupTile } from '../features/groups/group-tile.tsx';
import '../features/groups/groups.css';
import { JoinByCode } from '../features/groups/join-by-code.tsx';
import { useSocketEvent } from '../live/use-live.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { EmptyState, ErrorNotice } from '../ui/notice.tsx';
import { Skeleton } from '../ui/waiting.tsx';

/** The groups of the user, and the ways to more of them. */
export function GroupsPage() {
  const { create } = useSearch({ from: '/app/groups' });
  const navigate = useNavigate();
  const [joining, setJoining] = useState(false);
  const groups = useQuery(read('/groups'));
  useSocketEvent('/chat', 'new_message', () => refresh('/groups'));
  const setCreating = (open: boolean): void =>
    void navigate({ to: '/groups', search: open ? { create: true } : {}, replace: true });
  const actions = (
    <>
      <Button icon={<LogIn />} onClick={() => setJoining(true)}>
        Join by code
      </Button>
      <Button icon={<Plus />} onClick={() => setCreating(true)}>
        Create group
      </Button>
    </>
  );
  return (
    <div className="page">
      <header className="page-head">
        <h1>Groups</h1>
        <div className="row wrap">{actions}</div>
      </header>
      <ErrorNotice error={groups.error} onRetry={() => void groups.refetch()} />
      {!groups.data && !groups.error && <Skeleton lines={3} height="l" />}
      {groups.data?.length === 0 && (
        <div className="card">
          <EmptyState icon={<Users />} title="You are in no group yet" action={actions}>
            A group is people who share calls. Join one with the code of a friend and follow its
            leaders, or create your own and make the calls yourself.
          </EmptyState>
        </div>
      )}
      <ul className="groups-grid">
        {groups.data?.map((group) => (
          <GroupTile key={group.uniqueId} group={group} />
        ))}
      </ul>
      <CreateGroup open={create === true} onClose={() => setCreating(false)} />
      <Dialog open={joining} onClose={() => setJoining(false)} title="Join a group" size="s">
        <JoinByCode />
      </Dialog>
    </div>
  );
}
