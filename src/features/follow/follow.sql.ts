import type { Statement } from '../../platform/db/table.ts';

/** Columns that an opening and an exit fill alike: $1 trade … $9 deadline. */
const followColumns = `leader_trade_id, follower_id, id, leader_id, group_id, proposal_id, vertical,
  side, amount, leader_price, status, created_at, deadline_at`;

const recordLeaderTrade = `insert into leader_trade
    (id, leader_id, group_id, proposal_id, vertical, side, eligible, created_at)
  select $1::uuid, $2::uuid, $3::uuid, $4::uuid, $5::text, $6::text,
    (select count(*) from written), $8::timestamptz
  on conflict (id) do update set eligible = leader_trade.eligible + excluded.eligible`;

/** The id of a follow row is made of its key, so that writing it twice is the same row. */
const followId = (user: string): string => `md5($1::text || ${user}::text)::uuid`;

/**
 * One row for every member who has auto-buy enabled at this instant, except the leader.
 * $1 trade, $2 leader, $3 group, $4 proposal, $5 vertical, $6 side, $7 price, $8 now, $9 deadline.
 */
export const openingFollowsStatement: Statement = {
  name: 'write opening follows',
  text: `with written as (
    insert into follow (${followColumns})
    select $1::uuid, m.user_id, ${followId('m.user_id')}, $2::uuid, $3::uuid, $4::uuid, $5::text,
      $6::text, m.auto_buy_amount, $7::numeric, 'QUEUED', $8::timestamptz, $9::timestamptz
    from membership m
    where m.group_id = $3::uuid and m.auto_buy_enabled and m.status = 'ACTIVE'
      and m.user_id <> $2::uuid
    returning 1
  ) ${recordLeaderTrade}`,
};

/**
 * One row for every member who mirrors exits and still holds untouched what a follow bought.
 * As above, and $10 sold, $11 held, $12 the only follower or null for all.
 */
const exitFollows = (name: string, positions: string): Statement => ({
  name,
  text: `with written as (
    insert into follow (${followColumns}, fraction_sold, fraction_held)
    select $1::uuid, p.user_id, ${followId('p.user_id')}, $2::uuid, $3::uuid, $4::uuid, $5::text,
      $6::text, 0, $7::numeric, 'QUEUED', $8::timestamptz, $9::timestamptz, $10::int8, $11::int8
    from ${positions} p
    join membership m on m.group_id = $3::uuid and m.user_id = p.user_id
    where p.proposal_id = $4::uuid and p.followed > 0 and p.user_id <> $2::uuid
      and m.auto_buy_enabled and m.mirror_exits and m.status = 'ACTIVE'
      and ($12::uuid is null or p.user_id = $12::uuid)
    on conflict do nothing
    returning 1
  ) ${recordLeaderTrade}`,
});

export const spotExitFollowsStatement = exitFollows('write spot exit follows', 'spot_position');
export const predictionExitFollowsStatement = exitFollows(
  'write prediction exit follows',
  'prediction_position',
);

/**
 * The same of perpetuals, whose follows are flagged on the position. An exit that a trigger made is
 * left to followers who have triggers of their own (contract 18.24). $13 whether a trigger made it.
 */
export const perpExitFollowsStatement: Statement = {
  name: 'write perp exit follows',
  text: `with written as (
    insert into follow (${followColumns}, fraction_sold, fraction_held)
    select distinct on (p.user_id) $1::uuid, p.user_id, ${followId('p.user_id')}, $2::uuid,
      $3::uuid, $4::uuid, $5::text, $6::text, 0, $7::numeric, 'QUEUED', $8::timestamptz,
      $9::timestamptz, $10::int8, $11::int8
    from perp_position p
    join membership m on m.group_id = $3::uuid and m.user_id = p.user_id
    where p.proposal_id = $4::uuid and p.followed and p.closed_at is null and p.user_id <> $2::uuid
      and m.auto_buy_enabled and m.mirror_exits and m.status = 'ACTIVE'
      and ($12::uuid is null or p.user_id = $12::uuid)
      and not ($13::boolean and p.own_triggers)
    on conflict do nothing
    returning 1
  ) ${recordLeaderTrade}`,
};

