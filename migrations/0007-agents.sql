-- Agents in groups: built-in ones, external ones behind webhooks, and what waits to be delivered.

-- Messages of agents need a sender. These users have no wallet, no key and no way to sign in.
insert into app_user (id, idp_id, username, avatar, wallet_address, mode, created_at)
select v.id::uuid, 'agent_' || v.name,
  case when exists (select 1 from app_user u where u.username = v.name)
    then v.name || '_' || substr(md5(random()::text), 1, 8) else v.name end,
  '', 'agent:' || v.name, 'paper', now()
from (values
  ('00000000-0000-7000-8000-00000000a001', 'scout'),
  ('00000000-0000-7000-8000-00000000a002', 'sentinel'),
  ('00000000-0000-7000-8000-00000000a003', 'digest'),
  ('00000000-0000-7000-8000-00000000a004', 'external_agent')) v(id, name);

-- A built-in agent that is or was enabled in a group; guarded by the lock on the group's chat.
create table group_agent (
  group_id uuid not null,
  agent_key text not null check (agent_key in ('scout', 'sentinel', 'digest')),
  enabled boolean not null,
  enabled_by uuid,
  enabled_at timestamptz,
  last_run_at timestamptz,
  last_error text,
  next_run_at timestamptz not null,
  -- Grows with every change: a run counts only if it began on the row as it is.
  version integer not null,
  -- What the agent remembers from one run to the next; empty at first.
  memory text not null,
  primary key (group_id, agent_key),
  check (not enabled or (enabled_by is not null and enabled_at is not null))
) with (fillfactor = 70);
create index group_agent_due on group_agent (next_run_at) where enabled;

create table external_agent (
  id uuid primary key,
  group_id uuid not null,
  name text not null,
  url text not null,
  -- Signs deliveries, so it is kept as it is.
  secret text not null,
  -- Comma list of event names.
  events text not null,
  created_by uuid not null,
  created_at timestamptz not null,
  enabled boolean not null,
  disabled_reason text,
  -- Deliveries in a row that ran out of attempts.
  failures integer not null check (failures >= 0),
  last_delivery_at timestamptz,
  last_error text,
  -- The instant in its group's chat up to which there are deliveries.
  seen_at timestamptz not null,
  check (enabled = (disabled_reason is null))
) with (fillfactor = 70);
create index external_agent_group on external_agent (group_id, id);

-- What waits to be delivered. A row goes when its receiver has taken it, or attempts have run out.
create table agent_delivery (
  id uuid primary key,
  agent_id uuid not null,
  group_id uuid not null,
  -- The chat message that it tells about.
  cause_id uuid not null,
  event text not null,
  -- The body's data and its instant, JSON.
  payload text not null,
  attempts integer not null check (attempts >= 0),
  next_attempt_at timestamptz not null,
  created_at timestamptz not null,
  unique (agent_id, cause_id)
) with (fillfactor = 70);
create index agent_delivery_due on agent_delivery (agent_id, next_attempt_at);
