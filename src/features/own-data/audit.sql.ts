import type { AuditCheck } from '../../ledger/audit.ts';

/** Nothing of a person is left where an account has ended, and nothing of value. */
export const ownDataChecks: readonly AuditCheck[] = [
  {
    name: 'I28 deleted accounts hold nothing and nobody',
    text: `select d.user_id::text as offender from deleted_user d
      left join app_user u on u.id = d.user_id
      left join wallet w on w.user_id = d.user_id
      cross join lateral account_remains(d.user_id) r
      where u.username is null or u.username !~ '^deleted_[0-9]+$' or u.avatar <> ''
        or w.available + w.reserved <> 0
        or r.assets + r.predictions + r.perps + r.orders + r.withdrawals + r.groups > 0
        or exists (select 1 from api_key where user_id = d.user_id and revoked_at is null)
        or exists (select 1 from identity_provider.session
          where user_id = d.user_id and revoked_at is null)
        or exists (select 1 from identity_provider.login where user_id = d.user_id)
        or exists (select 1 from identity_provider.passkey where user_id = d.user_id)
        or exists (select 1 from identity_provider.oidc_account where user_id = d.user_id)`,
  },
];
