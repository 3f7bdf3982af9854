import type { Statement } from '../../platform/db/table.ts';

/**
 * Keeps a secret of the provider unless there is one, or in place of the one that is given. $1 text:
 * name, $2 text: value, $3 timestamptz: now, $4 text: value to replace or null.
 */
export const keepServerSecret: Statement = {
  name: 'keep server secret',
  text: `
    insert into identity_provider.server_secret as s (name, value, created_at)
    values ($1, $2, $3)
    on conflict (name) do update set value = excluded.value, created_at = excluded.created_at
      where s.value = $4`,
};

/** $1 text: name. */
export const serverSecret: Statement = {
  name: 'server secret',
  text: 'select value from identity_provider.server_secret where name = $1',
};
