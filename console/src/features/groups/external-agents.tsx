import { useQuery } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { read, refresh } from '../../api/queries.ts';
import type { ExternalAgent } from '../../api/types.generated.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Badge } from '../../ui/marks.tsx';
import { EmptyState, ErrorNotice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { AddExternalAgent } from './add-external-agent.tsx';

function Line({ agent }: { agent: ExternalAgent }) {
  const [asking, setAsking] = useState(false);
  const remove = useAction(
    (agentId: string, idempotencyKey) =>
      api.delete('/groups/{id}/agents/external/{agentId}', {
        path: { id: agent.groupId, agentId },
        idempotencyKey,
      }),
    () => {
      toast.good(`${agent.name} was removed`);
      refresh('/groups/{id}/agents/external');
    },
  );
  return (
    <li className="group-line">
      <span className="cell-two">
        <span className="truncate">{agent.name}</span>
        <span className="truncate">{agent.url}</span>
        <span className="small quiet">{agent.events.join(', ')}</span>
        {agent.lastError && <span className="small down">{agent.lastError}</span>}
      </span>
      <Badge tone={agent.enabled ? 'up' : 'warn'}>
        {agent.enabled ? 'on' : (agent.disabledReason ?? 'off')}
      </Badge>
      <Button
        size="s"
        look="quiet"
        icon={<Trash2 />}
        label={`Remove ${agent.name}`}
        onClick={() => setAsking(true)}
      />
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Remove ${agent.name}?`}
        size="s"
        footer={
          <>
            <Button onClick={() => setAsking(false)}>Keep it</Button>
            <Button look="danger" busy={remove.busy} onClick={() => void remove.run(agent.id)}>
              Remove
            </Button>
          </>
        }
      >
        <div className="stack">
          <p>It hears nothing more of this group and can post no more.</p>
          <ErrorNotice error={remove.error} />
        </div>
      </Dialog>
    </li>
  );
}

/** Agents of others, who are told by signed calls of what happens in the group. */
export function ExternalAgents({ groupId }: { groupId: string }) {
  const [adding, setAdding] = useState(false);
  const agents = useQuery(read('/groups/{id}/agents/external', { path: { id: groupId } }));
  return (
    <section className="card" aria-labelledby="external-title">
      <div className="card-head">
        <h2 id="external-title">External agents</h2>
        <Button size="s" icon={<Plus />} onClick={() => setAdding(true)}>
          Add
        </Button>
      </div>
      <ErrorNotice error={agents.error} onRetry={() => void agents.refetch()} />
      {agents.data?.length === 0 && (
        <EmptyState title="No external agent">
          Add the https address of your own: it is told of calls and messages and may answer.
        </EmptyState>
      )}
      <ul className="lines">
        {agents.data?.map((agent) => (
          <Line key={agent.id} agent={agent} />
        ))}
      </ul>
      {adding && <AddExternalAgent groupId={groupId} onClose={() => setAdding(false)} />}
    </section>
  );
}
