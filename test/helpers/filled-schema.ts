import type pg from 'pg';

/** Rows of each table: enough for plans that depend on sizes to show. */
export const FILLED_ROWS = 20_000;

const numbered = (of: string): string => `lpad((${of})::text, 32, '0')::uuid`;

/** Columns that repeat, as groups and proposals do, or that partial indexes look at. */
const special: Readonly<Record<string, string>> = {
  group_id: numbered('n % 100'),
  proposal_id: numbered('n % 500'),
  leader_trade_id: numbered('n % 500'),
  asset_id: 'n % 40',
  reserved_asset: '0',
  'follow.status': `(array['QUEUED', 'UNKNOWN', 'SKIPPED', 'FILLED'])[1 + least(n % 100, 3)]`,
  'intent.status': `(array['SUBMITTED', 'FAILED', 'SETTLED'])[1 + least(n % 100, 2)]`,
  'group_performance.group_id': numbered('n'),
  'membership.status': `case n % 10 when 0 then 'LEFT' else 'ACTIVE' end`,
  'spot_proposal.closed_at': `case when n > 40 then now() end`,
  'prediction_proposal.status': `(array['ACTIVE', 'CLOSED', 'RESOLVED'])[1 + n % 3]`,
  'mail.status': `(array['QUEUED', 'OUTBOX', 'SENT'])[1 + least(n % 100, 2)]`,
  'withdrawal.status': `(array['DELAYED', 'PENDING', 'SENT', 'CONFIRMED'])[1 + least(n % 100, 3)]`,
  'withdrawal_send.state': `(array['SENDING', 'DONE'])[1 + least(n % 100, 1)]`,
  'api_key.revoked_at': `case n % 2 when 0 then now() end`,
};

const byType: Readonly<Record<string, string>> = {
  uuid: numbered('n'),
  text: `'t' || n`,
  bigint: 'n',
  integer: 'n',
  smallint: 'n % 7',
  numeric: 'n',
  boolean: 'n % 3 = 0',
  'timestamp with time zone': `now() - n * interval '1 minute'`,
};

interface Column {
  readonly table_name: string;
  readonly column_name: string;
  readonly data_type: string;
}

/**
 * Fills every table with rows that are distinct in their keys and otherwise mean nothing;
 * constraints and triggers, which would ask for meaning, are taken away first.
 */
export async function fillSchema(client: pg.ClientBase): Promise<void> {
  await client.query('set session_replication_role = replica; set statement_timeout = 0');
  const { rows: constraints } = await client.query<{ drop: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop
      from pg_constraint where contype in ('c', 'f') 
        and connamespace::regnamespace::text in ('public', 'identity_provider')`,
  );
  for (const { drop } of constraints) await client.query(drop);
  const { rows } = await client.query<Column>(
    `select case c.table_schema when 'public' then '' else c.table_schema || '.' end
        || c.table_name as table_name, c.column_name, c.data_type from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where table_schema in ('public', 'identity_provider') and table_type = 'BASE TABLE'
        and table_name <> 'schema_migration'
      order by 1, c.ordinal_position`,
  );
  for (const table of new Set(rows.map((row) => row.table_name))) {
    const columns = rows.filter((row) => row.table_name === table);
    const values = columns.map(({ column_name, data_type }) => {
      const value = special[`${table}.${column_name}`] ?? special[column_name] ?? byType[data_type];
      if (value === undefined) throw new Error(`no value for ${table}.${column_name} ${data_type}`);
      return value;
    });
    await client.query(
      `insert into ${table} select ${values.join(', ')} from generate_series(1, ${FILLED_ROWS}) n
        on conflict do nothing`,
    );
  }
  await client.query('set session_replication_role = origin; analyze');
}
