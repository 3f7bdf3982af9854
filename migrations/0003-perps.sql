-- Perpetual futures: markets' funding, proposals, isolated positions, trades, the insurance fund.
-- Sizes are base lots, prices ticks, money quote lots (1e-6 USDC), all integers.

create table perp_market (
  symbol text primary key,
  -- What one base lot long has paid in funding so far, in quote lots.
  funding_index bigint not null,
  -- Start of the first funding interval that is not in the index yet.
  funded_until timestamptz not null
);

-- Each funding interval of each market once.
create table perp_funding (
  symbol text not null,
  interval_start timestamptz not null,
  -- Quote lots per base lot; positive when longs pay.
  rate bigint not null,
  mark_ticks bigint not null,
  index_after bigint not null,
  primary key (symbol, interval_start)
);
create trigger perp_funding_immutable before update or delete on perp_funding
  for each statement execute function refuse_change();

create table perp_proposal (
  id uuid primary key,
  group_id uuid not null,
  creator_id uuid not null,
  symbol text not null,
  side text not null check (side in ('LONG', 'SHORT')),
  reason text,
  -- In hundredths, as it was sent.
  leverage bigint not null check (leverage >= 100),
  -- In percent points of the collateral.
  stop_loss_pct numeric,
  take_profit_pct numeric,
  -- The creator's first position, which followers mirror.
  position_id uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  closed_at timestamptz,
  -- The exit of the creator's first position, for followers whose entry fills later.
  close_trade_id uuid,
  close_price numeric
) with (fillfactor = 80);
create index perp_proposal_group on perp_proposal (group_id, id);

-- One isolated subaccount each: an assignment.
create table perp_position (
  id uuid primary key,
  user_id uuid not null,
  proposal_id uuid not null,
  group_id uuid not null,
  symbol text not null,
  side text not null check (side in ('LONG', 'SHORT')),
  origin text not null check (origin in ('OPEN', 'JOIN', 'FOLLOW')),
  status text not null check (status in ('OPEN', 'CLOSED', 'LIQUIDATED', 'ADL_CLOSED')),
  subaccount smallint not null check (subaccount between 1 and 100),
  leverage bigint not null check (leverage >= 100),
  -- Signed: long > 0, short < 0; what they cost, with the opposite sign.
  base_lots bigint not null,
  virtual_quote bigint not null,
  collateral bigint not null,
  funding_index bigint not null,
  accumulated_funding bigint not null,
  initial_collateral bigint not null check (initial_collateral > 0),
  added_collateral bigint not null check (added_collateral >= 0),
  withdrawn_collateral bigint not null,
  price_pnl bigint not null,
  funding bigint not null,
  fees bigint not null check (fees >= 0),
  penalty bigint not null check (penalty >= 0),
  closed_lots bigint not null check (closed_lots >= 0),
  closed_quote bigint not null,
  stop_loss_pct numeric,
  take_profit_pct numeric,
  stop_loss_ticks bigint,
  take_profit_ticks bigint,
  liquidation_ticks bigint,
  -- The first mark below, and above, at which something happens to the position.
  lower_ticks bigint,
  upper_ticks bigint,
  -- Bought by a follow and untouched by hand since; triggers set by hand.
  followed boolean not null,
  own_triggers boolean not null,
  -- Committed to reductions whose outcome is not known yet.
  locked_lots bigint not null check (locked_lots >= 0),
  close_reason text,
  -- Proceeds of a take-profit that wait in the subaccount.
  claimable bigint not null check (claimable >= 0),
  claimed_at timestamptz,
  opened_at timestamptz not null,
  closed_at timestamptz,
  check ((status = 'OPEN') = (base_lots <> 0)),
  check ((status = 'OPEN') = (closed_at is null)),
  check (status = 'OPEN' or (collateral = 0 and locked_lots = 0 and lower_ticks is null
    and upper_ticks is null)),
  check (base_lots = 0 or (base_lots > 0) = (side = 'LONG'))
) with (fillfactor = 60);
create index perp_position_proposal on perp_position (proposal_id, user_id);
create index perp_position_user on perp_position (user_id, id);
create index perp_position_lower on perp_position (symbol, lower_ticks)
  where status = 'OPEN' and lower_ticks is not null;
