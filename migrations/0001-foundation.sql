-- Foundation: users and keys, the ledger, groups, spot trading, following, idempotency, events.
-- Amounts are integers in base units of their asset (USDC: 1e-6 dollars). Business times are
-- stamped by the service; only leases and due times of venue answers run on the server's clock.

create table app_user (
  id uuid primary key,
  idp_id text not null unique,
  username text not null unique check (username ~ '^[a-z0-9_]{3,30}$'),
  avatar text not null,
  wallet_address text not null unique,
  -- Paper or live is fixed when the account is made; the trigger below refuses any change.
  mode text not null check (mode in ('paper', 'live')),
  created_at timestamptz not null
);

create table api_key (
  id uuid primary key,
  user_id uuid not null references app_user,
  label text not null,
  prefix text not null,
  secret_hash text not null unique,
  scopes text not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz
);
create index api_key_user on api_key (user_id);

-- Written outside the engine at most once a minute per key; loses nothing that matters.
create table api_key_use (
  key_id uuid primary key references api_key,
  last_used_at timestamptz not null
);

create table asset (
  id integer primary key,
  kind text not null,
  mint text not null unique,
  symbol text not null,
  decimals smallint not null check (decimals between 0 and 18)
);
insert into asset values (0, 'cash', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', 'USDC', 6);
create sequence asset_id as integer start 1;

-- One row per user: the USDC account, the dense event counter and the last seen region. Every
-- command of a user locks this row first; all other rows of the user are guarded by it.
create table wallet (
  user_id uuid primary key,
  available bigint not null check (available >= 0),
  reserved bigint not null check (reserved >= 0),
  event_seq bigint not null,
  country text
) with (fillfactor = 60);

-- Accounts of every other asset.
create table account (
  user_id uuid not null,
  asset_id integer not null,
  available bigint not null check (available >= 0),
  reserved bigint not null check (reserved >= 0),
  primary key (user_id, asset_id)
) with (fillfactor = 60);

-- Append-only double entry. `account`: 0 user available, 1 user reserved, others are system
-- accounts (src/ledger/accounts.ts). No foreign keys: audit proves what they would.
create table entry (
  transfer_id uuid not null,
  n smallint not null,
  kind smallint not null,
  account smallint not null,
  user_id uuid,
  asset_id integer not null,
  amount bigint not null check (amount <> 0),
  balance_after bigint check (balance_after >= 0),
  at timestamptz not null,
  primary key (transfer_id, n),
  check ((user_id is not null) = (account in (0, 1))),
  check ((balance_after is not null) = (user_id is not null))
);
create index entry_statement on entry (user_id, transfer_id) where account = 0;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% rows are never changed or removed', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger entry_immutable before update or delete on entry
  for each statement execute function refuse_change();
create trigger entry_no_truncate before truncate on entry
  for each statement execute function refuse_change();

create function refuse_mode_change() returns trigger language plpgsql as $$
begin
  if new.mode <> old.mode then
    raise exception 'the mode of an account is fixed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger app_user_mode before update on app_user
  for each row execute function refuse_mode_change();

create table deposit (
  id uuid primary key,
  user_id uuid not null,
  amount bigint not null check (amount > 0),
  source text not null,
  created_at timestamptz not null
);
create index deposit_user on deposit (user_id, created_at);

create table idempotency (
  user_id uuid not null,
  key_hash uuid not null,
  body_hash uuid not null,
  status smallint not null check (status between 200 and 299),
  body text not null,
  created_at timestamptz not null,
  primary key (user_id, key_hash)
);
create index idempotency_age on idempotency using brin (created_at);

create table event (
  user_id uuid not null,
  seq bigint not null,
  type text not null,
  at timestamptz not null,
  data text not null,
  primary key (user_id, seq)
);
create index event_age on event using brin (at);

create table trading_group (
  id uuid primary key,
  name text not null,
  description text not null,
  image text not null,
  header text not null,
  joining_fee bigint not null check (joining_fee >= 0),
  subscription_fee bigint not null check (subscription_fee >= 0),
  subscription_period text not null check (subscription_period in ('MONTHLY', 'WEEKLY')),
  access_type text not null check (access_type in ('PUBLIC', 'PRIVATE')),
  default_member_type text not null check (default_member_type in ('MEMBER', 'LEADER')),
  is_active boolean not null,
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table membership (
  group_id uuid not null,
  user_id uuid not null,
  status text not null check (status in ('ACTIVE', 'LEFT', 'KICKED')),
  member_type text not null check (member_type in ('MEMBER', 'LEADER')),
  is_admin boolean not null,
  invite_code text not null unique,
  subscription_status text not null
    check (subscription_status in ('NONE', 'ACTIVE', 'PAST_DUE', 'CANCELED')),
  next_charge_at timestamptz not null,
  suspended boolean not null,
  auto_buy_enabled boolean not null,
  auto_buy_amount bigint not null check (auto_buy_amount >= 0),
  mirror_exits boolean not null,
  -- Comma list of verticals followed; empty means all.
  verticals text not null,
  max_leverage numeric,
  daily_limit bigint check (daily_limit >= 0),
  -- Spent by follows on the UTC day `spent_day` (days since 1970-01-01).
  spent_day integer not null,
  spent bigint not null check (spent >= 0),
  joined_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (group_id, user_id)
) with (fillfactor = 80);
create index membership_user on membership (user_id, group_id);
create index membership_auto_buy on membership (group_id, user_id)
  where auto_buy_enabled and status = 'ACTIVE';

create table join_request (
  group_id uuid not null,
  user_id uuid not null,
  status text not null check (status in ('PENDING', 'APPROVED', 'REJECTED')),
  created_at timestamptz not null,
  primary key (group_id, user_id)
);

create table spot_proposal (
  id uuid primary key,
  vertical text not null check (vertical in ('SPOT', 'STOCK')),
  group_id uuid not null,
  asset_id integer not null,
  creator_id uuid not null,
  reason text,
  initial_price numeric not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  closed_at timestamptz,
  exit_price numeric,
  exit_pnl bigint,
  exit_pnl_pct numeric,
  close_trade_id uuid
) with (fillfactor = 80);
create unique index spot_proposal_open on spot_proposal (group_id, asset_id)
  where closed_at is null;
create index spot_proposal_group on spot_proposal (group_id, id);

create table spot_position (
  user_id uuid not null,
  proposal_id uuid not null,
  group_id uuid not null,
  asset_id integer not null,
  quantity bigint not null check (quantity >= 0),
  cost bigint not null check (cost >= 0),
  -- The current round, or the last one when flat (contract 5, PnL).
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
  exited_at timestamptz,
  opened_at timestamptz not null,
  primary key (user_id, proposal_id),
  check (quantity > 0 or cost = 0)
) with (fillfactor = 60);
create index spot_position_proposal on spot_position (proposal_id, user_id);

-- Personal holdings of swaps, outside any group.
create table swap_position (
  user_id uuid not null,
  asset_id integer not null,
  quantity bigint not null check (quantity >= 0),
  cost bigint not null check (cost >= 0),
  realized_pnl bigint not null,
  locked bigint not null check (locked >= 0 and locked <= quantity),
  primary key (user_id, asset_id)
) with (fillfactor = 60);

-- One row per fill; its id is the id of the ledger transfer and of the action.
create table spot_trade (
  id uuid primary key,
  user_id uuid not null,
  -- Null for a personal swap.
  proposal_id uuid,
  group_id uuid,
  asset_id integer not null,
  side text not null check (side in ('BUY', 'SELL')),
  origin text not null check (origin in ('OPEN', 'MANUAL', 'CLOSE', 'FOLLOW', 'EXIT', 'SWAP')),
  quantity bigint not null check (quantity > 0),
  price numeric not null,
  gross bigint not null check (gross >= 0),
  fee bigint not null check (fee >= 0),
  pnl bigint not null,
  cost_out bigint not null,
  created_at timestamptz not null,
  check ((proposal_id is null) = (origin = 'SWAP'))
);
create index spot_trade_proposal on spot_trade (proposal_id, id) where proposal_id is not null;

-- Orders whose venue outcome was not known at once. Funds stay reserved until it is.
create table intent (
  id uuid primary key,
  user_id uuid not null,
  vertical text not null,
  kind text not null,
  status text not null check (status in ('SUBMITTED', 'UNKNOWN', 'SETTLED', 'FAILED')),
  group_id uuid,
  proposal_id uuid,
  asset_id integer not null,
  reserved_asset integer not null,
  reserved_amount bigint not null check (reserved_amount >= 0),
  -- The order as submitted, with its price; and, on the paper venue, the scripted outcome.
  payload text not null,
  due_at timestamptz not null,
  key_hash uuid,
  -- True once the 202 receipt was given out: the stored answer no longer changes.
  receipt_given boolean not null,
  error_code text,
  error_message text,
  trade_id uuid,
  -- The final answer of the order's request, enveloped, once it is known.
  answer_status smallint,
  answer text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index intent_due on intent (due_at) where status in ('SUBMITTED', 'UNKNOWN');
create index intent_open on intent (group_id, asset_id, kind)
  where status in ('SUBMITTED', 'UNKNOWN');
create index intent_user on intent (user_id) where status in ('SUBMITTED', 'UNKNOWN');

-- A final trade that others follow, with how many rows it wrote.
create table leader_trade (
  id uuid primary key,
  leader_id uuid not null,
  group_id uuid not null,
  proposal_id uuid not null,
  vertical text not null,
  side text not null,
  eligible integer not null,
  created_at timestamptz not null
);

create table follow (
  leader_trade_id uuid not null,
  follower_id uuid not null,
  id uuid not null,
  leader_id uuid not null,
  group_id uuid not null,
  proposal_id uuid not null,
  vertical text not null,
  side text not null,
  amount bigint not null,
  leader_price numeric not null,
  -- A mirrored exit sells fraction_sold / fraction_held of what the follow still holds.
  fraction_sold bigint,
  fraction_held bigint,
  status text not null check (status in ('QUEUED', 'UNKNOWN', 'FILLED', 'SKIPPED', 'FAILED')),
  code text,
  message text,
  trade_id uuid,
  created_at timestamptz not null,
  deadline_at timestamptz not null,
  settled_at timestamptz,
  fence integer not null default 0,
  lease_until timestamptz not null default '-infinity',
  -- In this order it also serves a member's history: ids of trades grow with time.
  primary key (follower_id, leader_trade_id)
) with (fillfactor = 70);
create index follow_queue on follow (created_at) where status = 'QUEUED';
create index follow_unknown on follow (trade_id) where status = 'UNKNOWN';

create table setting (
  key text primary key,
  value text not null,
  updated_at timestamptz not null
);

create table price_pin (
  kind text not null,
  instrument text not null,
  price numeric not null,
  oracle numeric,
  from_at timestamptz not null,
  to_at timestamptz,
  primary key (kind, instrument, from_at)
);

create view ledger_statement as
select e.transfer_id, e.n, e.at, e.user_id, a.symbol,
  case e.account when 0 then 'available' when 1 then 'reserved' when 10 then 'external'
    when 11 then 'fees' when 12 then 'dust' when 20 then 'spot venue' else e.account::text end as account,
  e.amount, a.decimals
from entry e join asset a on a.id = e.asset_id;
