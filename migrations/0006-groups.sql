-- Groups: accepted fees, their payments and renewals; closed calls of every vertical; kept figures.

alter table membership
  -- What the member has agreed to pay; a change of the group's fees does not touch it.
  add column joining_fee bigint not null default 0 check (joining_fee >= 0),
  add column subscription_fee bigint not null default 0 check (subscription_fee >= 0),
  add column subscription_period text not null default 'MONTHLY'
    check (subscription_period in ('MONTHLY', 'WEEKLY')),
  -- Periods are counted from here.
  add column period_anchor timestamptz,
  -- When the subscription is to be looked at next; null where nothing comes by itself.
  add column due_at timestamptz;
update membership m set
  joining_fee = case when m.user_id = g.created_by then 0 else g.joining_fee end,
  subscription_fee = case m.subscription_status when 'NONE' then 0 else g.subscription_fee end,
  subscription_period = g.subscription_period,
  period_anchor = m.joined_at,
  due_at = case when m.status = 'ACTIVE' and m.subscription_status <> 'NONE' then m.next_charge_at end
from trading_group g where g.id = m.group_id;
alter table membership
  alter column joining_fee drop default,
  alter column subscription_fee drop default,
  alter column subscription_period drop default,
  alter column period_anchor set not null,
  add constraint membership_due check (due_at is null
    or (status = 'ACTIVE' and subscription_status <> 'NONE' and not suspended)),
  add constraint membership_suspended check (not suspended or subscription_status = 'PAST_DUE'),
  add constraint membership_paying check (subscription_status = 'NONE' or subscription_fee > 0);
create index membership_due on membership (due_at) where due_at is not null;
create index membership_admin on membership (group_id) where is_admin and status = 'ACTIVE';

alter table join_request
  -- What was accepted when it was filed, and whether with the right to pay other people.
  add column joining_fee bigint not null default 0 check (joining_fee >= 0),
  add column subscription_fee bigint not null default 0 check (subscription_fee >= 0),
  add column subscription_period text not null default 'MONTHLY'
    check (subscription_period in ('MONTHLY', 'WEEKLY')),
  add column may_pay boolean not null default false;
update join_request r set
  joining_fee = g.joining_fee,
  subscription_fee = g.subscription_fee,
  subscription_period = g.subscription_period,
  may_pay = g.joining_fee + g.subscription_fee > 0
from trading_group g where g.id = r.group_id;
alter table join_request
  alter column joining_fee drop default,
  alter column subscription_fee drop default,
  alter column subscription_period drop default,
  alter column may_pay drop default;
create index join_request_pending on join_request (group_id, created_at, user_id)
  where status = 'PENDING';

-- One row per fee that was paid; its id is the id of the ledger transfer.
create table group_fee_payment (
  id uuid primary key,
  group_id uuid not null,
  payer_id uuid not null,
  payee_id uuid not null check (payee_id <> payer_id),
  -- JOIN begins a membership or a subscription, RENEWAL goes on with it.
  kind text not null check (kind in ('JOIN', 'RENEWAL')),
  joining_fee bigint not null check (joining_fee >= 0),
  subscription_fee bigint not null check (subscription_fee >= 0),
  -- The period that the subscription fee pays; of a joining fee alone the first free one.
  period_start timestamptz not null,
  period_end timestamptz not null check (period_end > period_start),
  created_at timestamptz not null,
  check (joining_fee + subscription_fee > 0),
  check (kind = 'JOIN' or joining_fee = 0)
);
-- A period is paid once, whatever runs twice.
create unique index group_fee_payment_period on group_fee_payment (group_id, payer_id, period_start)
  where kind = 'RENEWAL';
create trigger group_fee_payment_immutable before update or delete on group_fee_payment
  for each statement execute function refuse_change();

-- Fees that were paid at joins before they had rows: who joined then, with that sum.
insert into group_fee_payment
select distinct on (e.transfer_id) e.transfer_id, m.group_id, e.user_id, p.user_id, 'JOIN',
  g.joining_fee, g.subscription_fee, m.joined_at, greatest(m.next_charge_at, m.joined_at + interval '7 days'),
  e.at
from entry e
join entry p on p.transfer_id = e.transfer_id and p.amount > 0
join membership m on m.user_id = e.user_id
join trading_group g on g.id = m.group_id and g.joining_fee + g.subscription_fee = -e.amount
where e.kind = 4 and e.amount < 0
order by e.transfer_id, abs(extract(epoch from e.at - m.joined_at)), m.group_id;

