import {
  bool,
  type Column,
  integer,
  nullable,
  text,
  time,
  uuid,
} from '../../platform/db/column.ts';
import { defineTable, type RowOf } from '../../platform/db/table.ts';

export const AGENT_KEYS = ['scout', 'sentinel', 'digest'] as const;
export type AgentKey = (typeof AGENT_KEYS)[number];

/** What an external agent may subscribe to. */
export const WEBHOOK_EVENTS = [
  'proposal.opened',
  'proposal.closed',
  'proposal.resolved',
  'message.created',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** The users in whose name agents speak (migration 0007). */
export const agentUsers: Readonly<Record<AgentKey | 'external', string>> = {
  scout: '00000000-0000-7000-8000-00000000a001',
  sentinel: '00000000-0000-7000-8000-00000000a002',
  digest: '00000000-0000-7000-8000-00000000a003',
  external: '00000000-0000-7000-8000-00000000a004',
};

/** A text column that the database checks to hold one of a few words. */
const word = <T extends string>(sqlName: string): Column<T> => text(sqlName) as Column<T>;

/** A built-in agent in a group; guarded by the lock on the group's chat. */
export const groupAgentTable = defineTable({
  name: 'group_agent',
  key: ['groupId', 'agentKey'],
  columns: {
    groupId: uuid('group_id'),
    agentKey: word<AgentKey>('agent_key'),
    enabled: bool('enabled'),
    enabledBy: nullable(uuid('enabled_by')),
    enabledAt: nullable(time('enabled_at')),
    lastRunAt: nullable(time('last_run_at')),
    lastError: nullable(text('last_error')),
    nextRunAt: time('next_run_at'),
    version: integer('version'),
    memory: text('memory'),
  },
});
export type GroupAgentRow = RowOf<typeof groupAgentTable>;

/** An external agent; locked for every change of it. */
export const externalAgentTable = defineTable({
  name: 'external_agent',
  key: ['id'],
  columns: {
    id: uuid('id'),
    groupId: uuid('group_id'),
    name: text('name'),
    url: text('url'),
    secret: text('secret'),
    events: text('events'),
    createdBy: uuid('created_by'),
    createdAt: time('created_at'),
    enabled: bool('enabled'),
    disabledReason: nullable(text('disabled_reason')),
    failures: integer('failures'),
    lastDeliveryAt: nullable(time('last_delivery_at')),
    lastError: nullable(text('last_error')),
    seenAt: time('seen_at'),
  },
});
export type ExternalAgentRow = RowOf<typeof externalAgentTable>;

/** A delivery that waits; settled under the lock on the group's chat. */
export const agentDeliveryTable = defineTable({
  name: 'agent_delivery',
  key: ['id'],
  columns: {
    id: uuid('id'),
    agentId: uuid('agent_id'),
    groupId: uuid('group_id'),
    causeId: uuid('cause_id'),
    event: word<WebhookEvent>('event'),
    payload: text('payload'),
    attempts: integer('attempts'),
    nextAttemptAt: time('next_attempt_at'),
    createdAt: time('created_at'),
  },
});
export type AgentDeliveryRow = RowOf<typeof agentDeliveryTable>;
