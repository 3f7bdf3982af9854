import { type CommandKind, ref } from '../../engine/command.ts';
import { assert, invalid } from '../../errors/app-error.ts';
import { automaticNeeds, chatInstant } from '../chat/index.ts';
import { memberGateTable, requireAdmin, requireCanEnter } from '../groups/index.ts';
import { externalAgentObject } from './agent-object.ts';
import { MAX_EXTERNAL_AGENTS } from './limits.ts';
import { externalAgentCountLookup } from './lookups.ts';
import {
  agentUsers,
  type ExternalAgentRow,
  externalAgentTable,
  type WebhookEvent,
} from './tables.ts';

export interface AddExternalAgent {
  readonly groupId: string;
  readonly userId: string;
  readonly name: string;
  /** Checked: https to a public address, or an allowed host. */
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  readonly secret: string;
}

/**
 * Adds an external agent to a group (contract 11). It hears of what happens from now on. Answers
 * the agent with its secret, 201. NOT_GROUP_MEMBER, ADMIN_REQUIRED, SUBSCRIPTION_REQUIRED,
 * VALIDATION_FAILED (the group has ten of them).
 */
export const addExternalAgent: CommandKind<AddExternalAgent> = {
  name: 'agents.addExternal',
  needs: ({ groupId, userId }) => ({
    users: [userId],
    update: automaticNeeds(groupId, agentUsers.external).update,
    rows: [ref(memberGateTable, groupId, userId), ref(externalAgentCountLookup, groupId)],
  }),
  decide(state, { groupId, userId, name, url, events, secret }, { now, ids }) {
    requireCanEnter(requireAdmin(state.get(memberGateTable, groupId, userId)));
    const count = state.find(externalAgentCountLookup, groupId)?.count;
    assert(count !== undefined, `external agents of ${groupId} cannot be counted`);
    if (count >= MAX_EXTERNAL_AGENTS) {
      throw invalid(`a group has at most ${MAX_EXTERNAL_AGENTS} external agents`);
    }
    const row: ExternalAgentRow = {
      id: ids.next(),
      groupId,
      name,
      url,
      secret,
      events: events.join(','),
      createdBy: userId,
      createdAt: now,
      enabled: true,
      disabledReason: null,
      failures: 0,
      lastDeliveryAt: null,
      lastError: null,
      seenAt: chatInstant(state, groupId),
    };
    const data = { groupId, agentId: row.id, name, url, events };
    return {
      rows: [{ table: externalAgentTable, row }],
      found: [{ ref: ref(externalAgentCountLookup, groupId), row: { count: count + 1 } }],
      events: [{ userId, type: 'agent.externalAdded', data }],
      answer: { status: 201, data: { ...externalAgentObject(row), secret } },
    };
  },
};