export interface ClaimedFollow {
  readonly leaderTradeId: string;
  readonly followerId: string;
  readonly fence: number;
  readonly vertical: string;
  readonly groupId: string;
  readonly proposalId: string;
  readonly side: string;
  readonly amount: bigint;
  readonly leaderPrice: string;
  readonly sold: bigint | null;
  readonly held: bigint | null;
  readonly idpId: string;
  readonly username: string;
  readonly walletAddress: string;
}

/**
 * Takes queued rows under a lease on real time; the fence makes a claim that has expired fail
 * when it comes late. $1 limit, $2 lease in milliseconds.
 */
export const claimFollowsStatement: Statement = {
  name: 'claim follows',
  text: `with due as (
    select leader_trade_id, follower_id from follow
    where status = 'QUEUED' and lease_until <= clock_timestamp()
    order by created_at limit $1 for update skip locked
  )
  update follow f set fence = f.fence + 1,
    lease_until = clock_timestamp() + $2::int8 * interval '1 millisecond'
  from due, app_user u
  where f.leader_trade_id = due.leader_trade_id and f.follower_id = due.follower_id
    and u.id = f.follower_id
  returning f.leader_trade_id, f.follower_id, f.fence, f.vertical, f.group_id, f.proposal_id,
    f.side, f.amount, f.leader_price::text, f.fraction_sold, f.fraction_held, u.idp_id, u.username,
    u.wallet_address`,
};

export const readClaim = (raw: readonly unknown[]): ClaimedFollow => {
  const [leaderTradeId, followerId, fence, vertical, groupId, proposalId, side, amount] = raw;
  const [leaderPrice, sold, held, idpId, username, walletAddress] = raw.slice(8);
  return {
    leaderTradeId,
    followerId,
    fence,
    vertical,
    groupId,
    proposalId,
    side,
    amount,
    leaderPrice,
    sold,
    held,
    idpId,
    username,
    walletAddress,
  } as ClaimedFollow;
};

/** Follows whose order was in flight and is final now. $1 limit. */
export const reconcilableFollowsStatement: Statement = {
  name: 'reconcilable follows',
  text: `select f.leader_trade_id, f.follower_id, f.group_id, f.trade_id from follow f
    cross join lateral (select status from intent where id = f.trade_id limit 1) i
    where f.status = 'UNKNOWN' and i.status in ('SETTLED', 'FAILED') limit $1`,
};

/** Whether any follow is queued or waits for its venue. */
export const pendingFollowsStatement: Statement = {
  name: 'pending follows',
  text: `select exists (select 1 from follow where status = 'QUEUED') as queued,
    exists (select 1 from follow where status = 'UNKNOWN') as unknown`,
};

export interface FollowHistoryRow {
  readonly id: string;
  readonly vertical: string;
  readonly proposal_id: string;
  readonly leader_trade_id: string;
  readonly side: string;
  readonly status: string;
  readonly code: string | null;
  readonly message: string | null;
  readonly trade_id: string | null;
  readonly created_at: number;
  readonly settled_at: number | null;
}

/**
 * A member's own follows, newest first: in the order of the leaders' trades, whose ids grow with
 * time. $1 member, $2 group, $3 cursor (leader trade), $4 limit.
 */
export const followHistoryStatement: Statement = {
  name: 'follow history',
  text: `select id, vertical, proposal_id, leader_trade_id, side, status, code, message, trade_id,
      created_at, settled_at
    from follow
    where follower_id = $1 and group_id = $2 and leader_trade_id < $3::uuid
    order by leader_trade_id desc limit $4`,
};

/** Whether the user is or was a member. $1 group, $2 user. */
export const followerStatement: Statement = {
  name: 'follower of group',
  text: 'select 1 from membership where group_id = $1 and user_id = $2',
};
