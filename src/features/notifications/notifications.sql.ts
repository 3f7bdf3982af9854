import type { Statement } from '../../platform/db/table.ts';

/** What a user has chosen. $1 user. */
export const settingsStatement: Statement = {
  name: 'notification settings',
  text: `select mail, in_app as "inApp" from notification_setting where user_id = $1::uuid`,
};

/** Whether somebody who wants mail of calls has not been told of one in a group's chat. */
const NEWER_CALLS = `exists (select 1 from membership m
  left join call_notice n on n.user_id = m.user_id and n.group_id = m.group_id
  cross join lateral (select 1 from chat_message c
    where c.group_id = m.group_id and c.cause_id is not null
      and c.created_at > greatest(s.calls_from, n.seen_at, m.joined_at) limit 1) c
  where m.user_id = s.user_id and m.status = 'ACTIVE')`;

/** Users for whom there may be something to mail. $1 business time, $2 rows. */
export const waitingStatement: Statement = {
  name: 'users to notify',
  text: `select s.user_id as "userId", s.mail, s.mailed_seq as "mailedSeq",
      s.digest_at as "digestAt", w.event_seq as "eventSeq", u.username
    from notification_setting s
    cross join lateral (select event_seq from wallet where user_id = s.user_id limit 1) w
    cross join lateral (select username from app_user where id = s.user_id limit 1) u
    where s.mail <> '' and (w.event_seq > s.mailed_seq or s.digest_at <= $1::timestamptz
      or (position('calls' in s.mail) > 0 and ${NEWER_CALLS}))
    order by s.user_id limit $2::int4`,
};
export interface WaitingRow {
  readonly [column: string]: unknown;
  readonly userId: string;
  readonly mail: string;
  readonly mailedSeq: bigint;
  readonly digestAt: number | null;
  readonly eventSeq: bigint;
  readonly username: string;
}

/** Events of a user that mails tell of. $1 user, $2 after, $3 up to. */
export const toldEventsStatement: Statement = {
  name: 'events to mail',
  text: `select type, at, data from event
    where user_id = $1::uuid and seq > $2::int8 and seq <= $3::int8
      and type in ('follow.result', 'perp.trade')
    order by seq`,
};

/** What the service has told in the groups of a user since. $1 user. */
export const newCallsStatement: Statement = {
  name: 'calls to mail',
  text: `select m.group_id as "groupId", g.name, c.content, c.metadata, c.created_at as "createdAt",
      c.sender_id = m.user_id as own
    from membership m
    join notification_setting s on s.user_id = m.user_id
    left join call_notice n on n.user_id = m.user_id and n.group_id = m.group_id
    cross join lateral (select name from trading_group where id = m.group_id limit 1) g
    cross join lateral (select content, metadata, created_at, sender_id from chat_message c
      where c.group_id = m.group_id and c.cause_id is not null
        and c.created_at > greatest(s.calls_from, n.seen_at, m.joined_at)
      order by c.created_at limit 50) c
    where m.user_id = $1::uuid and m.status = 'ACTIVE'
    order by m.group_id, c.created_at`,
};
export interface CallRow {
  readonly [column: string]: unknown;
  readonly groupId: string;
  readonly name: string;
  readonly content: string;
  readonly metadata: string;
  readonly createdAt: number;
  readonly own: boolean;
}

/** What has happened to a user in a time, by type. $1 user, $2 since, $3 until. */
export const digestStatement: Statement = {
  name: 'events of a digest',
  text: `select type, count(*)::int4 as count from event
    where user_id = $1::uuid and at >= $2::timestamptz and at < $3::timestamptz
    group by type`,
};

/** What a user can spend. $1 user. */
export const cashStatement: Statement = {
  name: 'cash of a digest',
  text: 'select available from wallet where user_id = $1::uuid',
};
