-- The account itself: what its owner takes along, ends, mutes, reports and wants to hear of.

-- Whose messages a member does not want to read in a group; guarded by the wallet row of the member.
create table chat_mute (
  user_id uuid not null,
  group_id uuid not null,
  muted_id uuid not null,
  created_at timestamptz not null,
  primary key (user_id, group_id, muted_id),
  check (muted_id <> user_id)
);

-- What a member has told the admins about a message; once per member and message.
create table chat_report (
  id uuid primary key,
  group_id uuid not null,
  message_id uuid not null,
  reporter_id uuid not null,
  reason text not null check (char_length(reason) between 1 and 500),
  -- The message as it was reported, so that an edit hides nothing; empty once it is resolved.
  content text not null,
  status text not null check (status in ('OPEN', 'DISMISSED', 'DELETED')),
  resolved_by uuid,
  created_at timestamptz not null,
  resolved_at timestamptz,
  unique (message_id, reporter_id),
  check ((status = 'OPEN') = (resolved_at is null)),
  check ((status = 'OPEN') = (resolved_by is null)),
  check (status = 'OPEN' or content = '')
);
create index chat_report_group on chat_report (group_id, id);
create index chat_report_reporter on chat_report (reporter_id, id);

-- What a user wants to hear of, as comma lists of kinds; without a row the defaults count.
create table notification_setting (
  user_id uuid primary key,
  mail text not null,
  in_app text not null,
  -- Up to which event of the user's stream mails have been written.
  mailed_seq bigint not null,
  -- Calls since then are told.
  calls_from timestamptz not null,
  -- When the next digest is due; null for none.
  digest_at timestamptz,
  updated_at timestamptz not null
) with (fillfactor = 80);
create index notification_setting_mail on notification_setting (user_id) where mail <> '';

-- Up to which instant of a group's chat a user was told of its calls by mail.
create table call_notice (
  user_id uuid not null,
  group_id uuid not null,
  seen_at timestamptz not null,
  primary key (user_id, group_id)
) with (fillfactor = 80);

-- For what a user takes along, and for what is told by the service itself.
create index chat_message_sender on chat_message (sender_id, id);
create index chat_message_automatic on chat_message (group_id, created_at)
  where cause_id is not null;
create index spot_proposal_creator on spot_proposal (creator_id, id);
create index prediction_proposal_creator on prediction_proposal (creator_id, id);
create index perp_proposal_creator on perp_proposal (creator_id, id);
create index join_request_user on join_request (user_id, group_id);
create index group_fee_payment_payer on group_fee_payment (payer_id, id);
create index group_fee_payment_payee on group_fee_payment (payee_id, id);
create index group_agent_enabled_by on group_agent (enabled_by, group_id, agent_key);
create index external_agent_created_by on external_agent (created_by, id);
create index perp_funding_payment_user on perp_funding_payment (user_id, id);
create index deposit_owner on deposit (user_id, id);
create index mail_user on mail (user_id);
create index chat_announcement_sender on chat_announcement (sender_id);

