import { type CommandKind, ref } from '../../engine/command.ts';
import { assert } from '../../errors/app-error.ts';
import { requireAdmin, requireCanEnter } from './access.ts';
import { figuresLookup } from './figures.sql.ts';
import { groupObject } from './group-object.ts';
import type { GroupChange } from './inputs.ts';
import { groupPerformance } from './performance.ts';
import { type GroupRow, groupTable, membershipTable } from './tables.ts';

/** What a setting is called by those who read of it. */
const onWire = (field: keyof GroupChange): string =>
  field === 'accessType' ? 'groupAccessType' : field;

export interface UpdateGroup {
  readonly groupId: string;
  /** Who asks. */
  readonly userId: string;
  readonly change: GroupChange;
  /** As of when the figures of the answer count, ISO 8601. */
  readonly at: string;
}

/**
 * Changes settings of a group (contract 9). Members keep the fees that they have accepted (contract
 * 18.11). Answers the Group, 200, also when nothing changes. Refuses with NOT_GROUP_MEMBER,
 * ADMIN_REQUIRED, SUBSCRIPTION_REQUIRED.
 */
export const updateGroup: CommandKind<UpdateGroup> = {
  name: 'update group',
  needs: ({ groupId, userId, at }) => ({
    users: [userId],
    update: [ref(groupTable, groupId)],
    rows: [ref(membershipTable, groupId, userId), ref(figuresLookup, groupId, at)],
  }),
  decide(state, { groupId, userId, change, at }, { now }) {
    requireCanEnter(requireAdmin(state.get(membershipTable, groupId, userId)));
    const before = state.get(groupTable, groupId);
    const figures = state.find(figuresLookup, groupId, at);
    assert(before && figures, `group ${groupId} has members, so it is there`);
    const fields = Object.keys(change) as (keyof GroupChange)[];
    const changed = fields.filter((field) => change[field] !== before[field]);
    const group: GroupRow =
      changed.length === 0 ? before : { ...before, ...change, updatedAt: now };
    const data = groupObject(group, groupPerformance(figures));
    if (group === before) return { answer: { status: 200, data } };
    return {
      rows: [{ table: groupTable, row: group }],
      events: [{ userId, type: 'group.changed', data: { groupId, changed: changed.map(onWire) } }],
      answer: { status: 200, data },
    };
  },
};
