-- USDC on its way out, and what has crossed the border of the service in both directions.

create table withdrawal (
  id uuid primary key,
  user_id uuid not null,
  mode text not null check (mode in ('paper', 'live')),
  address text not null,
  amount bigint not null check (amount > 0),
  status text not null
    check (status in ('DELAYED', 'PENDING', 'SENT', 'CONFIRMED', 'CANCELED', 'RETURNED')),
  -- When it is sent at the earliest.
  available_at timestamptz not null,
  signature text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  sent_at timestamptz,
  closed_at timestamptz,
  check ((sent_at is null) = (signature is null)),
  check ((closed_at is null) = (status in ('DELAYED', 'PENDING', 'SENT'))),
  check (case when status in ('SENT', 'CONFIRMED') then sent_at is not null
    else sent_at is null or status = 'RETURNED' end)
) with (fillfactor = 80);
create index withdrawal_user on withdrawal (user_id, id);
create index withdrawal_address on withdrawal (user_id, address, available_at);
create index withdrawal_delayed on withdrawal (available_at) where status = 'DELAYED';
create index withdrawal_pending on withdrawal (id) where status = 'PENDING';
create index withdrawal_sent on withdrawal (id) where status = 'SENT';

-- Who is sending a withdrawal, written before the sender is called; leases are real time.
create table withdrawal_send (
  withdrawal_id uuid primary key,
  user_id uuid not null,
  fence integer not null check (fence > 0),
  state text not null check (state in ('IDLE', 'SENDING', 'DONE')),
  leased_until timestamptz not null
) with (fillfactor = 70);
create index withdrawal_send_open on withdrawal_send (leased_until) where state = 'SENDING';

-- The chain of paper accounts: what it was told to pay. An attempt that has been asked about, or a
-- later one, shuts the earlier ones out; a payment that was made is never made again.
create table paper_payout (
  withdrawal_id uuid primary key,
  attempt integer not null check (attempt > 0),
  address text,
  amount bigint check (amount > 0),
  sent_at timestamptz
);
create function refuse_second_payout() returns trigger language plpgsql as $$
begin
  if old.sent_at is not null then
    raise exception 'a payment is made once' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger paper_payout_once before update on paper_payout
  for each row execute function refuse_second_payout();

-- Everything that has crossed the border of the service: in is positive, out is negative. What is
-- held for a withdrawal has not left yet; what came back after it had left is in again.
create or replace view cash_flow as
select user_id, amount, created_at from deposit
union all
select user_id, -amount, sent_at from withdrawal where sent_at is not null
union all
select user_id, amount, closed_at from withdrawal where sent_at is not null and status = 'RETURNED';