-- How the wire writes instants and amounts: plain decimals, exact, no zeros at the end.
create function wire_time(timestamptz) returns text language sql immutable parallel safe as $$
  select to_char($1 at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;
create function wire_amount(bigint, integer) returns text language sql immutable parallel safe as $$
  select trim_scale($1::numeric * ('1e-' || $2)::numeric)::text
$$;
create function wire_usd(bigint) returns text language sql immutable parallel safe as $$
  select wire_amount($1, 6)
$$;

-- Which names deleted users have.
create sequence deleted_user_number;

-- What keeps an account from being deleted, beside its USDC; shares that have lost keep nobody.
create function account_remains(owner uuid) returns table (
  assets integer, predictions integer, perps integer, orders integer, withdrawals integer, groups integer
) language sql stable as $$
  select
    (select count(*) from account a join asset s on s.id = a.asset_id
      where a.user_id = owner and a.available + a.reserved > 0 and s.kind <> 'outcome')::int4,
    (select count(*) from prediction_position p
      join prediction_proposal c on c.id = p.proposal_id
      left join prediction_resolution r on r.market_id = c.market_id
      where p.user_id = owner and p.quantity > 0
        and (r.result is null or r.result = 'VOID' or (r.result = 'YES') = c.is_yes))::int4,
    (select count(*) from perp_position
      where user_id = owner and (status = 'OPEN' or claimable > 0))::int4,
    (select count(*) from intent
      where user_id = owner and status in ('SUBMITTED', 'UNKNOWN'))::int4,
    (select count(*) from withdrawal
      where user_id = owner and status in ('DELAYED', 'PENDING', 'SENT'))::int4,
    (select count(*) from membership where user_id = owner and status = 'ACTIVE')::int4
$$;

-- Takes a person out of the rows that stay, in the transaction that ends the account. Fails when
-- something of value has come in by a command of the same transaction.
create function forget_user(owner uuid, at_business timestamptz, at_real timestamptz)
returns void language plpgsql as $$
declare
  old_name text;
  new_name text;
begin
  if (select r.assets + r.predictions + r.perps + r.orders + r.withdrawals + r.groups
      from account_remains(owner) r) > 0
    or (select available + reserved from wallet where user_id = owner) > 0 then
    raise exception 'the account is not empty' using errcode = 'restrict_violation';
  end if;
  select username into strict old_name from app_user where id = owner;
  loop
    new_name := 'deleted_' || nextval('deleted_user_number');
    exit when not exists (select 1 from app_user where username = new_name);
  end loop;
  update app_user set username = new_name, avatar = '' where id = owner;
  update wallet set country = null where user_id = owner;
  update api_key set revoked_at = coalesce(revoked_at, at_business), label = '' where user_id = owner;
  delete from idempotency where user_id = owner;
  delete from event where user_id = owner
    and seq < (select event_seq from wallet where user_id = owner);
  delete from join_request where user_id = owner;
  delete from chat_mute where user_id = owner;
  delete from chat_read where user_id = owner;
  delete from notification_setting where user_id = owner;
  delete from call_notice where user_id = owner;
  update chat_report set reason = 'deleted' where reporter_id = owner;
  update chat_report r set content = '' from chat_message m
    where m.sender_id = owner and r.message_id = m.id;
  update chat_message set content = 'deleted', client_message_id = null,
      type = case type when 'SYSTEM' then type else 'TEXT' end
    where sender_id = owner and cause_id is null and deleted_at is null;
  update chat_message set client_message_id = null
    where sender_id = owner and client_message_id is not null;
  -- Automatic messages begin with the name of whose call they tell.
  update chat_message set content = new_name || substr(content, char_length(old_name) + 1)
    where sender_id = owner and cause_id is not null and starts_with(content, old_name || ' ');
  update chat_announcement set text = new_name || substr(text, char_length(old_name) + 1)
    where sender_id = owner and starts_with(text, old_name || ' ');
  delete from mail where user_id = owner;
  delete from security_event where user_id = owner and kind <> 'account_deleted';
  delete from totp_step where user_id = owner;
  delete from identity_provider.login where user_id = owner;
  delete from identity_provider.mail_token where user_id = owner;
  delete from identity_provider.challenge where user_id = owner;
  delete from identity_provider.totp where user_id = owner;
  delete from identity_provider.recovery_code where user_id = owner;
  delete from identity_provider.passkey where user_id = owner;
  delete from identity_provider.oidc_account where user_id = owner;
  update identity_provider.session set user_agent = '', ip = null,
    revoked_at = coalesce(revoked_at, at_real) where user_id = owner;
  insert into deleted_user values (owner, at_business);
end $$;

-- Users who are gone; their rows of the ledger stay.
create table deleted_user (
  user_id uuid primary key,
  at timestamptz not null
);