-- How each call ended for its creator, who is who leads: written when it closes, of every vertical.
create table closed_call (
  proposal_id uuid primary key,
  group_id uuid not null,
  vertical text not null check (vertical in ('SPOT', 'STOCK', 'PREDICTION', 'PERP')),
  creator_id uuid not null,
  pnl bigint not null,
  -- In percent points of what was put in.
  return_pct numeric not null,
  closed_at timestamptz not null
);
create index closed_call_recent on closed_call (group_id, closed_at) include (pnl);

-- The sums over a group's closed calls, kept so that no read adds them up or ranks all groups.
create table group_performance (
  group_id uuid primary key,
  closed_count integer not null default 0,
  win_count integer not null default 0,
  all_time_pnl bigint not null default 0,
  biggest_win bigint not null default 0,
  biggest_loss bigint not null default 0,
  return_sum numeric not null default 0,
  return_square_sum numeric not null default 0
) with (fillfactor = 80);
create index group_performance_rank on group_performance (all_time_pnl);

-- Counts of a group that change with every trade and join. Each session of the database adds to a
-- row of its own, so that sessions do not wait for each other; their sum counts.
create table group_tally (
  group_id uuid not null,
  stripe smallint not null,
  members integer not null,
  participants integer not null,
  trades bigint not null,
  predictions integer not null,
  primary key (group_id, stripe)
) with (fillfactor = 60);

-- Who ever held a position in a group.
create table group_participant (
  group_id uuid not null,
  user_id uuid not null,
  primary key (group_id, user_id)
);

create function group_stripe() returns smallint language sql volatile as $$
  select (pg_backend_pid() % 64)::smallint
$$;

create function add_group_performance() returns trigger language plpgsql as $$
begin
  insert into group_performance (group_id) values (new.id);
  return null;
end $$;
create trigger trading_group_performance after insert on trading_group
  for each row execute function add_group_performance();

-- Rows are locked in the order of groups, before they are changed.
create function sum_closed_calls() returns trigger language plpgsql as $$
begin
  perform 1 from group_performance
    where group_id = any(array(select group_id from added)) order by group_id for update;
  update group_performance p set
    closed_count = p.closed_count + d.closed,
    win_count = p.win_count + d.won,
    all_time_pnl = p.all_time_pnl + d.pnl,
    biggest_win = greatest(p.biggest_win, d.most),
    biggest_loss = least(p.biggest_loss, d.least),
    return_sum = p.return_sum + d.returns,
    return_square_sum = p.return_square_sum + d.squares
  from (
    select group_id, count(*) as closed, count(*) filter (where pnl > 0) as won, sum(pnl) as pnl,
      max(pnl) as most, min(pnl) as least, sum(return_pct) as returns,
      sum(return_pct * return_pct) as squares
    from added group by group_id
  ) d where p.group_id = d.group_id;
  return null;
end $$;
create trigger closed_call_added after insert on closed_call
  referencing new table as added for each statement execute function sum_closed_calls();

-- A call that changes after it has closed (an order that settles late) is summed anew.
create function sum_changed_calls() returns trigger language plpgsql as $$
begin
  perform 1 from group_performance
    where group_id = any(array(select group_id from changed)) order by group_id for update;
  update group_performance p set
    closed_count = d.closed, win_count = d.won, all_time_pnl = d.pnl, biggest_win = d.most,
    biggest_loss = d.least, return_sum = d.returns, return_square_sum = d.squares
  from (
    select group_id, count(*) as closed, count(*) filter (where pnl > 0) as won, sum(pnl) as pnl,
      greatest(max(pnl), 0) as most, least(min(pnl), 0) as least, sum(return_pct) as returns,
      sum(return_pct * return_pct) as squares
    from closed_call where group_id = any(array(select group_id from changed)) group by group_id
  ) d where p.group_id = d.group_id;
  return null;
end $$;
create trigger closed_call_changed after update on closed_call
  referencing new table as changed for each statement execute function sum_changed_calls();

create function tally_trades() returns trigger language plpgsql as $$
begin
  insert into group_tally as t (group_id, stripe, members, participants, trades, predictions)
  select group_id, group_stripe(), 0, 0, count(*), 0 from added
  where group_id is not null group by group_id order by group_id
  on conflict (group_id, stripe) do update set trades = t.trades + excluded.trades;
  return null;
end $$;
create trigger spot_trade_tally after insert on spot_trade
  referencing new table as added for each statement execute function tally_trades();
create trigger prediction_trade_tally after insert on prediction_trade
  referencing new table as added for each statement execute function tally_trades();
create trigger perp_trade_tally after insert on perp_trade
  referencing new table as added for each statement execute function tally_trades();

