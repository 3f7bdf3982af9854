import { type CommandKind, ref } from '../../engine/command.ts';
import { automaticNeeds } from '../chat/index.ts';
import { memberGateTable, requireAdmin, requireCanEnter } from '../groups/index.ts';
import { agentObject } from './agent-object.ts';
import { agentOf } from './built-in.ts';
import { type AgentKey, agentUsers, type GroupAgentRow, groupAgentTable } from './tables.ts';

export interface SwitchAgent {
  readonly groupId: string;
  readonly userId: string;
  readonly agentKey: AgentKey;
  readonly enabled: boolean;
}

/**
 * Enables or disables a built-in agent (contract 11, 18.2). Answers the agent, 200, also when
 * nothing changes. NOT_GROUP_MEMBER, ADMIN_REQUIRED, SUBSCRIPTION_REQUIRED.
 */
export const switchAgent: CommandKind<SwitchAgent> = {
  name: 'agents.switch',
  needs({ groupId, userId, agentKey }) {
    const chat = automaticNeeds(groupId, agentUsers[agentKey]);
    return {
      users: [userId],
      update: chat.update,
      rows: [ref(memberGateTable, groupId, userId), ref(groupAgentTable, groupId, agentKey)],
    };
  },
  decide(state, { groupId, userId, agentKey, enabled }, { now }) {
    requireCanEnter(requireAdmin(state.get(memberGateTable, groupId, userId)));
    const agent = agentOf(agentKey);
    const before = state.get(groupAgentTable, groupId, agentKey);
    if ((before?.enabled ?? false) === enabled) {
      return { answer: { status: 200, data: agentObject(agent, before) } };
    }
    const row: GroupAgentRow = {
      groupId,
      agentKey,
      enabled,
      enabledBy: enabled ? userId : null,
      enabledAt: enabled ? now : null,
      lastRunAt: before?.lastRunAt ?? null,
      lastError: null,
      nextRunAt: enabled ? agent.firstRunMs(now) : now,
      version: (before?.version ?? 0) + 1,
      memory: '',
    };
    return {
      rows: [{ table: groupAgentTable, row }],
      events: [{ userId, type: 'agent.switched', data: { groupId, agentKey, enabled } }],
      answer: { status: 200, data: agentObject(agent, row) },
    };
  },
};
