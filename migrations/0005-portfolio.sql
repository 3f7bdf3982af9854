-- Trades of a user over all verticals, and what accounts were worth at every hour.

create index spot_trade_user on spot_trade (user_id, created_at, id);
create index prediction_trade_user on prediction_trade (user_id, created_at, id);
create index perp_trade_user on perp_trade (user_id, created_at, id);

-- Everything that has crossed the border of the service: in is positive, out is negative.
create view cash_flow as
select user_id, amount, created_at from deposit;

-- What an account was worth at a full hour, and what had been deposited into it by then, both in
-- 1e-6 dollars as they were read together. Integers of any size: a price has no upper bound.
create table equity_snapshot (
  user_id uuid not null,
  at timestamptz not null,
  value numeric not null check (value >= 0 and value = trunc(value)),
  net_deposits numeric not null check (net_deposits = trunc(net_deposits)),
  -- Of a midnight (UTC): kept for ever, the others for a month.
  is_daily boolean not null,
  primary key (user_id, at)
);
create index equity_snapshot_hourly on equity_snapshot (at) where not is_daily;
