import { accountCodes, transferKinds } from '../../ledger/accounts.ts';
import type { AuditCheck } from '../../ledger/audit.ts';
import { SUSPENDED_AFTER_MS } from './subscription.ts';

const { available } = accountCodes;
const { groupFee } = transferKinds;

/** A fee and its transfer are one: from the member to the admin, the same amount. */
const feesCheck: AuditCheck = {
  name: 'I5 every group fee is one transfer from one person to another',
  text: `select coalesce(p.id, t.id)::text as offender
    from group_fee_payment p
    full join (
      select transfer_id as id, count(*) as lines, min(at) as at,
        bool_and(account = ${available} and asset_id = 0) as plain,
        sum(amount) filter (where amount > 0) as amount,
        (array_agg(user_id) filter (where amount < 0))[1] as payer_id,
        (array_agg(user_id) filter (where amount > 0))[1] as payee_id
      from entry where kind = ${groupFee} group by transfer_id
    ) t on t.id = p.id
    where p.id is null or t.id is null or t.lines <> 2 or not t.plain
      or t.amount is distinct from p.joining_fee + p.subscription_fee
      or t.payer_id is distinct from p.payer_id or t.payee_id is distinct from p.payee_id
      or t.at <> p.created_at`,
};

/** A renewal pays a period that nothing has paid before. */
const periodsCheck: AuditCheck = {
  name: 'I12 every period of a subscription is paid once',
  text: `select id::text as offender
    from (
      select id, kind, period_start, lag(period_end) over (
        partition by group_id, payer_id order by created_at, period_start, id) as paid_until
      from group_fee_payment
    ) p where kind = 'RENEWAL' and period_start < paid_until`,
};

/** What is paid runs at most to the next charge, and what is due comes when it has to. */
const subscriptionsCheck: AuditCheck = {
  name: 'I12 subscriptions are in the state of their payments',
  text: `select m.user_id || ' in ' || m.group_id as offender
    from membership m
    left join lateral (
      select period_end as paid_until from group_fee_payment p
      where p.group_id = m.group_id and p.payer_id = m.user_id and p.created_at >= m.joined_at
      order by created_at desc, period_start desc, id desc limit 1
    ) p on true
    where (m.due_at is not null and m.status <> 'ACTIVE')
      or (m.status = 'ACTIVE' and case m.subscription_status
        when 'NONE' then m.due_at is not null or m.suspended
        when 'PAST_DUE' then p.paid_until > m.next_charge_at
          or case when m.suspended then m.due_at is not null
            else m.due_at is null or m.due_at <= m.next_charge_at or m.due_at > m.next_charge_at
              + interval '${SUSPENDED_AFTER_MS} milliseconds' end
        else p.paid_until > m.next_charge_at or m.suspended
          or m.due_at is distinct from m.next_charge_at end)`,
};

/**
 * How every proposal has ended for its creator by its own rows: what it came to, what was put in or
 * the percentage itself, and when, where the rows tell that.
 */
const derivedCalls = `
  select id as proposal_id, group_id, vertical, creator_id, exit_pnl::numeric as pnl,
    null::numeric as put_in, exit_pnl_pct as return_pct, closed_at, true as is_over
  from spot_proposal where closed_at is not null and exit_pnl is not null
  union all
  select p.id, p.group_id, 'PREDICTION', p.creator_id,
    s.realized_pnl + case when p.status = 'RESOLVED' then s.quantity
      * case when p.result = 'VOID' then 1 when p.did_win then 2 else 0 end / 2 - s.cost
      else 0 end,
    s.realized_cost + case when p.status = 'RESOLVED' then s.cost else 0 end, null, null,
    p.status = 'RESOLVED' or s.quantity = 0
  from prediction_proposal p
  join prediction_position s on s.proposal_id = p.id and s.user_id = p.creator_id
  where p.status in ('CLOSED', 'RESOLVED')
  union all
  select p.id, p.group_id, 'PERP', p.creator_id, s.price_pnl + s.funding - s.fees - s.penalty,
    s.initial_collateral + s.added_collateral, null, s.closed_at, true
  from perp_proposal p join perp_position s on s.id = p.position_id where s.status <> 'OPEN'`;

