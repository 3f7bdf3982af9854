import type { Group, Member, SimUser } from '../model.ts';
import { order } from '../order.ts';
import type { Sim } from '../sim.ts';
import { memberOf, type Operation } from './operation.ts';

const someGroup = (sim: Sim): Group => sim.chance.pick(sim.model.groups);

/** A member by the user's choice; null where nobody fits. */
function someMember(sim: Sim, group: Group, fits: (member: Member) => boolean): Member | null {
  const fitting = [...group.members.values()].filter((member) => member.active && fits(member));
  return fitting.length === 0 ? null : sim.chance.pick(fitting);
}

const join: Operation = {
  name: 'join',
  weight: 7,
  async run(sim) {
    const group = someGroup(sim);
    const outside = sim.model.users.filter(({ userId }) => !group.members.get(userId)?.active);
    const user = sim.chance.pick(outside.length > 0 ? outside : sim.model.users);
    await joinGroup(sim, user, group);
  },
};

export async function joinGroup(sim: Sim, user: SimUser, group: Group): Promise<void> {
  const path = `/groups/${group.id}/join`;
  const { status, data } = await order(sim, user, { path, body: { acceptFees: group.fees } });
  if (status > 299 || data.status !== 'JOINED') return;
  const { autoBuyEnabled, memberType } = data.membership;
  group.members.set(user.userId, {
    user,
    active: true,
    isAdmin: false,
    isLeader: memberType === 'LEADER',
    autoBuy: autoBuyEnabled,
    mirrorExits: false,
    endsAtMs: null,
  });
}

const autoBuy: Operation = {
  name: 'auto-buy',
  weight: 9,
  async run(sim) {
    const group = someGroup(sim);
    await switchAutoBuy(sim, memberOf(sim, group), group, sim.chance.isTrue(0.85));
  },
};

export async function switchAutoBuy(sim: Sim, user: SimUser, group: Group, isOn: boolean) {
  const verticals = sim.chance.isTrue(0.2) ? ['SPOT', 'PERP'] : undefined;
  const on = {
    amountUsd: `${sim.chance.pick([0, 6, 12, 30])}`,
    mirrorExits: sim.chance.isTrue(0.6),
    ...(verticals ? { verticals } : {}),
    ...(sim.chance.isTrue(0.2) ? { dailyLimitUsd: '40' } : {}),
  };
  const body = { enabled: isOn, ...(isOn ? on : {}) };
  const path = `/groups/${group.id}/auto-buy`;
  const { status } = await order(sim, user, { path, body });
  const member = group.members.get(user.userId);
  if (status > 299 || !member) return;
  member.autoBuy = isOn;
  if (isOn) member.mirrorExits = on.mirrorExits;
}

const leave: Operation = {
  name: 'leave',
  weight: 1,
  async run(sim) {
    const group = someGroup(sim);
    const user = memberOf(sim, group, ({ isAdmin }) => !isAdmin);
    const { status } = await order(sim, user, { path: `/groups/${group.id}/leave` });
    const member = group.members.get(user.userId);
    if (status < 300 && member) member.active = false;
  },
};

type Change = 'kick' | 'promote' | 'demote';

function note(member: Member, change: Change, data: { memberType?: string; isAdmin?: boolean }) {
  if (change === 'kick') member.active = false;
  else {
    member.isLeader = data.memberType === 'LEADER';
    member.isAdmin = data.isAdmin === true;
  }
}

const byAdmin = (change: Change, weight: number): Operation => ({
  name: change,
  weight,
  async run(sim) {
    const group = someGroup(sim);
    const admin = memberOf(sim, group, ({ isAdmin }) => isAdmin);
    const member = someMember(sim, group, ({ user }) => user.userId !== admin.userId);
    if (!member) return;
    const path = `/groups/${group.id}/members/${member.user.userId}/${change}`;
    const { status, data } = await order(sim, admin, { path });
    if (status < 300) note(member, change, data);
  },
});

const subscription: Operation = {
  name: 'subscription',
  weight: 2,
  async run(sim) {
    const paid = sim.model.groups.filter(({ fees }) => fees.subscriptionFee !== '0');
    if (paid.length === 0) return;
    const group = sim.chance.pick(paid);
    const user = memberOf(sim, group, ({ isAdmin }) => !isAdmin);
    const action = sim.chance.pick(['pay', 'cancel', 'resume']);
    const path = `/groups/${group.id}/subscription`;
    const { status, data } = await order(sim, user, { path, body: { action } });
    const member = group.members.get(user.userId);
    if (status > 299 || !member) return;
    const isCanceled = data.subscriptionStatus === 'CANCELED';
    member.endsAtMs = isCanceled ? Date.parse(data.nextChargeAt) : null;
  },
};

/** Who belongs to groups, and who follows. */
export const memberships: readonly Operation[] = [
  join,
  autoBuy,
  leave,
  byAdmin('kick', 1),
  byAdmin('promote', 2),
  byAdmin('demote', 1),
  subscription,
];