create index perp_position_upper on perp_position (symbol, upper_ticks)
  where status = 'OPEN' and upper_ticks is not null;
create index perp_position_open on perp_position (symbol, funding_index) where status = 'OPEN';
create unique index perp_position_subaccount on perp_position (user_id, subaccount)
  where status = 'OPEN' or claimable > 0;
create index perp_position_claimable on perp_position (closed_at) where claimable > 0;

-- Which of a user's subaccounts are in use, as hex digits of 100 bits; bit 0 is subaccount 1.
create table perp_account (
  user_id uuid primary key,
  in_use text not null
) with (fillfactor = 60);

-- What happened to a position; its id is the id of the ledger transfer and of the action.
create table perp_trade (
  id uuid primary key,
  user_id uuid not null,
  position_id uuid not null,
  proposal_id uuid not null,
  group_id uuid not null,
  symbol text not null,
  side text not null check (side in ('LONG', 'SHORT')),
  action text not null check (action in ('OPEN', 'ADD', 'REDUCE', 'CLOSE', 'LIQUIDATION', 'ADL')),
  origin text not null check (origin in
    ('OPEN', 'JOIN', 'FOLLOW', 'MANUAL', 'CLOSE', 'EXIT', 'STOP_LOSS', 'TAKE_PROFIT',
     'LIQUIDATION', 'ADL')),
  -- Unsigned lots and what they were traded for; both 0 where only margin was added.
  lots bigint not null check (lots >= 0),
  quote bigint not null check (quote >= 0),
  price numeric,
  -- Put in by the owner, and what went back.
  collateral_in bigint not null check (collateral_in >= 0),
  collateral_out bigint not null check (collateral_out >= 0),
  fee bigint not null check (fee >= 0),
  penalty bigint not null check (penalty >= 0),
  price_pnl bigint not null,
  funding bigint not null,
  created_at timestamptz not null
);
create index perp_trade_position on perp_trade (position_id, id);

-- Funding moved into or out of the collateral of a position apart from its trades.
create table perp_funding_payment (
  id uuid primary key,
  user_id uuid not null,
  position_id uuid not null,
  amount bigint not null,
  created_at timestamptz not null
);
create index perp_funding_payment_position on perp_funding_payment (position_id, id);

create table perp_insurance (
  id integer primary key check (id = 1),
  balance bigint not null check (balance >= 0)
);
insert into perp_insurance values (1, 0);

-- Marks at which positions were crossed, until their triggers have been carried out.
create table perp_trigger (
  position_id uuid primary key,
  mark_ticks bigint not null,
  at timestamptz not null
);

-- The one process that drives triggers and funding. Leases run on the server's clock.
create table perp_driver (
  id integer primary key check (id = 1),
  holder uuid,
  fence integer not null,
  lease_until timestamptz not null,
  -- Business time up to which marks have been looked at; null before the first time.
  done_until timestamptz
);
insert into perp_driver values (1, null, 0, '-infinity', null);

create or replace view final_trade as
select id, 'SPOT' as vertical, user_id, proposal_id, side, origin, gross from spot_trade
union all
select id, 'PREDICTION', user_id, proposal_id, side, origin, gross from prediction_trade
union all
select id, 'PERP', user_id, proposal_id, case action when 'OPEN' then side else 'CLOSE' end, origin,
  collateral_in from perp_trade;

create or replace view ledger_statement as
select e.transfer_id, e.n, e.at, e.user_id, a.symbol,
  case e.account when 0 then 'available' when 1 then 'reserved' when 10 then 'external'
    when 11 then 'fees' when 12 then 'dust' when 20 then 'spot venue'
    when 21 then 'prediction venue' when 22 then 'venue fees' when 23 then 'perp margin'
    when 24 then 'perp venue' when 25 then 'insurance fund' else e.account::text end as account,
  e.amount, a.decimals
from entry e join asset a on a.id = e.asset_id;
