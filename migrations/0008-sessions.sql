-- Sign-in: the embedded identity provider in a schema of its own, the security log, mail.
-- What belongs to signing in runs on real time; the security log on business time.

create table security_event (
  id uuid primary key,
  user_id uuid not null,
  at timestamptz not null,
  kind text not null,
  ip text,
  user_agent text,
  -- JSON without secrets.
  details text not null
);
create index security_event_user on security_event (user_id, id);
create trigger security_event_immutable before update on security_event
  for each statement execute function refuse_change();

-- The last 30-second step whose code was used; one row per account that ever used one.
create table totp_step (
  user_id uuid primary key,
  last_step bigint not null
);

-- Mail, written in the transaction of its cause.
create table mail (
  id uuid primary key,
  user_id uuid not null,
  -- Null: the address of the account when it is sent.
  recipient text,
  subject text not null,
  -- Emptied once it is sent: links in it are secrets.
  body text not null,
  created_at timestamptz not null,
  status text not null default 'QUEUED' check (status in ('QUEUED', 'SENT', 'OUTBOX', 'NOT_SENT')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default '-infinity',
  settled_at timestamptz
);
create index mail_queue on mail (next_attempt_at) where status = 'QUEUED';
create index mail_outbox on mail (id) where status = 'OUTBOX';
create index mail_settled on mail (settled_at) where settled_at is not null;

create schema identity_provider;

-- Keys of the provider: one to sign tokens, one to seal secrets where none is configured.
create table identity_provider.server_secret (
  name text primary key,
  value text not null,
  created_at timestamptz not null
);

-- An e-mail account. Its user exists in the service once the address is verified.
create table identity_provider.login (
  user_id uuid primary key,
  -- In small letters.
  email text not null unique,
  -- As wished at the sign-up; another one is derived if it is taken by then.
  username text not null,
  password_hash text not null,
  verified_at timestamptz,
  created_at timestamptz not null
);

create table identity_provider.session (
  id uuid primary key,
  user_id uuid not null,
  -- SHA-256 of the secret in the cookie; null where there is no cookie.
  secret_hash text unique,
  method text not null,
  user_agent text not null,
  ip text,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index session_of_user on identity_provider.session (user_id, id);
create index session_expiry on identity_provider.session (expires_at);

-- Secrets that were mailed, by their SHA-256. One of a kind per account.
create table identity_provider.mail_token (
  secret_hash text primary key,
  kind text not null check (kind in ('verify', 'reset')),
  user_id uuid not null,
  expires_at timestamptz not null,
  unique (user_id, kind)
);
create index mail_token_expiry on identity_provider.mail_token (expires_at);

-- Wishes to reset a password, answered alike whether the address is known or not.
create table identity_provider.reset_request (
  id uuid primary key,
  email text not null,
  created_at timestamptz not null
);

-- Half-done ceremonies: the second step of a sign-in, passkeys. Each is taken once.
create table identity_provider.challenge (
  id uuid primary key,
  kind text not null check (kind in ('second-factor', 'passkey-add', 'passkey-sign-in')),
  user_id uuid,
  value text not null,
  expires_at timestamptz not null
);
create index challenge_expiry on identity_provider.challenge (expires_at);
create index challenge_user on identity_provider.challenge (user_id, kind);

-- Attempts within a fixed window, by account or address, shared by all processes.
create table identity_provider.throttle (
  key text primary key,
  attempts integer not null,
  window_ends timestamptz not null
);
create index throttle_expiry on identity_provider.throttle (window_ends);

create table identity_provider.totp (
  user_id uuid primary key,
  -- Sealed with the key of the provider.
  secret text not null,
  confirmed_at timestamptz,
  created_at timestamptz not null
);

-- By SHA-256: fifty random bits each are not guessed behind the throttle.
create table identity_provider.recovery_code (
  user_id uuid not null,
  code_hash text not null,
  primary key (user_id, code_hash)
);

create table identity_provider.passkey (
  -- Credential id, base64url.
  id text primary key,
  user_id uuid not null,
  name text not null,
  -- COSE key, base64url.
  public_key text not null,
  counter bigint not null,
  -- Comma list.
  transports text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_user on identity_provider.passkey (user_id, created_at);

-- Subjects of an OIDC issuer and the users they are.
create table identity_provider.oidc_account (
  issuer text not null,
  subject text not null,
  user_id uuid not null,
  -- As the issuer names them, for a user that has still to be made.
  username text not null,
  created_at timestamptz not null,
  primary key (issuer, subject)
);
create index oidc_account_user on identity_provider.oidc_account (user_id);
