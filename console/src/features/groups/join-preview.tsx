import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { read, refresh } from '../../api/queries.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Emblem } from '../../ui/marks.tsx';
import { ErrorNotice, Remark } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { Skeleton } from '../../ui/waiting.tsx';
import { acceptedFees, type Fees, feeWords, hasFees } from './fees.ts';
import '../../ui/table.css';
import './groups.css';

const GROUP_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

interface Joining {
  /** An invite code, or the id of a group, which is asked for entry then. */
  readonly code: string;
  readonly fees: { readonly acceptFees?: Fees };
}

function joinGroup({ code, fees }: Joining, idempotencyKey: string) {
  if (!GROUP_ID.test(code)) {
    const body = { inviteCode: code, ...fees };
    return api.post('/groups/join', { body, idempotencyKey });
  }
  return api.post('/groups/{id}/join', { path: { id: code }, body: fees, idempotencyKey });
}

function AcceptFees(props: {
  fees: Fees;
  asks: boolean;
  accepted: boolean;
  onAccepted: (accepted: boolean) => void;
}) {
  const { fees, asks, accepted, onAccepted } = props;
  return (
    <label className="group-check">
      <input
        type="checkbox"
        checked={accepted}
        onChange={(event) => onAccepted(event.target.checked)}
      />
      I accept the fees: {feeWords(fees)}. They leave my wallet when I {asks ? 'am let in' : 'join'}
      .
    </label>
  );
}

/** What can be done about a refusal besides trying again. */
function AfterRefusal(props: {
  code: string | undefined;
  groupId: string;
  onReadFees: () => void;
}) {
  const { code, groupId, onReadFees } = props;
  const navigate = useNavigate();
  return (
    <>
      {code === 'FEES_CHANGED' && <Button onClick={onReadFees}>Read the fees again</Button>}
      {code === 'ALREADY_MEMBER' && (
        <Button
          onClick={() =>
            void navigate({
              to: '/groups/$groupId',
              params: { groupId },
              search: {},
            })
          }
        >
          Open the group
        </Button>
      )}
    </>
  );
}

/**
 * A group as seen from outside, with what it costs, and the way in: by an invite code, or by the id
 * of the group, where a private one files a request. Fees are accepted by name.
 */
export function JoinPreview({ code }: { code: string }) {
  const byId = GROUP_ID.test(code);
  const navigate = useNavigate();
  const [accepted, setAccepted] = useState(false);
  const [asked, setAsked] = useState(false);
  const preview = useQuery({
    ...read('/groups/preview', { query: byId ? { groupId: code } : { inviteCode: code } }),
    enabled: code !== '',
    retry: false,
  });
  const join = useAction(joinGroup, ({ status, membership }) => {
    refresh('/groups', '/groups/{id}', '/account');
    if (status === 'REQUESTED' || !membership) {
      setAsked(true);
      return;
    }
    toast.good(`Welcome to ${membership.group.name}`);
    const { groupId } = membership;
    void navigate({ to: '/groups/$groupId', params: { groupId }, search: {} });
  });
  if (preview.error) {
    return <ErrorNotice error={preview.error} onRetry={() => void preview.refetch()} />;
  }
  const { data: group } = preview;
  if (!group) return <Skeleton lines={3} height="l" />;
  const paid = hasFees(group);
  const fees = paid ? { acceptFees: acceptedFees(group) } : {};
  const asks = byId && group.groupAccessType === 'PRIVATE';
  if (asked) {
    return (
      <Remark kind="good">
        Your request is with the admins of {group.name}. You are told as soon as it is answered.
      </Remark>
    );
  }
  return (
    <div className="stack">
      <div className="group-preview">
        <Emblem name={group.name} src={group.image} size={56} />
        <div className="cell-two">
          <h2 className="truncate">{group.name}</h2>
          <span>
            {group.groupAccessType === 'PUBLIC' ? 'Public' : 'Private'} · {group.memberCount} member
            {group.memberCount === 1 ? '' : 's'} · {feeWords(group)}
          </span>
        </div>
      </div>
      {paid && <AcceptFees fees={group} asks={asks} accepted={accepted} onAccepted={setAccepted} />}
      <ErrorNotice error={join.error} />
      <AfterRefusal
        code={join.error?.code}
        groupId={group.groupId}
        onReadFees={() => void preview.refetch().then(() => setAccepted(false))}
      />
      <Button
        look="primary"
        size="l"
        busy={join.busy}
        disabled={paid && !accepted}
        onClick={() => void join.run({ code, fees })}
      >
        {asks ? 'Ask to join' : 'Join'} {group.name}
      </Button>
    </div>
  );
}
