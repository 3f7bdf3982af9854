import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { read, refresh } from '../../api/queries.ts';
import type { Agent, GroupMember } from '../../api/types.generated.ts';
import { useAction } from '../../api/use-action.ts';
import { Switch } from '../../ui/controls.tsx';
import { ErrorNotice, Remark } from '../../ui/notice.tsx';
import { Ago } from '../../ui/time.tsx';
import { Skeleton } from '../../ui/waiting.tsx';
import { ExternalAgents } from './external-agents.tsx';

function AgentLine(props: { groupId: string; agent: Agent; manages: boolean }) {
  const { groupId, agent, manages } = props;
  const change = useAction(
    (enabled: boolean, idempotencyKey) =>
      api.post('/groups/{id}/agents', {
        path: { id: groupId },
        body: { agentKey: agent.agentKey, action: enabled ? 'enable' : 'disable' },
        idempotencyKey,
      }),
    () => refresh('/groups/{id}/agents'),
  );
  return (
    <li className="group-agent">
      <Switch
        label={agent.name}
        hint={agent.description}
        checked={agent.enabled}
        disabled={!manages || change.busy}
        onChecked={(enabled) => void change.run(enabled)}
      />
      {agent.lastRunAt && (
        <p className="small quiet">
          last ran <Ago at={agent.lastRunAt} />
        </p>
      )}
      {agent.lastError && <p className="small down">{agent.lastError}</p>}
      <ErrorNotice error={change.error} compact />
    </li>
  );
}

/** The agents that post into the chat: those that are built in, and those of others. */
export function AgentsTab({ groupId, own }: { groupId: string; own: GroupMember | undefined }) {
  const agents = useQuery(read('/groups/{id}/agents', { path: { id: groupId } }));
  const manages = own?.isAdmin === true;
  return (
    <div className="group-halves">
      <section className="card" aria-labelledby="agents-title">
        <div className="card-head">
          <h2 id="agents-title">Agents</h2>
        </div>
        <div className="card-body stack">
          <ErrorNotice error={agents.error} onRetry={() => void agents.refetch()} />
          {!agents.data && !agents.error && <Skeleton lines={3} height="l" />}
          {!manages && <Remark>Admins of the group switch agents on and off.</Remark>}
          <ul className="stack">
            {agents.data?.map((agent) => (
              <AgentLine key={agent.agentKey} groupId={groupId} agent={agent} manages={manages} />
            ))}
          </ul>
        </div>
      </section>
      {manages && <ExternalAgents groupId={groupId} />}
    </div>
  );
}
