import type { Statement } from '../../platform/db/table.ts';

const SESSION_FIELDS =
  's.id, s.user_id as "userId", s.user_agent as "userAgent", s.created_at as "createdAt",' +
  ' s.last_seen_at as "lastSeenAt", s.expires_at as "expiresAt"';
export interface SessionRow {
  readonly id: string;
  readonly userId: string;
  readonly userAgent: string;
  readonly createdAt: number;
  readonly lastSeenAt: number;
  readonly expiresAt: number;
}

/**
 * Signs a session in. $1 uuid, $2 uuid: user, $3 text: hash of its secret or null, $4 text: method,
 * $5 text: user agent, $6 text: address, $7 timestamptz: now, $8 timestamptz: expiry.
 */
export const insertSession: Statement = {
  name: 'insert session',
  text: `
    insert into identity_provider.session
      (id, user_id, secret_hash, method, user_agent, ip, created_at, last_seen_at, expires_at)
    values ($1, $2, $3, $4, $5, $6, $7, $7, $8)`,
};

/** The live session of a cookie. $1 text: hash of its secret, $2 timestamptz: now. */
export const sessionOfSecret: Statement = {
  name: 'session of secret',
  text: `
    select ${SESSION_FIELDS} from identity_provider.session s
    where s.secret_hash = $1 and s.revoked_at is null and s.expires_at > $2`,
};

/** A session is in use. $1 uuid, $2 timestamptz: now, $3 timestamptz: new expiry. */
export const touchSession: Statement = {
  name: 'touch session',
  text: `
    update identity_provider.session set last_seen_at = $2, expires_at = greatest(expires_at, $3)
    where id = $1 and revoked_at is null`,
};

/** A live session with its user, for a token. $1 uuid, $2 timestamptz: now. */
export const sessionWithUser: Statement = {
  name: 'session with user',
  text: `
    select s.expires_at as "expiresAt", u.id as "userId", u.idp_id as "idpId", u.username,
      u.avatar, u.wallet_address as "walletAddress"
    from identity_provider.session s
    join app_user u on u.id = s.user_id
    where s.id = $1 and s.revoked_at is null and s.expires_at > $2`,
};
export interface SessionUserRow extends PrincipalUserRow {
  readonly expiresAt: number;
}
export interface PrincipalUserRow {
  readonly userId: string;
  readonly idpId: string;
  readonly username: string;
  readonly avatar: string;
  readonly walletAddress: string;
}

/** What a principal is made of. $1 uuid: user. */
export const principalUser: Statement = {
  name: 'user of principal',
  text: `
    select id as "userId", idp_id as "idpId", username, avatar, wallet_address as "walletAddress"
    from app_user where id = $1`,
};

/** Live sessions of a user, the newest first. $1 uuid: user, $2 timestamptz: now. */
export const sessionsOfUser: Statement = {
  name: 'sessions of user',
  text: `
    select ${SESSION_FIELDS} from identity_provider.session s
    where s.user_id = $1 and s.revoked_at is null and s.expires_at > $2
    order by s.id desc limit 200`,
};

/** Ends one session of a user. $1 uuid, $2 uuid: user, $3 timestamptz: now. */
export const revokeSessionOfUser: Statement = {
  name: 'revoke session of user',
  text: `
    update identity_provider.session s set revoked_at = $3
    where s.id = $1 and s.user_id = $2 and s.revoked_at is null and s.expires_at > $3
    returning ${SESSION_FIELDS}`,
};

/** Ends the session of a cookie. $1 text: hash of its secret, $2 timestamptz: now. */
export const revokeSessionOfSecret: Statement = {
  name: 'revoke session of secret',
  text: `
    update identity_provider.session s set revoked_at = $2
    where s.secret_hash = $1 and s.revoked_at is null returning ${SESSION_FIELDS}`,
};

/** Ends all sessions of a user but one. $1 uuid: user, $2 uuid: kept, $3 timestamptz: now. */
export const revokeOtherSessions: Statement = {
  name: 'revoke other sessions',
  text: `
    update identity_provider.session set revoked_at = $3
    where user_id = $1 and id <> $2 and revoked_at is null and expires_at > $3 returning id`,
};

/** Sessions of a user that were revoked, the newest first. $1 uuid: user. */
export const endedSessions: Statement = {
  name: 'ended sessions of user',
  text: `
    select id from identity_provider.session
    where user_id = $1 and revoked_at is not null order by id desc limit 1000`,
};

/** Which of these sessions were revoked. $1 uuid[]. */
export const revokedSessions: Statement = {
  name: 'revoked sessions',
  text: `
    select id from identity_provider.session
    where id = any($1::uuid[]) and revoked_at is not null`,
};

/** A line of the security log. $1 uuid, $2 uuid: user, $3 timestamptz, $4-$7 text. */
export const insertSecurityEvent: Statement = {
  name: 'insert security event',
  text: `
    insert into security_event (id, user_id, at, kind, ip, user_agent, details)
    values ($1, $2, $3, $4, $5, $6, $7)`,
};

/** The security log, the newest first. $1 uuid: user, $2 uuid: before this id, $3 integer: rows. */
export const securityLogPage: Statement = {
  name: 'security log',
  text: `
    select id, kind, at, ip, user_agent as "userAgent", details from security_event
    where user_id = $1 and id < $2 order by id desc limit $3`,
};
