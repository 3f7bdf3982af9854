import { type CommandKind, ref } from '../../engine/command.ts';
import { automaticMessages, automaticNeeds, CONTENT_CHARACTERS } from '../chat/index.ts';
import { agentOf } from './built-in.ts';
import { RUN_RETRY_MS } from './limits.ts';
import { type AgentKey, agentUsers, type GroupAgentRow, groupAgentTable } from './tables.ts';

export interface CompleteRun {
  readonly groupId: string;
  readonly agentKey: AgentKey;
  /** Of the row on which the run began. */
  readonly version: number;
  /** What came of the run, or why nothing did. */
  readonly result:
    | { readonly messages: readonly string[]; readonly memory: string }
    | { readonly error: string };
}

/**
 * Posts what a run of a built-in agent has found and sets its next run, in one transaction. Does
 * nothing when the agent has been switched meanwhile or another process was faster, so that no run
 * is told twice. A run that failed is tried again after a minute.
 */
export const completeRun: CommandKind<CompleteRun> = {
  name: 'agents.completeRun',
  needs({ groupId, agentKey }) {
    const chat = automaticNeeds(groupId, agentUsers[agentKey]);
    return {
      users: [],
      update: chat.update,
      rows: [...chat.rows, ref(groupAgentTable, groupId, agentKey)],
    };
  },
  decide(state, { groupId, agentKey, version, result }, context) {
    const before = state.get(groupAgentTable, groupId, agentKey);
    if (!before?.enabled || before.version !== version) return {};
    const { now, ids } = context;
    const row: GroupAgentRow = { ...before, lastRunAt: now, version: version + 1 };
    if ('error' in result) {
      const failed = { ...row, lastError: result.error, nextRunAt: now + RUN_RETRY_MS };
      return { rows: [{ table: groupAgentTable, row: failed }] };
    }
    const posted = automaticMessages(
      state,
      {
        groupId,
        senderId: agentUsers[agentKey],
        metadata: { kind: 'AGENT', agentKey },
        messages: result.messages.map((text) => ({
          causeId: ids.next(),
          content: [...text].slice(0, CONTENT_CHARACTERS).join(''),
        })),
      },
      context,
    );
    const done: GroupAgentRow = {
      ...row,
      lastError: null,
      nextRunAt: agentOf(agentKey).nextRunMs(now),
      memory: result.memory,
    };
    return {
      rows: [{ table: groupAgentTable, row: done }, ...posted.rows],
      signals: posted.signals,
    };
  },
};
