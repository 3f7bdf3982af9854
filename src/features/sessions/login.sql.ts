import type { Statement } from '../../platform/db/table.ts';

const LOGIN_FIELDS =
  'l.user_id as "userId", l.email, l.username, l.password_hash as "passwordHash",' +
  ' l.verified_at as "verifiedAt"';
export interface LoginRow {
  readonly userId: string;
  readonly email: string;
  readonly username: string;
  readonly passwordHash: string;
  readonly verifiedAt: number | null;
}

/** Whether a username is taken. $1 text. */
export const usernameTaken: Statement = {
  name: 'username taken',
  text: 'select 1 as taken from app_user where username = $1',
};

/** Whether a user exists. $1 uuid. */
export const userExists: Statement = {
  name: 'user exists',
  text: 'select 1 as there from app_user where id = $1',
};

/** $1 text: e-mail address in small letters. */
export const loginOfEmail: Statement = {
  name: 'login of email',
  text: `select ${LOGIN_FIELDS} from identity_provider.login l where l.email = $1`,
};

/** $1 uuid: user. */
export const loginOfUser: Statement = {
  name: 'login of user',
  text: `select ${LOGIN_FIELDS} from identity_provider.login l where l.user_id = $1`,
};

/**
 * Signs an address up, or again while it is not confirmed; no row when it is. $1 uuid: user, $2
 * text: address, $3 text: username, $4 text: password hash, $5 timestamptz: now.
 */
export const saveLogin: Statement = {
  name: 'save login',
  text: `
    insert into identity_provider.login as l (user_id, email, username, password_hash, created_at)
    values ($1, $2, $3, $4, $5)
    on conflict (email) do update
      set username = excluded.username, password_hash = excluded.password_hash,
        created_at = excluded.created_at
      where l.verified_at is null
    returning ${LOGIN_FIELDS}`,
};

/** Confirms an address. $1 uuid: user, $2 timestamptz: now. */
export const verifyLogin: Statement = {
  name: 'verify login',
  text: `
    update identity_provider.login set verified_at = $2
    where user_id = $1 and verified_at is null returning user_id as "userId"`,
};

/**
 * Changes a password, provided that it is still the one that was checked. $1 uuid: user, $2 text:
 * new hash, $3 text: hash so far.
 */
export const changePasswordHash: Statement = {
  name: 'change password hash',
  text: `
    update identity_provider.login set password_hash = $2
    where user_id = $1 and password_hash = $3 returning user_id as "userId"`,
};

/** Sets a password by a mailed token. $1 uuid: user, $2 text: hash, $3 timestamptz: now. */
export const resetPasswordHash: Statement = {
  name: 'reset password hash',
  text: `
    update identity_provider.login
    set password_hash = $2, verified_at = coalesce(verified_at, $3) where user_id = $1`,
};

/** Replaces the mailed token of a kind. $1 text: hash, $2 text: kind, $3 uuid, $4 timestamptz. */
export const saveMailToken: Statement = {
  name: 'save mail token',
  text: `
    insert into identity_provider.mail_token (secret_hash, kind, user_id, expires_at)
    values ($1, $2, $3, $4)
    on conflict (user_id, kind) do update
      set secret_hash = excluded.secret_hash, expires_at = excluded.expires_at`,
};

/** The login behind a mailed token. $1 text: hash, $2 text: kind, $3 timestamptz: now. */
export const loginOfMailToken: Statement = {
  name: 'login of mail token',
  text: `
    select ${LOGIN_FIELDS} from identity_provider.mail_token t
    join identity_provider.login l on l.user_id = t.user_id
    where t.secret_hash = $1 and t.kind = $2 and t.expires_at > $3`,
};

/** Takes a mailed token: it works once. $1 text: hash, $2 text: kind, $3 timestamptz: now. */
export const takeMailToken: Statement = {
  name: 'take mail token',
  text: `
    delete from identity_provider.mail_token
    where secret_hash = $1 and kind = $2 and expires_at > $3 returning user_id as "userId"`,
};

/** Takes away the other mailed tokens of a user. $1 uuid. */
export const dropMailTokens: Statement = {
  name: 'drop mail tokens',
  text: 'delete from identity_provider.mail_token where user_id = $1',
};

/** Somebody wants to reset a password. $1 uuid, $2 text: address, $3 timestamptz: now. */
export const insertResetRequest: Statement = {
  name: 'insert reset request',
  text: 'insert into identity_provider.reset_request (id, email, created_at) values ($1, $2, $3)',
};

/** Takes wishes to reset a password, for the transaction that mails. $1 integer: rows. */
export const takeResetRequests: Statement = {
  name: 'take reset requests',
  text: `
    delete from identity_provider.reset_request where id = any(array(
      select id from identity_provider.reset_request
      order by id limit $1 for update skip locked)) returning email`,
};

/**
 * Counts attempts, each within its own window. $1 text[]: keys in order, $2 integer[]: windows in
 * milliseconds, $3 timestamptz: now.
 */
export const countAttempts: Statement = {
  name: 'count attempts',
  text: `
    insert into identity_provider.throttle as t (key, attempts, window_ends)
    select key, 1, $3::timestamptz + window_ms * interval '1 millisecond'
    from unnest($1::text[], $2::int4[]) v(key, window_ms)
    on conflict (key) do update set
      attempts = case when t.window_ends <= $3 then 1 else t.attempts + 1 end,
      window_ends = case when t.window_ends <= $3 then excluded.window_ends else t.window_ends end
    returning key, attempts, window_ends as "windowEnds"`,
};
export interface AttemptsRow {
  readonly key: string;
  readonly attempts: number;
  readonly windowEnds: number;
}

/** Forgets the attempts of a key. $1 text[]. */
export const forgetAttempts: Statement = {
  name: 'forget attempts',
  text: 'delete from identity_provider.throttle where key = any($1::text[])',
};
