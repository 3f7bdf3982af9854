import type { AuditCheck } from '../../ledger/audit.ts';

/** Time a follow that is due may wait for workers of a service that was down or busy. */
const SLACK = `interval '30 seconds'`;

/** Each leader trade has as many follow rows as it counted members. */
const rowsCheck: AuditCheck = {
  name: 'I13 every leader trade has one row per eligible member',
  text: `select coalesce(l.id, f.id)::text as offender
    from leader_trade l
    full join (select leader_trade_id as id, count(*) as count from follow group by 1) f
      on f.id = l.id
    where l.id is null or l.eligible <> coalesce(f.count, 0)`,
};

/** Every opening is told to those who follow, and nothing is told that did not happen. */
const leadersCheck: AuditCheck = {
  name: 'I13 every opening trade is a leader trade',
  text: `select t.id::text as offender from final_trade t
    where t.origin in ('OPEN', 'CLOSE') and not exists (select 1 from leader_trade l where l.id = t.id)
    union all
    select l.id::text from leader_trade l
    where not exists (
      select 1 from final_trade t where t.id = l.id and t.user_id = l.leader_id)`,
};

/**
 * $1 timestamptz: business time. A follow is made or given up by its deadline, unless the sandbox
 * holds the workers.
 */
const deadlineCheck: AuditCheck = {
  name: 'I13 every follow has its result in time',
  takesNow: true,
  text: `select leader_trade_id || ' of ' || follower_id as offender from follow
    where status = 'QUEUED' and deadline_at + ${SLACK} < $1::timestamptz
      and not exists (select 1 from setting where key = 'follow:hold' and value = '1')`,
};

/** A result is complete: a trade, an order in flight, or a code that says why not. */
const resultsCheck: AuditCheck = {
  name: 'I13 every result says what happened',
  text: `select f.leader_trade_id || ' of ' || f.follower_id as offender
    from follow f
    where case f.status
      when 'QUEUED' then f.trade_id is not null or f.settled_at is not null
      when 'UNKNOWN' then f.trade_id is null or f.settled_at is not null
        or not exists (select 1 from intent i where i.id = f.trade_id)
      when 'FILLED' then f.trade_id is null or f.settled_at is null
      else f.code is null or f.settled_at is null end`,
};

/** A follow is the leader's trade at the member's size: same proposal, same side, not more. */
const tradesCheck: AuditCheck = {
  name: 'I14 followed trades match their leader trade',
  text: `select f.leader_trade_id || ' of ' || f.follower_id as offender
    from follow f left join final_trade t on t.id = f.trade_id
    where f.status = 'FILLED' and (t.id is null
      or t.user_id <> f.follower_id or t.proposal_id <> f.proposal_id or t.side <> f.side
      or t.origin <> case when f.fraction_sold is null then 'FOLLOW' else 'EXIT' end
      or (f.fraction_sold is null and t.gross > f.amount))
    union all
    select t.id::text from final_trade t
    left join (select trade_id, count(*) as count from follow group by trade_id) f
      on f.trade_id = t.id
    where t.origin in ('FOLLOW', 'EXIT') and f.count is distinct from 1`,
};

const uniqueCheck: AuditCheck = {
  name: 'I16 one follow per leader trade and member',
  text: `select leader_trade_id || ' of ' || follower_id as offender
    from follow group by leader_trade_id, follower_id having count(*) > 1`,
};

/** What holds of following. */
export const followChecks: readonly AuditCheck[] = [
  rowsCheck,
  leadersCheck,
  deadlineCheck,
  resultsCheck,
  tradesCheck,
  uniqueCheck,
];
