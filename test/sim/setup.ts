import type { Group, SimUser } from './model.ts';
import { joinGroup, switchAutoBuy } from './operations/membership.ts';
import { order } from './order.ts';
import type { Sim } from './sim.ts';

const SCOPES = [
  'read',
  'trade:spot',
  'trade:predictions',
  'trade:perps',
  'groups',
  'chat',
  'groups:pay',
];
const LEAST_USERS = 5;

const dollars = (whole: number): bigint => BigInt(whole) * 1_000_000n;

/** Somebody with a wallet and habits of their own: careful, bold or rich. */
async function newUser(sim: Sim, name: string): Promise<SimUser> {
  const depositUsd = sim.chance.pick([60, 400, 2_000, 10_000]);
  const made = await sim.control('POST', '/users', {
    username: name,
    depositUsd: `${depositUsd}`,
    scopes: SCOPES,
  });
  const user = { ...made, name, stakeUsd: sim.chance.pick([8, 25, 90]) };
  sim.model.users.push(user);
  sim.model.deposits.set(user.userId, dollars(depositUsd));
  return user;
}

/** A group with its creator as leader and admin. */
async function newGroup(sim: Sim, leader: SimUser, name: string, isPaid: boolean): Promise<Group> {
  const fees = {
    joiningFee: isPaid ? '3' : '0',
    subscriptionFee: isPaid ? '5' : '0',
    subscriptionPeriod: sim.chance.pick(['WEEKLY', 'MONTHLY']),
  };
  const { data } = await order(sim, leader, {
    path: '/groups',
    body: { name, groupAccessType: 'PUBLIC', ...fees },
  });
  const group: Group = { id: data.groupId, name, fees, members: new Map() };
  group.members.set(leader.userId, {
    user: leader,
    active: true,
    isAdmin: true,
    isLeader: true,
    autoBuy: false,
    mirrorExits: false,
    endsAtMs: null,
  });
  sim.model.groups.push(group);
  return group;
}

/** The world before the first step: users, a free group and sometimes a paid one. */
export async function setUp(sim: Sim): Promise<void> {
  const users = LEAST_USERS + sim.chance.below(4);
  for (let n = 0; n < users; n += 1) await newUser(sim, `user_${n}`);
  const geese = await newGroup(sim, sim.chance.pick(sim.model.users), 'Geese', false);
  for (const user of sim.model.users) {
    if (sim.chance.isTrue(0.8)) await joinGroup(sim, user, geese);
    if (sim.chance.isTrue(0.7)) await switchAutoBuy(sim, user, geese, true);
  }
  if (sim.chance.isTrue(0.6)) await newGroup(sim, sim.chance.pick(sim.model.users), 'Cranes', true);
}
