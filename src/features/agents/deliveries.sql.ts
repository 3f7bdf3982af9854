import type { Statement } from '../../platform/db/table.ts';
import { DELIVERIES_AT_ONCE } from './limits.ts';
import type { WebhookEvent } from './tables.ts';

/** Removes what waits for agents. $1 uuid[]. */
export const dropDeliveriesStatement: Statement = {
  name: 'drop agent deliveries',
  text: 'delete from agent_delivery where agent_id = any($1::uuid[])',
};

/** Whether an agent has not been told of the newest messages of its group's chat. */
export const untoldAgentsStatement: Statement = {
  name: 'untold agents',
  text: `select 1 as one from external_agent a
    cross join lateral (select last_at from chat_group where group_id = a.group_id limit 1) c
    where a.enabled and c.last_at > a.seen_at limit 1`,
};

const INSTANT = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;

/**
 * Writes the deliveries of what has been posted since the agents were told, each message once per
 * agent, and moves on what they have been told. Messages of a group become visible in the order of
 * their instants, so nothing is left out. $1 timestamptz, real time.
 */
export const fanOutStatement: Statement = {
  name: 'fan out to agents',
  text: `
    with agent as (
      select a.id, a.group_id, a.events, a.seen_at from external_agent a
      cross join lateral (select last_at from chat_group where group_id = a.group_id limit 1) c
      where a.enabled and c.last_at > a.seen_at
      order by a.id limit 100 for update of a skip locked),
    batch as (
      select a.id as agent_id, a.group_id, a.events, m.*,
        case when m.cause_id is null then 'message.created'
          else case m.metadata::jsonb ->> 'kind' when 'PROPOSAL' then 'proposal.opened'
            when 'CLOSE' then 'proposal.closed' when 'RESOLUTION' then 'proposal.resolved' end
        end as event
      from agent a cross join lateral (
        select id, sender_id, type, content, metadata, reply_to_id, cause_id, created_at, deleted_at
        from chat_message where group_id = a.group_id and created_at > a.seen_at
        order by created_at limit 200) m),
    moved as (
      update external_agent e set seen_at = b.last_at
      from (select agent_id, max(created_at) as last_at from batch group by agent_id) b
      where e.id = b.agent_id)
    insert into agent_delivery (id, agent_id, group_id, cause_id, event, payload, attempts,
      next_attempt_at, created_at)
    select gen_random_uuid(), b.agent_id, b.group_id, b.id, b.event,
      jsonb_build_object('at', to_char(b.created_at at time zone 'UTC', ${INSTANT}), 'data',
        case when b.cause_id is null then jsonb_build_object('messageId', b.id,
            'senderId', b.sender_id, 'username', u.username, 'type', b.type,
            'content', b.content, 'replyToId', b.reply_to_id)
          else b.metadata::jsonb || jsonb_build_object('messageId', b.id, 'text', b.content)
        end)::text,
      0, $1::timestamptz, $1::timestamptz
    from batch b cross join lateral (select username from app_user where id = b.sender_id limit 1) u
    where b.deleted_at is null and b.event = any(string_to_array(b.events, ','))
    on conflict (agent_id, cause_id) do nothing`,
};

/**
 * Takes the earliest delivery that is due of each agent for an attempt, which belongs to the caller
 * until the lease ends. $1 timestamptz now, $2 timestamptz end of the lease, both real time, $3
 * uuid[] agents that are being called, $4 limit.
 */
export const claimDeliveriesStatement: Statement = {
  name: 'claim agent deliveries',
  text: `
    with chosen as (
      select d.id, a.url, a.secret, a.created_by from external_agent a
      cross join lateral (select id, next_attempt_at from agent_delivery
        where agent_id = a.id and next_attempt_at <= $1::timestamptz
        order by next_attempt_at limit 1 for update skip locked) d
      where a.enabled and a.id <> all($3::uuid[])
      order by d.next_attempt_at limit $4::int4),
    -- The number tells the planner that these are few.
    due as (select * from chosen limit ${DELIVERIES_AT_ONCE})
    update agent_delivery d set attempts = d.attempts + 1, next_attempt_at = $2::timestamptz
    from due where d.id = due.id
    returning d.id, d.agent_id as "agentId", d.group_id as "groupId", d.event, d.payload,
      d.attempts as "attempt", due.url, due.secret, due.created_by as "createdBy"`,
};
export interface ClaimedDelivery {
  readonly id: string;
  readonly agentId: string;
  readonly groupId: string;
  readonly event: WebhookEvent;
  readonly payload: string;
  readonly attempt: number;
  readonly url: string;
  readonly secret: string;
  readonly createdBy: string;
}
