import type { AuditCheck } from '../../ledger/audit.ts';
import { REACTION_KEYS } from './tables.ts';

/** The instants of a group's messages; the order of ids is that of instants within a process only. */
const orderCheck: AuditCheck = {
  name: 'I23 instants of a group rise with its messages',
  text: `select group_id || ' at ' || created_at as offender from chat_message
    group by group_id, created_at having count(*) > 1
    union all
    select g.id::text from trading_group g
    left join chat_group c on c.group_id = g.id
    left join (select group_id, max(created_at) as newest from chat_message group by 1) m
      on m.group_id = g.id
    where c.last_at is null or c.last_at < g.created_at or c.last_at < m.newest
    union all
    select r.group_id || ' of ' || r.user_id from chat_read r
    left join chat_group c on c.group_id = r.group_id
    where c.last_at is null or r.last_read_at > c.last_at`,
};

/** Every announcement, posted or still to post, and what calls there are to announce. */
const CALLS = `told as (
    select (metadata::jsonb ->> 'proposalId')::uuid as id, metadata::jsonb ->> 'kind' as kind
    from chat_message where cause_id is not null and metadata::jsonb ->> 'kind' <> 'AGENT'
    union all
    select proposal_id, kind from chat_announcement),
  call as (
    select id, closed_at is not null as closed, false as resolved from spot_proposal
    union all
    select id, closed_at is not null, false from perp_proposal
    union all
    select id, case status when 'ACTIVE' then false when 'CLOSED' then true end,
      status = 'RESOLVED' from prediction_proposal where status not in ('PENDING', 'FAILED'))`;

const openingsCheck: AuditCheck = {
  name: 'I23 every opening is told to the chat once',
  text: `with ${CALLS}
    select coalesce(c.id, t.id)::text as offender from call c
    full join (select id, count(*) as count from told where kind = 'PROPOSAL' group by id) t
      on t.id = c.id
    where c.id is null or t.count is distinct from 1`,
};

/** A call that has resolved may have been closed before. */
const endsCheck: AuditCheck = {
  name: 'I23 every end of a call is told to the chat once',
  text: `with ${CALLS},
    counted as (
      select c.id, c.closed, c.resolved, count(t.id) filter (where t.kind = 'CLOSE') as closes,
        count(t.id) filter (where t.kind = 'RESOLUTION') as resolutions
      from call c left join told t on t.id = c.id group by 1, 2, 3)
    select id::text as offender from counted
    where closes > 1 or closes <> coalesce(closed::int, closes) or resolutions <> resolved::int
    union all
    select t.id::text from told t left join call c on c.id = t.id where c.id is null`,
};

const postedCheck: AuditCheck = {
  name: 'I23 what waits to be posted has not been',
  text: `select a.id::text as offender from chat_announcement a
    join chat_message m on m.cause_id = a.id
    union all
    select cause_id::text from chat_message where cause_id is not null
    group by cause_id having count(*) > 1`,
};

const reactionsCheck: AuditCheck = {
  name: 'I23 reactions are published ones, once per member and message',
  text: `select r.message_id || ' of ' || r.user_id as offender from chat_reaction r
    left join chat_message m on m.id = r.message_id
    where m.id is null or r.key not in (${REACTION_KEYS.map((key) => `'${key}'`).join(', ')})
    union all
    select message_id || ' of ' || user_id from chat_reaction
    group by message_id, user_id, key having count(*) > 1`,
};

/** What holds of chat. */
export const chatChecks: readonly AuditCheck[] = [
  orderCheck,
  openingsCheck,
  endsCheck,
  postedCheck,
  reactionsCheck,
];
