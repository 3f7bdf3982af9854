import type { Statement } from '../../platform/db/table.ts';

/** The authenticator of a user, confirmed or not. $1 uuid. */
export const totpOfUser: Statement = {
  name: 'totp of user',
  text: `
    select secret, confirmed_at as "confirmedAt" from identity_provider.totp where user_id = $1`,
};
export interface TotpRow {
  readonly secret: string;
  readonly confirmedAt: number | null;
}

/** Begins an enrolment, unless one is confirmed. $1 uuid, $2 text: sealed, $3 timestamptz: now. */
export const saveTotp: Statement = {
  name: 'save totp',
  text: `
    insert into identity_provider.totp as t (user_id, secret, created_at) values ($1, $2, $3)
    on conflict (user_id) do update set secret = excluded.secret, created_at = excluded.created_at
      where t.confirmed_at is null
    returning user_id as "userId"`,
};

/** Confirms the secret that the code was for. $1 uuid, $2 text: sealed, $3 timestamptz: now. */
export const confirmTotpSecret: Statement = {
  name: 'confirm totp',
  text: `
    update identity_provider.totp set confirmed_at = $3
    where user_id = $1 and secret = $2 and confirmed_at is null returning user_id as "userId"`,
};

/** $1 uuid: user. */
export const deleteTotp: Statement = {
  name: 'delete totp',
  text: `delete from identity_provider.totp where user_id = $1 returning user_id as "userId"`,
};

/** $1 uuid: user. */
export const deleteRecoveryCodes: Statement = {
  name: 'delete recovery codes',
  text: 'delete from identity_provider.recovery_code where user_id = $1',
};

/** $1 uuid: user, $2 text[]: hashes. */
export const insertRecoveryCodes: Statement = {
  name: 'insert recovery codes',
  text: `
    insert into identity_provider.recovery_code (user_id, code_hash)
    select $1, code_hash from unnest($2::text[]) v(code_hash)`,
};

/** Uses up a recovery code. $1 uuid: user, $2 text: hash. */
export const takeRecoveryCode: Statement = {
  name: 'take recovery code',
  text: `
    delete from identity_provider.recovery_code
    where user_id = $1 and code_hash = $2 returning user_id as "userId"`,
};

/** $1 uuid, $2 text: kind, $3 uuid: user or null, $4 text: value, $5 timestamptz: expiry. */
export const insertChallenge: Statement = {
  name: 'insert challenge',
  text: `
    insert into identity_provider.challenge (id, kind, user_id, value, expires_at)
    values ($1, $2, $3, $4, $5)`,
};

/** $1 uuid, $2 text: kind, $3 timestamptz: now. */
export const challengeOfId: Statement = {
  name: 'challenge of id',
  text: `
    select user_id as "userId", value from identity_provider.challenge
    where id = $1 and kind = $2 and expires_at > $3`,
};
export interface ChallengeRow {
  readonly userId: string | null;
  readonly value: string;
}

/** Takes a challenge: it is answered once. $1 uuid, $2 text: kind, $3 timestamptz: now. */
export const takeChallenge: Statement = {
  name: 'take challenge',
  text: `
    delete from identity_provider.challenge
    where id = $1 and kind = $2 and expires_at > $3 returning user_id as "userId", value`,
};

/** Takes the challenges of a user. $1 uuid, $2 text: kind. */
export const takeChallengesOfUser: Statement = {
  name: 'take challenges of user',
  text: `
    delete from identity_provider.challenge
    where user_id = $1 and kind = $2 returning value, expires_at as "expiresAt"`,
};

const PASSKEY_FIELDS =
  'id, user_id as "userId", name, public_key as "publicKey", counter, transports,' +
  ' created_at as "createdAt"';
export interface PasskeyRow {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly publicKey: string;
  readonly counter: bigint;
  readonly transports: string;
  readonly createdAt: number;
}

/** The oldest first. $1 uuid: user. */
export const passkeysOfUser: Statement = {
  name: 'passkeys of user',
  text: `
    select ${PASSKEY_FIELDS} from identity_provider.passkey
    where user_id = $1 order by created_at, id limit 100`,
};

/** $1 text: credential id. */
export const passkeyOfId: Statement = {
  name: 'passkey of id',
  text: `select ${PASSKEY_FIELDS} from identity_provider.passkey where id = $1`,
};

/** $1 text: id, $2 uuid: user, $3 text: name, $4 text: key, $5 bigint, $6 text, $7 timestamptz. */
export const insertPasskey: Statement = {
  name: 'insert passkey',
  text: `
    insert into identity_provider.passkey
      (id, user_id, name, public_key, counter, transports, created_at)
    values ($1, $2, $3, $4, $5, $6, $7)
    on conflict (id) do nothing returning id`,
};

/**
 * Notes a use. A counter that does not grow tells of a copy of the key; keys that are synced keep
 * theirs at zero. $1 text: id, $2 bigint: counter, $3 timestamptz: now.
 */
export const notePasskeyUse: Statement = {
  name: 'note passkey use',
  text: `
    update identity_provider.passkey set counter = $2, last_used_at = $3
    where id = $1 and (counter < $2 or (counter = 0 and $2 = 0)) returning id`,
};

/** $1 text: id, $2 uuid: user. */
export const deletePasskey: Statement = {
  name: 'delete passkey',
  text: 'delete from identity_provider.passkey where id = $1 and user_id = $2 returning name',
};

/** Makes a subject of an issuer known. $1 text, $2 text, $3 uuid: user, $4 text, $5 timestamptz. */
export const insertOidcAccount: Statement = {
  name: 'insert oidc account',
  text: `
    insert into identity_provider.oidc_account (issuer, subject, user_id, username, created_at)
    values ($1, $2, $3, $4, $5)
    on conflict (issuer, subject) do nothing returning user_id as "userId"`,
};

/** $1 text: issuer, $2 text: subject. */
export const oidcAccount: Statement = {
  name: 'oidc account',
  text: `
    select user_id as "userId", username from identity_provider.oidc_account
    where issuer = $1 and subject = $2`,
};
export interface OidcAccountRow {
  readonly userId: string;
  readonly username: string;
}

/** Takes away whom a user is at issuers. $1 uuid: user. */
export const deleteOidcAccounts: Statement = {
  name: 'delete oidc accounts',
  text: `
    delete from identity_provider.oidc_account where user_id = $1 returning user_id as "userId"`,
};

/** Whether a user can sign in without an issuer. $1 uuid: user. */
export const otherWayIn: Statement = {
  name: 'other way in',
  text: `
    select exists (
        select 1 from identity_provider.login where user_id = $1 and verified_at is not null)
      or exists (select 1 from identity_provider.passkey where user_id = $1) as there`,
};

/** Whether a user has an account at an issuer. $1 uuid. */
export const oidcLinked: Statement = {
  name: 'oidc linked',
  text: 'select 1 as linked from identity_provider.oidc_account where user_id = $1 limit 1',
};
