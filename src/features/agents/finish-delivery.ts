import { type CommandKind, type Outcome, ref } from '../../engine/command.ts';
import { arrayLiteral } from '../../platform/db/table.ts';
import { automaticMessages, automaticNeeds } from '../chat/index.ts';
import { dropDeliveriesStatement } from './deliveries.sql.ts';
import { DELIVERY_ATTEMPTS, FAILURES_TO_DISABLE } from './limits.ts';
import {
  type AgentDeliveryRow,
  agentDeliveryTable,
  agentUsers,
  type ExternalAgentRow,
  externalAgentTable,
} from './tables.ts';

interface OfAttempt {
  readonly id: string;
  readonly groupId: string;
  readonly agentId: string;
  /** Number of the attempt, from 1: a later one has overtaken it when the row says more. */
  readonly attempt: number;
}

export interface FinishDelivery extends OfAttempt {
  readonly createdBy: string;
  readonly result:
    | { readonly ok: true /** To be posted. */; readonly content: string | null }
    | { readonly ok: false; readonly error: string /** Real time. */; readonly retryAtMs: number };
}

/**
 * Keeps what came of an attempt. Taken: the delivery goes and the answered message is posted, once
 * per delivery. Not taken: it is tried again later, or given up after eight attempts; an agent with
 * three given-up deliveries in a row is disabled, which its creator's stream tells. Does nothing
 * for a delivery that is gone.
 */
export const finishDelivery: CommandKind<FinishDelivery> = {
  name: 'agents.finishDelivery',
  needs({ id, groupId, agentId, createdBy }) {
    const chat = automaticNeeds(groupId, agentUsers.external);
    return {
      users: [createdBy],
      update: [...chat.update, ref(externalAgentTable, agentId)],
      rows: [...chat.rows, ref(agentDeliveryTable, id)],
    };
  },
  decide(state, command, context): Outcome {
    const delivery = state.get(agentDeliveryTable, command.id);
    const agent = state.get(externalAgentTable, command.agentId);
    if (!delivery || !agent) return {};
    const { result } = command;
    if (!result.ok) {
      // A later attempt has the word now.
      if (delivery.attempts !== command.attempt) return {};
      return failed(delivery, agent, result);
    }
    const { id: agentId, name, groupId } = agent;
    const posted = automaticMessages(
      state,
      {
        groupId,
        senderId: agentUsers.external,
        metadata: { kind: 'AGENT', agentId, name },
        messages:
          result.content === null ? [] : [{ causeId: delivery.id, content: result.content }],
      },
      context,
    );
    const row = { ...agent, failures: 0, lastDeliveryAt: context.now, lastError: null };
    return {
      rows: [{ table: externalAgentTable, row }, ...posted.rows],
      removed: [ref(agentDeliveryTable, delivery.id)],
      signals: posted.signals,
    };
  },
};

function failed(
  delivery: AgentDeliveryRow,
  agent: ExternalAgentRow,
  { error, retryAtMs }: { error: string; retryAtMs: number },
): Outcome {
  if (delivery.attempts < DELIVERY_ATTEMPTS) {
    return {
      rows: [
        { table: externalAgentTable, row: { ...agent, lastError: error } },
        { table: agentDeliveryTable, row: { ...delivery, nextAttemptAt: retryAtMs } },
      ],
    };
  }
  const removed = [ref(agentDeliveryTable, delivery.id)];
  const failures = agent.failures + 1;
  const row: ExternalAgentRow = { ...agent, failures, lastError: error };
  if (failures < FAILURES_TO_DISABLE)
    return { rows: [{ table: externalAgentTable, row }], removed };
  const disabledReason = `${failures} deliveries in a row failed; the last one: ${error}`;
  const { id: agentId, groupId, createdBy: userId } = agent;
  const data = { groupId, agentId, reason: disabledReason };
  return {
    rows: [{ table: externalAgentTable, row: { ...row, enabled: false, disabledReason } }],
    removed,
    writes: [{ statement: dropDeliveriesStatement, values: [arrayLiteral([agentId])] }],
    events: [{ userId, type: 'agent.externalDisabled', data }],
  };
}
