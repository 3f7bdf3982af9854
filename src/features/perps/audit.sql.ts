import { accountCodes, transferKinds } from '../../ledger/accounts.ts';
import type { AuditCheck } from '../../ledger/audit.ts';

const { available, venueFees, perpMargin, insurance } = accountCodes;
const { trade, funding, claim } = transferKinds;

/** Each transfer that touches margin as one line. */
const booked = (kind: number): string => `select transfer_id as id,
    (array_agg(user_id) filter (where account = ${available}))[1] as user_id,
    coalesce(sum(amount) filter (where account = ${available}), 0) as wallet,
    coalesce(sum(amount) filter (where account = ${perpMargin}), 0) as margin,
    coalesce(sum(amount) filter (where account = ${venueFees}), 0) as fees,
    coalesce(sum(amount) filter (where account = ${insurance}), 0) as insurance
  from entry where kind = ${kind} group by transfer_id
  having bool_or(account = ${perpMargin})`;

/**
 * A trade and its transfer are one. Collateral comes from the wallet and goes back to it, unless a
 * take-profit waits; what the position gains and loses goes through its margin.
 */
const tradesCheck: AuditCheck = {
  name: 'I5 perp trades and transfers are one to one',
  text: `select coalesce(t.id, b.id)::text as offender
    from perp_trade t full join (${booked(trade)}) b on b.id = t.id
    where t.id is null
      or (b.id is null and (t.collateral_in, t.collateral_out, t.price_pnl) <> (0, 0, 0))
      or b.fees <> t.fee or (b.user_id is not null and b.user_id <> t.user_id)
      or b.wallet <> case t.origin when 'TAKE_PROFIT' then 0 else t.collateral_out end
        - t.collateral_in
      or b.margin <> t.collateral_in + t.price_pnl + t.funding - t.fee - t.penalty
        - case t.origin when 'TAKE_PROFIT' then 0 else t.collateral_out end
      or (b.insurance <> 0 and t.action <> 'LIQUIDATION')`,
};

/** Funding apart from trades: each payment once, between margin and venue. */
const fundingCheck: AuditCheck = {
  name: 'I5 funding payments and transfers are one to one',
  text: `select coalesce(f.id, b.id)::text as offender
    from perp_funding_payment f full join (${booked(funding)}) b on b.id = f.id
    where f.id is null or b.id is null or b.margin <> f.amount or b.wallet <> 0 or b.fees <> 0`,
};

/** A position is the sum of what happened to it; lots that are not closed are open. */
const positionsCheck: AuditCheck = {
  name: 'I8 perp positions are the sums of their trades',
  text: `select p.id::text as offender
    from perp_position p
    full join (
      select position_id,
        sum(case when action in ('OPEN', 'ADD') then lots else -lots end) as open_lots,
        sum(case when action in ('OPEN', 'ADD') then 0 else lots end) as closed_lots,
        sum(collateral_in) as put_in, sum(collateral_out) as put_out, sum(fee) as fees,
        sum(penalty) as penalty, sum(price_pnl) as price_pnl, sum(funding) as funding
      from perp_trade group by position_id
    ) t on t.position_id = p.id
    left join (
      select position_id, sum(amount) as funding from perp_funding_payment group by position_id
    ) f on f.position_id = p.id
    where p.id is null or t.position_id is null
      or abs(p.base_lots) <> t.open_lots or p.closed_lots <> t.closed_lots
      or p.initial_collateral + p.added_collateral <> t.put_in
      or p.fees <> t.fees or p.penalty <> t.penalty or p.price_pnl <> t.price_pnl
      or p.funding <> t.funding + coalesce(f.funding, 0)
      or p.collateral <> t.put_in - t.put_out + p.price_pnl + p.funding - p.fees - p.penalty`,
};

/** What stands in subaccounts is what the ledger holds for them. */
const marginCheck: AuditCheck = {
  name: 'I10 margin accounts are the collateral of positions',
  text: `select 'margin ' || m.held || ', positions ' || m.owned as offender
    from (
      select coalesce((select sum(amount) from entry where account = ${perpMargin}), 0) as held,
        coalesce((select sum(collateral + claimable) from perp_position), 0) as owned
    ) m where m.held <> m.owned
    union all
    select 'insurance ' || i.held || ', fund ' || i.owned
    from (
      select coalesce((select sum(amount) from entry where account = ${insurance}), 0) as held,
        (select balance from perp_insurance) as owned
    ) i where i.held <> i.owned`,
};

/** Net result and what came back agree for every closed position (venues/perps.md 3.7). */
const realizedCheck: AuditCheck = {
  name: 'I10 returned collateral is what was put in and the net result',
  text: `select p.id::text as offender from perp_position p
    join (
      select position_id, sum(collateral_out) as put_out from perp_trade group by position_id
    ) t on t.position_id = p.id
    where p.status <> 'OPEN' and t.put_out <> greatest(0, p.initial_collateral + p.added_collateral
      - p.withdrawn_collateral + p.price_pnl + p.funding - p.fees - p.penalty)`,
};

/** A take-profit is claimed once, for what it has left. */
const claimsCheck: AuditCheck = {
  name: 'I11 take-profits are claimed once',
  text: `select coalesce(p.user_id, c.user_id)::text as offender
    from (
      select user_id, sum(t.collateral_out - p.claimable) as paid
      from perp_position p
      join (select position_id, collateral_out from perp_trade where origin = 'TAKE_PROFIT') t
        on t.position_id = p.id
      group by user_id
    ) p
    full join (
      select user_id, sum(wallet) as paid from (${booked(claim)}) b group by user_id
    ) c using (user_id)
    where coalesce(p.paid, 0) <> coalesce(c.paid, 0)`,
};

