import { isoTime } from '../../platform/clock.ts';
import type { Agent } from './agent.ts';
import type { ExternalAgentRow, GroupAgentRow, WebhookEvent } from './tables.ts';

const instant = (atMs: number | null | undefined): string | null =>
  atMs == null ? null : isoTime(atMs);

/** A built-in agent in a group on the wire; without a row it has never been enabled (contract 11). */
export const agentObject = ({ key, name, description }: Agent, row: GroupAgentRow | undefined) => ({
  agentKey: key,
  name,
  description,
  enabled: row?.enabled ?? false,
  enabledBy: row?.enabledBy ?? null,
  enabledAt: instant(row?.enabledAt),
  lastRunAt: instant(row?.lastRunAt),
  lastError: row?.lastError ?? null,
});

/** An external agent on the wire, never with its secret. */
export const externalAgentObject = (row: ExternalAgentRow) => ({
  id: row.id,
  groupId: row.groupId,
  name: row.name,
  url: row.url,
  events: row.events.split(',') as WebhookEvent[],
  createdBy: row.createdBy,
  createdAt: isoTime(row.createdAt),
  enabled: row.enabled,
  disabledReason: row.disabledReason,
  failures: row.failures,
  lastDeliveryAt: instant(row.lastDeliveryAt),
  lastError: row.lastError,
});
