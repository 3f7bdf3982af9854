import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { read, refresh } from '../../api/queries.ts';
import type { JoinRequest } from '../../api/types.generated.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Avatar, Badge } from '../../ui/marks.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Ago } from '../../ui/time.tsx';
import { toast } from '../../ui/toast.tsx';

function Request({ groupId, request }: { groupId: string; request: JoinRequest }) {
  const { userId, username, avatar, createdAt } = request;
  const answer = useAction(
    (action: 'approve' | 'reject', idempotencyKey) =>
      api.post('/groups/{id}/join-requests/{userId}/approve', {
        path: { id: groupId, userId },
        body: { action },
        idempotencyKey,
      }),
    ({ status }) => {
      toast.good(status === 'APPROVED' ? `${username} is in` : `${username} was not let in`);
      refresh('/groups/{id}/join-requests', '/groups/{id}/members', '/groups/{id}');
    },
  );
  return (
    <li className="group-line">
      <Avatar name={username} src={avatar} size={32} />
      <span className="cell-two">
        <span className="truncate">{username}</span>
        <span>
          asked <Ago at={createdAt} />
        </span>
      </span>
      <Button size="s" busy={answer.busy} onClick={() => void answer.run('reject')}>
        Reject
      </Button>
      <Button size="s" look="primary" busy={answer.busy} onClick={() => void answer.run('approve')}>
        Approve
      </Button>
      <ErrorNotice error={answer.error} compact />
    </li>
  );
}

/** Who asks to come in; nothing is shown while nobody does. */
export function JoinRequests({ groupId }: { groupId: string }) {
  const requests = useQuery(read('/groups/{id}/join-requests', { path: { id: groupId } }));
  if (requests.error) {
    return <ErrorNotice error={requests.error} onRetry={() => void requests.refetch()} />;
  }
  if (!requests.data || requests.data.length === 0) return null;
  return (
    <section className="card" aria-labelledby="requests-title">
      <div className="card-head">
        <h2 id="requests-title">Requests to join</h2>
        <Badge tone="accent">{requests.data.length}</Badge>
      </div>
      <ul className="lines">
        {requests.data.map((request) => (
          <Request key={request.userId} groupId={groupId} request={request} />
        ))}
      </ul>
    </section>
  );
}
