import type { AnyTable, Statement } from '../../platform/db/table.ts';
import { type AgentKey, externalAgentTable, groupAgentTable } from './tables.ts';

const fieldsOf = (table: AnyTable): string =>
  table.fields.map((field) => `${table.columns[field].sqlName} as "${field}"`).join(', ');

/** The built-in agents that are or were enabled in a group. $1 group. */
export const groupAgentsStatement: Statement = {
  name: 'agents of group',
  text: `select ${fieldsOf(groupAgentTable)} from group_agent where group_id = $1::uuid`,
};

/** The external agents of a group, the oldest first. $1 group. */
export const externalAgentsStatement: Statement = {
  name: 'external agents of a group',
  text: `select ${fieldsOf(externalAgentTable)} from external_agent
    where group_id = $1::uuid order by id`,
};

/** What a user may do in a group. $1 group, $2 user. */
export const agentAccessStatement: Statement = {
  name: 'access to agents',
  text: `select status, is_admin as "isAdmin" from membership
    where group_id = $1::uuid and user_id = $2::uuid`,
};

/** Agents whose run is due, the earliest first. $1 timestamptz business time, $2 limit. */
export const dueAgentsStatement: Statement = {
  name: 'due agents',
  text: `select group_id as "groupId", agent_key as "agentKey", version, memory from group_agent
    where enabled and next_run_at <= $1::timestamptz order by next_run_at limit $2::int4`,
};
export interface DueAgent {
  readonly [field: string]: unknown;
  readonly groupId: string;
  readonly agentKey: AgentKey;
  readonly version: number;
  readonly memory: string;
}
