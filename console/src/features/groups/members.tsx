import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import type { GroupMember } from '../../api/types.generated.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Avatar, Badge } from '../../ui/marks.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Moment } from '../../ui/time.tsx';
import { toast } from '../../ui/toast.tsx';
import { Skeleton } from '../../ui/waiting.tsx';
import { InviteCard } from './invite.tsx';
import { JoinRequests } from './join-requests.tsx';
import { MutedList } from './muted-list.tsx';
import { Reports } from './reports.tsx';
import type { useMembers } from './use-members.ts';

type Step = 'leader' | 'admin' | 'demote' | 'kick';
interface Change {
  readonly groupId: string;
  readonly userId: string;
  readonly step: Step;
}

async function changeMember({ groupId, userId, step }: Change, idempotencyKey: string) {
  const path = { id: groupId, userId };
  if (step === 'kick') {
    await api.post('/groups/{id}/members/{userId}/kick', { path, idempotencyKey });
  } else if (step === 'demote') {
    await api.post('/groups/{id}/members/{userId}/demote', { path, idempotencyKey });
  } else {
    const body = { to: step === 'admin' ? 'ADMIN' : 'LEADER' } as const;
    await api.post('/groups/{id}/members/{userId}/promote', { path, body, idempotencyKey });
  }
}

const titles = {
  leader: 'Make leader',
  admin: 'Make admin',
  demote: 'Take a step down',
  kick: 'Remove from the group',
} as const;

const consequences = {
  leader: 'Calls of a leader are followed by everybody with auto-buy.',
  admin: 'An admin manages members, settings, requests and agents, and leads too.',
  demote: 'The admin role goes first, then that of a leader.',
  kick: 'No new calls or messages; own positions can still be sold. No fee is given back.',
} as const;

function stepsFor({ memberType, isAdmin }: GroupMember): Step[] {
  if (isAdmin) return ['demote', 'kick'];
  return memberType === 'LEADER' ? ['admin', 'demote', 'kick'] : ['leader', 'admin', 'kick'];
}

/** What an admin can do with a member; each asks before it happens. */
function MemberMenu({ member }: { member: GroupMember }) {
  const { username, groupId, userIdpId } = member;
  const [step, setStep] = useState<Step | null>(null);
  const change = useAction(changeMember, () => {
    setStep(null);
    toast.good(`${username} was changed`);
    refresh('/groups/{id}/members', '/groups/{id}');
  });
  const items = stepsFor(member).map(
    (one): MenuItem => ({
      key: one,
      label: titles[one],
      danger: one === 'kick',
      onSelect: () => setStep(one),
    }),
  );
  return (
    <>
      <Menu
        title={username}
        trigger={
          <button
            type="button"
            className="button quiet size-s square"
            aria-label={`Manage ${username}`}
          >
            <Ellipsis aria-hidden="true" />
          </button>
        }
        items={items}
      />
      {step && (
        <Dialog
          open
          onClose={() => setStep(null)}
          title={`${titles[step]}: ${username}?`}
          size="s"
          footer={
            <>
              <Button onClick={() => setStep(null)}>Cancel</Button>
              <Button
                look={step === 'kick' ? 'danger' : 'primary'}
                busy={change.busy}
                onClick={() => void change.run({ groupId, userId: userIdpId, step })}
              >
                {titles[step]}
              </Button>
            </>
          }
        >
          <div className="stack">
            <p>{consequences[step]}</p>
            <ErrorNotice error={change.error} />
          </div>
        </Dialog>
      )}
    </>
  );
}

/** The people of the group with their roles, the way for more, and who asks to come in. */
export function MembersTab(props: {
  groupId: string;
  own: GroupMember | undefined;
  members: readonly GroupMember[];
  pages: ReturnType<typeof useMembers>['pages'];
}) {
  const { groupId, own, members, pages } = props;
  return (
    <div className="columns">
      <div className="stack">
        {own?.isAdmin && <JoinRequests groupId={groupId} />}
        {own?.isAdmin && <Reports groupId={groupId} />}
        <section className="card" aria-labelledby="members-title">
          <div className="card-head">
            <h2 id="members-title">Members</h2>
          </div>
          <ErrorNotice error={pages.error} onRetry={() => void pages.refetch()} />
          {!pages.data && !pages.error && <Skeleton lines={4} height="l" />}
          <ul className="lines">
            {members.map((member) => (
              <li key={member.userIdpId} className="group-line">
                <Avatar name={member.username} src={member.avatar} size={32} />
                <span className="cell-two">
                  <span className="truncate">
                    {member.username}
                    {member.userIdpId === own?.userIdpId && ' (you)'}
                  </span>
                  <span>
                    since <Moment at={member.createdAt} />
                  </span>
                </span>
                {member.memberType === 'LEADER' && <Badge tone="accent">Leader</Badge>}
                {member.isAdmin && <Badge>Admin</Badge>}
                {own?.isAdmin && member.userIdpId !== own.userIdpId && (
                  <MemberMenu member={member} />
                )}
              </li>
            ))}
          </ul>
          {pages.hasNextPage && (
            <div className="card-body">
              <Button busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
                More
              </Button>
            </div>
          )}
        </section>
      </div>
      <div className="stack">
        {own && <InviteCard own={own} />}
        {own && <MutedList groupId={groupId} />}
      </div>
    </div>
  );
}
