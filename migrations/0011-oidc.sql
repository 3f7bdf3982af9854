-- Signing in at an OIDC issuer waits for the answer of the issuer, like the other ceremonies.
alter table identity_provider.challenge
  drop constraint challenge_kind_check,
  add constraint challenge_kind_check
    check (kind in ('second-factor', 'passkey-add', 'passkey-sign-in', 'oidc'));