/** A subaccount is in use exactly while its position is open, unclaimed or pending. */
const subaccountsCheck: AuditCheck = {
  name: 'I10 subaccounts in use are those of positions and orders',
  text: `select coalesce(a.user_id, u.user_id) || ' ' || coalesce(a.n, u.n) as offender
    from (
      select user_id, n from perp_account
      cross join generate_series(1, 100) n
      where (('x' || lpad(in_use, 25, '0'))::bit(100))::text like
        repeat('_', 100 - n) || '1' || repeat('_', n - 1)
    ) a
    full join (
      select user_id, subaccount::int as n from perp_position
      where status = 'OPEN' or claimable > 0
      union all
      select user_id, (payload::jsonb -> 'order' ->> 'subaccount')::int from intent
      where vertical = 'PERP' and kind in ('OPEN', 'JOIN', 'FOLLOW')
        and status in ('SUBMITTED', 'UNKNOWN')
    ) u on u.user_id = a.user_id and u.n = a.n
    where a.n is null or u.n is null`,
};

/** Lots that orders in flight will close. */
const lockedCheck: AuditCheck = {
  name: 'I4 locked lots are those of reductions in flight',
  text: `select position_id::text as offender
    from (
      select id as position_id, locked_lots as lots from perp_position where locked_lots <> 0
      union all
      select p.id, -(o ->> 'lots')::int8
      from (
        select payload::jsonb as sent from intent
        where vertical = 'PERP' and kind in ('REDUCE', 'CLOSE', 'EXIT')
          and status in ('SUBMITTED', 'UNKNOWN')
      ) i
      cross join lateral
        jsonb_array_elements(jsonb_build_array(sent -> 'order') || coalesce(sent -> 'rest', '[]')) o
      join perp_position p on p.id = (o ->> 'positionId')::uuid
      where p.status = 'OPEN'
    ) l
    group by position_id having sum(lots) <> 0`,
};

/** Each interval of a market follows the one before it. */
const intervalsCheck: AuditCheck = {
  name: 'I10 funding intervals add up to the index',
  text: `select m.symbol as offender from perp_market m
    left join (
      select symbol, sum(rate) as rate, max(interval_start) + interval '1 hour' as until
      from perp_funding group by symbol
    ) f on f.symbol = m.symbol
    where m.funding_index <> coalesce(f.rate, 0)
      or m.funded_until <> coalesce(f.until, m.funded_until)
    union all
    select f.symbol || ' ' || f.interval_start from (
      select *, sum(rate) over (partition by symbol order by interval_start) as total
      from perp_funding
    ) f where f.index_after <> f.total`,
};

/** The marks by which a tick finds a position are those at which something happens to it. */
const watchedCheck: AuditCheck = {
  name: 'I10 open perp positions are watched at their triggers',
  text: `select id::text as offender from perp_position
    where status = 'OPEN' and case side
      when 'LONG' then lower_ticks is distinct from greatest(liquidation_ticks, stop_loss_ticks)
        or upper_ticks is distinct from take_profit_ticks
      else upper_ticks is distinct from least(liquidation_ticks, stop_loss_ticks)
        or lower_ticks is distinct from take_profit_ticks end`,
};

/** How a position ended is how the trade that took its last lots was made. */
const endsCheck: AuditCheck = {
  name: 'I12 perp positions ended by the trade that closed them',
  text: `select p.id::text as offender from perp_position p
    where case p.status when 'OPEN' then p.close_reason is not null
      else not exists (
        select 1 from perp_trade t where t.position_id = p.id and t.created_at = p.closed_at
          and p.status || ' ' || p.close_reason = case t.action
            when 'LIQUIDATION' then 'LIQUIDATED LIQUIDATED'
            when 'ADL' then 'ADL_CLOSED ADL_CLOSED'
            when 'CLOSE' then 'CLOSED ' || case when t.origin in ('STOP_LOSS', 'TAKE_PROFIT')
              then t.origin else 'USER' end
          end) end
      or (p.close_reason is distinct from 'TAKE_PROFIT'
        and (p.claimable > 0 or p.claimed_at is not null))
      or (p.claimable > 0 and p.claimed_at is not null)`,
};

/** A call is of its creator's first position, and takes no entries once that has ended. */
const callsCheck: AuditCheck = {
  name: 'I12 perp calls have their first position and end with it',
  text: `select r.id::text as offender from perp_proposal r
    left join perp_position f on f.id = r.position_id and f.proposal_id = r.id
      and f.user_id = r.creator_id and f.origin = 'OPEN'
    left join perp_trade t on t.id = r.close_trade_id and t.position_id = r.position_id
    where f.id is null or (f.status <> 'OPEN' and r.closed_at is null)
      or (r.close_trade_id is not null and t.price is distinct from r.close_price)
      or (r.close_trade_id is null and r.close_price is not null)
    union all
    select p.id::text from perp_position p left join perp_proposal r on r.id = p.proposal_id
    where r.id is null or (p.symbol, p.side, p.group_id) <> (r.symbol, r.side, r.group_id)`,
};

/** What holds of perpetual futures. */
export const perpChecks: readonly AuditCheck[] = [
  tradesCheck,
  fundingCheck,
  positionsCheck,
  marginCheck,
  realizedCheck,
  claimsCheck,
  subaccountsCheck,
  lockedCheck,
  intervalsCheck,
  watchedCheck,
  endsCheck,
  callsCheck,
];
