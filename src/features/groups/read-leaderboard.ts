import { type Usdc, usdc } from '../../money/fixed.ts';
import { formatUsdc } from '../../money/text.ts';
import type { Statement } from '../../platform/db/table.ts';
import { decodeCursor, encodeCursor, foreignCursor } from '../../platform/http/cursor.ts';
import { isId } from '../../platform/ids.ts';
import type { PageWish } from './paging.ts';
import { type ReadDeps, requirePresent } from './reads.ts';
import type { MemberType } from './tables.ts';
import type { GroupPnl, GroupVertical } from './vertical.ts';

/** Everybody who is in a group. $1 group id. */
export const presentMembers: Statement = {
  name: 'present members',
  text: `
    select user_id as "userId", member_type as "memberType", is_admin as "isAdmin"
    from membership where group_id = $1::uuid and status = 'ACTIVE'`,
};

interface Player {
  readonly userId: string;
  readonly memberType: MemberType;
  readonly isAdmin: boolean;
}

/** What is shown of users. $1 ids. */
export const namesStatement: Statement = {
  name: 'names of users',
  text: `select id, idp_id as "userIdpId", username, avatar from app_user
    where id = any($1::uuid[])`,
};

interface Name {
  readonly userIdpId: string;
  readonly username: string;
  readonly avatar: string;
}

/** The names of the given users, by id. */
async function namesOf(
  { database }: ReadDeps,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Name>> {
  const rows = await database.reads.query<Name & { id: string }>(namesStatement, [ids]);
  return new Map(rows.map(({ id, ...name }) => [id, name]));
}

export interface LeaderboardDeps extends ReadDeps {
  readonly verticals: readonly GroupVertical[];
}

/**
 * The present members by what they have made in the group, realized and unrealized over all
 * verticals, the most first (contract 9); equal ones in the order of their ids. NOT_GROUP_MEMBER;
 * VALIDATION_FAILED for a cursor that is none.
 */
export async function readLeaderboard(
  deps: LeaderboardDeps,
  groupId: string,
  userId: string,
  { limit, cursor }: PageWish,
) {
  const { database, verticals } = deps;
  const last = cursor === undefined ? null : placeOf(cursor);
  await requirePresent(database, groupId, userId);
  const [players, ...made] = await Promise.all([
    database.reads.query<Player>(presentMembers, [groupId]),
    ...verticals.map((vertical) => vertical.pnl(groupId)),
  ]);
  const ranked = rank(players, made.flat());
  const from = last === null ? 0 : ranked.findIndex((line) => comesAfter(line, last));
  const rest = from < 0 ? [] : ranked.slice(from);
  const kept = rest.slice(0, limit);
  const end = kept.at(-1);
  const names = await namesOf(
    deps,
    kept.map(({ player }) => player.userId),
  );
  return {
    lines: kept.flatMap((line) => shownLine(line, names.get(line.player.userId))),
    nextCursor:
      rest.length > limit && end ? encodeCursor(end.total.toString(), end.player.userId) : null,
  };
}

function shownLine({ player, place, realized, unrealized, total }: Line, name: Name | undefined) {
  if (!name) return [];
  const { memberType, isAdmin } = player;
  return [
    {
      rank: place,
      ...name,
      memberType,
      isAdmin,
      pnlUsd: formatUsdc(total),
      realizedPnlUsd: formatUsdc(realized),
      unrealizedPnlUsd: formatUsdc(unrealized),
    },
  ];
}

interface Place {
  readonly total: bigint;
  readonly id: string;
}

function placeOf(cursor: string): Place {
  const [total, id] = decodeCursor(cursor, 'string', 'string');
  if (!/^-?\d{1,30}$/.test(total) || !isId(id)) throw foreignCursor();
  return { total: BigInt(total), id };
}

interface Line {
  readonly player: Player;
  readonly realized: Usdc;
  readonly unrealized: Usdc;
  readonly total: Usdc;
  readonly place: number;
}

const comesAfter = ({ total, player }: Line, last: Place): boolean =>
  total < last.total || (total === last.total && player.userId > last.id);

/** The players in their order; those who have made the same share a place. */
function rank(players: readonly Player[], made: readonly GroupPnl[]): Line[] {
  const sums = new Map(players.map(({ userId }) => [userId, { realized: 0n, unrealized: 0n }]));
  for (const { userId, realized, unrealized } of made) {
    const sum = sums.get(userId);
    if (!sum) continue;
    sum.realized += realized;
    sum.unrealized += unrealized;
  }
  const lines = players.map((player) => {
    const { realized, unrealized } = sums.get(player.userId) ?? { realized: 0n, unrealized: 0n };
    return { player, realized, unrealized, total: realized + unrealized };
  });
  lines.sort((a, b) =>
    a.total === b.total ? (a.player.userId < b.player.userId ? -1 : 1) : a.total > b.total ? -1 : 1,
  );
  let place = 0;
  return lines.map(({ player, realized, unrealized, total }, n) => {
    if (n === 0 || lines[n - 1]?.total !== total) place = n + 1;
    return {
      player,
      realized: usdc(realized),
      unrealized: usdc(unrealized),
      total: usdc(total),
      place,
    };
  });
}
