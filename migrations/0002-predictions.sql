-- Prediction markets: proposals, positions with first-in-first-out lots, trades, resolutions.
-- Shares are counted in 1e-6; each outcome token is an asset of the ledger.

create table prediction_proposal (
  id uuid primary key,
  group_id uuid not null,
  creator_id uuid not null,
  -- Slugs of the event and of the market in it; the outcome token's id at the venue.
  event_id text not null,
  market_id text not null,
  outcome_id text not null,
  asset_id integer not null,
  is_yes boolean not null,
  event_title text,
  market_title text,
  event_image_url text,
  reason text,
  status text not null check (status in ('PENDING', 'ACTIVE', 'CLOSED', 'RESOLVED', 'FAILED')),
  result text check (result in ('YES', 'NO', 'VOID')),
  did_win boolean not null,
  -- The creator's opening fill; null while it is pending and for ever when it failed.
  initial_price numeric,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  resolved_at timestamptz,
  -- The creator's closing sale, with its price, for followers whose entry fills later.
  close_trade_id uuid,
  close_price numeric,
  -- Whether every holder has been told the result.
  told boolean not null,
  check ((status = 'RESOLVED') = (result is not null)),
  check ((status = 'RESOLVED') = (resolved_at is not null)),
  check (not did_win or (result = 'YES') = is_yes)
) with (fillfactor = 80);
create unique index prediction_proposal_open on prediction_proposal (group_id, asset_id)
  where status in ('PENDING', 'ACTIVE');
create index prediction_proposal_group on prediction_proposal (group_id, id);
create index prediction_proposal_event on prediction_proposal (event_id, market_id);
create index prediction_proposal_unresolved on prediction_proposal (market_id)
  where status in ('ACTIVE', 'CLOSED');
create index prediction_proposal_untold on prediction_proposal (id)
  where status = 'RESOLVED' and not told;

create table prediction_position (
  user_id uuid not null,
  proposal_id uuid not null,
  group_id uuid not null,
  asset_id integer not null,
  quantity bigint not null check (quantity >= 0),
  -- What the lots that are left have cost.
  cost bigint not null check (cost >= 0),
  -- The lots that are left, oldest first: shares:cost pairs, comma between them.
  lots text not null,
  -- The current round, or the last one when flat.
  round_cost bigint not null,
  round_bought bigint not null,
  round_sold bigint not null,
  round_proceeds bigint not null,
  realized_pnl bigint not null,
  realized_cost bigint not null,
  -- What follows bought and still holds untouched by hand; what a mirrored exit may sell.
  followed bigint not null check (followed >= 0 and followed <= quantity),
  -- Committed to sales whose outcome is not known yet.
  locked bigint not null check (locked >= 0 and locked <= quantity),
  claimed_at timestamptz,
  -- Whether the holder has been told the result, and whether there is something to claim by it.
  told boolean not null,
  claimable boolean not null check (not claimable or quantity > 0),
  opened_at timestamptz not null,
  primary key (user_id, proposal_id),
  check (quantity > 0 or cost = 0)
) with (fillfactor = 60);
create index prediction_position_proposal on prediction_position (proposal_id, user_id);
create index prediction_position_claimable on prediction_position (proposal_id) where claimable;

-- One row per fill or claim; its id is the id of the ledger transfer and of the action.
create table prediction_trade (
  id uuid primary key,
  user_id uuid not null,
  proposal_id uuid not null,
  group_id uuid not null,
  asset_id integer not null,
  side text not null check (side in ('BUY', 'SELL', 'CLAIM')),
  origin text not null
    check (origin in ('OPEN', 'MANUAL', 'CLOSE', 'FOLLOW', 'EXIT', 'CLAIM', 'AUTO_CLAIM')),
  quantity bigint not null check (quantity > 0),
  price numeric not null,
  gross bigint not null check (gross >= 0),
  fee bigint not null check (fee >= 0),
  pnl bigint not null,
  cost_out bigint not null,
  created_at timestamptz not null,
  check ((side = 'CLAIM') = (origin in ('CLAIM', 'AUTO_CLAIM')))
);
create index prediction_trade_proposal on prediction_trade (proposal_id, id);

-- How a market in which the service has or had proposals ended: written once, never changed.
create table prediction_resolution (
  market_id text primary key,
  result text not null check (result in ('YES', 'NO', 'VOID')),
  resolved_at timestamptz not null
);
create trigger prediction_resolution_immutable before update or delete on prediction_resolution
  for each statement execute function refuse_change();

-- What the sandbox has set a market to; without a row the source counts.
create table prediction_status (
  market_id text primary key,
  status text not null check (status in ('active', 'paused', 'closed')),
  updated_at timestamptz not null
);

-- Every final trade of every vertical, in what following and its audit ask of one.
create view final_trade as
select id, 'SPOT' as vertical, user_id, proposal_id, side, origin, gross from spot_trade
union all
select id, 'PREDICTION', user_id, proposal_id, side, origin, gross from prediction_trade;

create or replace view ledger_statement as
select e.transfer_id, e.n, e.at, e.user_id, a.symbol,
  case e.account when 0 then 'available' when 1 then 'reserved' when 10 then 'external'
    when 11 then 'fees' when 12 then 'dust' when 20 then 'spot venue'
    when 21 then 'prediction venue' when 22 then 'venue fees' else e.account::text end as account,
  e.amount, a.decimals
from entry e join asset a on a.id = e.asset_id;