/** A closed call says what its proposal says; the percentage is right to half of its last digit. */
const callsCheck: AuditCheck = {
  name: 'I8 closed calls are what their proposals have come to',
  text: `select coalesce(c.proposal_id, d.proposal_id)::text as offender
    from closed_call c full join (${derivedCalls}) d on d.proposal_id = c.proposal_id
    where d.proposal_id is null or (c.proposal_id is null and d.is_over)
      or c.group_id <> d.group_id or c.vertical <> d.vertical or c.creator_id <> d.creator_id
      or c.pnl <> d.pnl or c.closed_at <> d.closed_at
      or case when d.put_in is null then c.return_pct <> d.return_pct
        when d.put_in = 0 then c.return_pct <> 0
        else abs(c.return_pct * d.put_in - d.pnl * 100) * 2 > d.put_in * 1e-18 end`,
};

/** The kept sums of a group are those of its closed calls. */
const performanceCheck: AuditCheck = {
  name: 'I8 kept figures of groups are the sums of their calls',
  text: `select coalesce(g.id, p.group_id)::text as offender
    from trading_group g
    full join group_performance p on p.group_id = g.id
    left join (
      select group_id, count(*) as closed, count(*) filter (where pnl > 0) as won, sum(pnl) as pnl,
        greatest(max(pnl), 0) as most, least(min(pnl), 0) as least, sum(return_pct) as returns,
        sum(return_pct * return_pct) as squares
      from closed_call group by group_id
    ) c on c.group_id = g.id
    where g.id is null or p.group_id is null
      or (p.closed_count, p.win_count, p.all_time_pnl, p.biggest_win, p.biggest_loss,
          p.return_sum, p.return_square_sum)
        is distinct from (coalesce(c.closed, 0), coalesce(c.won, 0), coalesce(c.pnl, 0),
          coalesce(c.most, 0), coalesce(c.least, 0), coalesce(c.returns, 0),
          coalesce(c.squares, 0))`,
};

const positions = `select group_id, user_id from spot_position
  union select group_id, user_id from prediction_position
  union select group_id, user_id from perp_position`;

/** The kept counts of a group are what there is to count. */
const countsCheck: AuditCheck = {
  name: 'I8 kept counts of groups are those of their rows',
  text: `select g.id::text as offender
    from trading_group g
    left join (
      select group_id, sum(members) as members, sum(participants) as participants,
        sum(trades) as trades, sum(predictions) as predictions
      from group_tally group by group_id
    ) t on t.group_id = g.id
    left join (
      select m.group_id, count(*) as members, count(h.user_id) as participants
      from membership m left join (${positions}) h using (group_id, user_id)
      where m.status = 'ACTIVE' group by m.group_id
    ) m on m.group_id = g.id
    left join (
      select group_id, count(*) as trades
      from (
        select group_id from spot_trade union all select group_id from prediction_trade
        union all select group_id from perp_trade
      ) x group by group_id
    ) x on x.group_id = g.id
    left join (
      select group_id, count(*) as predictions from prediction_proposal
      where status not in ('PENDING', 'FAILED') group by group_id
    ) c on c.group_id = g.id
    where (coalesce(t.members, 0), coalesce(t.participants, 0), coalesce(t.trades, 0),
        coalesce(t.predictions, 0))
      is distinct from (coalesce(m.members, 0), coalesce(m.participants, 0),
        coalesce(x.trades, 0), coalesce(c.predictions, 0))
    union all
    select coalesce(p.group_id, h.group_id) || ' ' || coalesce(p.user_id, h.user_id)
    from group_participant p full join (${positions}) h using (group_id, user_id)
    where p.user_id is null or h.user_id is null`,
};

/** What holds of groups, their fees and their figures. */
export const groupChecks: readonly AuditCheck[] = [
  feesCheck,
  periodsCheck,
  subscriptionsCheck,
  callsCheck,
  performanceCheck,
  countsCheck,
];