create function tally_participants() returns trigger language plpgsql as $$
begin
  with fresh as (
    insert into group_participant (group_id, user_id)
    select distinct group_id, user_id from added on conflict do nothing
    returning group_id, user_id
  )
  insert into group_tally as t (group_id, stripe, members, participants, trades, predictions)
  select f.group_id, group_stripe(), 0, count(*), 0, 0 from fresh f
  cross join lateral (select 1 from membership
    where group_id = f.group_id and user_id = f.user_id and status = 'ACTIVE' limit 1) m
  group by f.group_id order by f.group_id
  on conflict (group_id, stripe) do update set participants = t.participants + excluded.participants;
  return null;
end $$;
create trigger spot_position_tally after insert on spot_position
  referencing new table as added for each statement execute function tally_participants();
create trigger prediction_position_tally after insert on prediction_position
  referencing new table as added for each statement execute function tally_participants();
create trigger perp_position_tally after insert on perp_position
  referencing new table as added for each statement execute function tally_participants();

create function tally_member() returns trigger language plpgsql as $$
declare
  change integer := case new.status when 'ACTIVE' then 1 else 0 end;
begin
  if tg_op = 'UPDATE' and old.status = 'ACTIVE' then change := change - 1; end if;
  if change = 0 then return null; end if;
  insert into group_tally as t (group_id, stripe, members, participants, trades, predictions)
  values (new.group_id, group_stripe(), change, change * (select count(*) from group_participant
    where group_id = new.group_id and user_id = new.user_id), 0, 0)
  on conflict (group_id, stripe) do update
    set members = t.members + excluded.members, participants = t.participants + excluded.participants;
  return null;
end $$;
create trigger membership_tally_added after insert on membership
  for each row execute function tally_member();
create trigger membership_tally_changed after update on membership
  for each row when (old.status <> new.status) execute function tally_member();

-- A call counts once its opening has filled.
create function tally_prediction() returns trigger language plpgsql as $$
begin
  insert into group_tally as t (group_id, stripe, members, participants, trades, predictions)
  values (new.group_id, group_stripe(), 0, 0, 0, 1)
  on conflict (group_id, stripe) do update set predictions = t.predictions + excluded.predictions;
  return null;
end $$;
create trigger prediction_tally_added after insert on prediction_proposal
  for each row when (new.status not in ('PENDING', 'FAILED')) execute function tally_prediction();
create trigger prediction_tally_changed after update on prediction_proposal
  for each row when (old.status = 'PENDING' and new.status not in ('PENDING', 'FAILED'))
  execute function tally_prediction();

-- What there is already. The triggers above make the sums of the calls; a quotient has as many digits
-- as what is divided.
insert into group_performance (group_id) select id from trading_group;
insert into group_participant
select group_id, user_id from spot_position
union select group_id, user_id from prediction_position
union select group_id, user_id from perp_position;
insert into group_tally
select g.id, 0,
  (select count(*) from membership where group_id = g.id and status = 'ACTIVE'),
  (select count(*) from membership m join group_participant p using (group_id, user_id)
    where m.group_id = g.id and m.status = 'ACTIVE'),
  (select count(*) from spot_trade where group_id = g.id)
    + (select count(*) from prediction_trade where group_id = g.id)
    + (select count(*) from perp_trade where group_id = g.id),
  (select count(*) from prediction_proposal
    where group_id = g.id and status not in ('PENDING', 'FAILED'))
from trading_group g;
insert into closed_call
select id, group_id, vertical, creator_id, exit_pnl, exit_pnl_pct, closed_at
from spot_proposal where closed_at is not null and exit_pnl is not null
union all
select p.id, p.group_id, 'PREDICTION', p.creator_id, v.pnl,
  coalesce(round(v.pnl::numeric(60, 24) * 100 / nullif(s.realized_cost + s.cost, 0), 18), 0),
  coalesce(p.resolved_at, p.updated_at)
from prediction_proposal p
join prediction_position s on s.proposal_id = p.id and s.user_id = p.creator_id
cross join lateral (
  select s.realized_pnl - s.cost + s.quantity
    * case when p.result = 'VOID' then 1 when p.did_win then 2 else 0 end / 2 as pnl
) v
where p.status = 'RESOLVED' or (p.status = 'CLOSED' and s.quantity = 0)
union all
select p.id, p.group_id, 'PERP', p.creator_id, s.price_pnl + s.funding - s.fees - s.penalty,
  coalesce(round((s.price_pnl + s.funding - s.fees - s.penalty)::numeric(60, 24) * 100
    / nullif(s.initial_collateral + s.added_collateral, 0), 18), 0),
  s.closed_at
from perp_proposal p join perp_position s on s.id = p.position_id
where s.status <> 'OPEN';
