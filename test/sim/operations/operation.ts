import type { Call, Group, Member, SimUser } from '../model.ts';
import type { Sim } from '../sim.ts';

/** Something that may happen in a step. */
export interface Operation {
  readonly name: string;
  /** How often it happens, beside the others. */
  readonly weight: number;
  run(sim: Sim): Promise<unknown>;
}

/** A few dollars around what the user likes to stake, sometimes below every floor. */
export function stake(sim: Sim, { stakeUsd }: SimUser): string {
  if (sim.chance.isTrue(0.05)) return '0.5';
  const cents = Math.round(stakeUsd * (0.5 + sim.chance.next()) * 100);
  return `${Math.floor(cents / 100)}.${`${cents % 100}`.padStart(2, '0')}`;
}

/** Mostly somebody who may; now and then anybody, to be refused. */
export function memberOf(
  sim: Sim,
  group: Group,
  fits: (member: Member) => boolean = () => true,
): SimUser {
  const fitting = [...group.members.values()].filter((member) => member.active && fits(member));
  if (fitting.length === 0 || sim.chance.isTrue(0.06)) return sim.chance.pick(sim.model.users);
  return sim.chance.pick(fitting).user;
}

/** One of the latest calls; null while there is none. */
export function someCall(sim: Sim, fits: (call: Call) => boolean = () => true): Call | null {
  const calls = sim.model.calls.filter(fits).slice(-8);
  return calls.length === 0 ? null : sim.chance.pick(calls);
}
