import { type CommandKind, ref } from '../../engine/command.ts';
import { AppError } from '../../errors/app-error.ts';
import { arrayLiteral } from '../../platform/db/table.ts';
import { automaticNeeds } from '../chat/index.ts';
import { memberGateTable, requireAdmin, requireCanEnter } from '../groups/index.ts';
import { dropDeliveriesStatement } from './deliveries.sql.ts';
import { externalAgentCountLookup } from './lookups.ts';
import { agentUsers, externalAgentTable } from './tables.ts';

export interface RemoveExternalAgent {
  readonly groupId: string;
  readonly userId: string;
  readonly agentId: string;
}

/**
 * Removes an external agent with everything that waits for it. Answers `{ success }`, 200.
 * NOT_GROUP_MEMBER, ADMIN_REQUIRED, SUBSCRIPTION_REQUIRED, NOT_FOUND.
 */
export const removeExternalAgent: CommandKind<RemoveExternalAgent> = {
  name: 'agents.removeExternal',
  needs: ({ groupId, userId, agentId }) => ({
    users: [userId],
    update: [
      ...automaticNeeds(groupId, agentUsers.external).update,
      ref(externalAgentTable, agentId),
    ],
    rows: [ref(memberGateTable, groupId, userId), ref(externalAgentCountLookup, groupId)],
  }),
  decide(state, { groupId, userId, agentId }) {
    requireCanEnter(requireAdmin(state.get(memberGateTable, groupId, userId)));
    const row = state.get(externalAgentTable, agentId);
    if (row?.groupId !== groupId) {
      throw new AppError('NOT_FOUND', { message: 'There is no such agent.' });
    }
    const count = (state.find(externalAgentCountLookup, groupId)?.count ?? 1) - 1;
    return {
      removed: [ref(externalAgentTable, agentId)],
      found: [{ ref: ref(externalAgentCountLookup, groupId), row: { count } }],
      writes: [{ statement: dropDeliveriesStatement, values: [arrayLiteral([agentId])] }],
      events: [{ userId, type: 'agent.externalRemoved', data: { groupId, agentId } }],
      answer: { status: 200, data: { success: true } },
    };
  },
};
