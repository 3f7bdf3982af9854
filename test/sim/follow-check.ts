import { eligible } from './model.ts';
import { type Sim, Violation } from './sim.ts';

interface LeaderTrade {
  readonly id: string;
  readonly leaderId: string;
  readonly groupId: string;
  readonly origin: string;
  readonly followers: string[];
}

const openings = `select l.id, l.leader_id as "leaderId", l.group_id as "groupId", t.origin,
    array(select f.follower_id::text from follow f
      where f.leader_trade_id = l.id and f.fraction_sold is null order by 1) as followers
  from leader_trade l join final_trade t on t.id = l.id order by l.id`;

/** Trades that have been looked at, of each run. */
const seenOf = new WeakMap<Sim, Set<string>>();

/**
 * Compares the follow rows of every leader's trade that is new with those who, by the simulation's
 * own account of joins, departures and switches, took part at this instant (I13, I16).
 */
export async function checkFollowRows(sim: Sim): Promise<void> {
  const seen = seenOf.get(sim) ?? new Set<string>();
  seenOf.set(sim, seen);
  const counted = await sim.database.rows<{ count: bigint }>('select count(*) from leader_trade');
  if (counted[0]?.count === BigInt(seen.size)) return;
  for (const trade of await sim.database.rows<LeaderTrade>(openings)) {
    if (seen.has(trade.id)) continue;
    seen.add(trade.id);
    if (trade.origin === 'OPEN') compare(sim, trade);
  }
}

function compare(sim: Sim, { id, groupId, leaderId, followers }: LeaderTrade): void {
  const group = sim.model.groups.find((one) => one.id === groupId);
  if (!group) throw new Violation([`the group of the leader trade ${id} is not known`]);
  const nowMs = sim.nowMs();
  const mayHaveEnded = (userId: string): boolean => {
    const endsAtMs = group.members.get(userId)?.endsAtMs ?? null;
    return endsAtMs !== null && endsAtMs <= nowMs;
  };
  const expected = eligible(group, leaderId)
    .map(({ user }) => user.userId)
    .filter((userId) => !mayHaveEnded(userId));
  const found = followers.filter((userId) => !mayHaveEnded(userId));
  const missing = expected.filter((userId) => !found.includes(userId));
  const beyond = found.filter((userId) => !expected.includes(userId));
  if (missing.length + beyond.length === 0) return;
  const nameOf = (userId: string) => group.members.get(userId)?.user.name ?? userId;
  throw new Violation([
    `follow rows of leader trade ${id}: missing ${missing.map(nameOf).join(', ') || 'none'}, ` +
      `too many ${beyond.map(nameOf).join(', ') || 'none'}`,
  ]);
}
