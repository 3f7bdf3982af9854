import type { Statement } from '../../platform/db/table.ts';

/** $1 uuid, $2 uuid: user, $3 text: address or null, $4 text, $5 text, $6 timestamptz: now. */
export const insertMail: Statement = {
  name: 'insert mail',
  text: `
    insert into mail (id, user_id, recipient, subject, body, created_at)
    values ($1, $2, $3, $4, $5, $6)`,
};

/**
 * Takes mail to be sent; nobody else takes it before the lease ends. $1 timestamptz: now, $2
 * timestamptz: end of the lease, $3 integer: rows.
 */
export const claimMail: Statement = {
  name: 'claim mail',
  text: `
    with due as materialized (
      select id from mail where status = 'QUEUED' and next_attempt_at <= $1
      order by next_attempt_at limit $3 for update skip locked)
    update mail m set attempts = m.attempts + 1, next_attempt_at = $2
    where m.id = any(array(select id from due))
    returning m.id, m.subject, m.body, m.attempts,
      coalesce(m.recipient, (
        select l.email from identity_provider.login l
        where l.user_id = m.user_id and l.verified_at is not null)) as recipient`,
};
export interface ClaimedMailRow {
  readonly id: string;
  readonly recipient: string | null;
  readonly subject: string;
  readonly body: string;
  readonly attempts: number;
}

/**
 * What became of a mail; one that was sent or given up keeps no body. $1 uuid, $2 text: status, $3
 * text: the address it went to, $4 timestamptz: now.
 */
export const settleMail: Statement = {
  name: 'settle mail',
  text: `
    update mail set status = $2, recipient = $3, settled_at = $4,
      body = case when $2 = 'OUTBOX' then body else '' end
    where id = $1 and status = 'QUEUED'`,
};

/** The next try of a mail. $1 uuid, $2 timestamptz. */
export const postponeMail: Statement = {
  name: 'postpone mail',
  text: `update mail set next_attempt_at = $2 where id = $1 and status = 'QUEUED'`,
};

/** The outbox, the newest first. $1 uuid: before this id, $2 integer: rows. */
export const outboxPage: Statement = {
  name: 'outbox',
  text: `
    select id, recipient, subject, body, created_at as "createdAt" from mail
    where status = 'OUTBOX' and id < $1 order by id desc limit $2`,
};
export interface OutboxRow {
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  readonly createdAt: number;
}

/** Mail that was settled long ago. $1 timestamptz. */
export const pruneMail: Statement = {
  name: 'prune mail',
  text: 'delete from mail where settled_at < $1',
};

/** $1 timestamptz: now, as the next ones. */
export const pruneChallenges: Statement = {
  name: 'prune challenges',
  text: 'delete from identity_provider.challenge where expires_at < $1',
};
export const pruneThrottle: Statement = {
  name: 'prune throttle',
  text: 'delete from identity_provider.throttle where window_ends < $1',
};
export const pruneMailTokens: Statement = {
  name: 'prune mail tokens',
  text: 'delete from identity_provider.mail_token where expires_at < $1',
};
export const pruneSessions: Statement = {
  name: 'prune sessions',
  text: 'delete from identity_provider.session where expires_at < $1',
};

/** Whether there is something for the worker. $1 timestamptz: now. */
export const mailWaits: Statement = {
  name: 'mail waits',
  text: `
    select (exists (select 1 from mail where status = 'QUEUED' and next_attempt_at <= $1)
      or (select id from identity_provider.reset_request order by id limit 1) is not null) as waits`,
};
