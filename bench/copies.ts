import pg from 'pg';

/**
 * Worlds too large to be made over HTTP: users and all that is theirs are made once by the service
 * and copied by SQL, with ids of the copies' own. What the audit asks of a row relates it to others
 * that are copied with it, so a database with copies in it audits as clean as the one before.
 */
export interface Copies {
  /** Adds the copies of these numbers (first and last included, from 1 on). */
  add(client: pg.Client, first: number, last: number): Promise<void>;
}

/** Rows that are one of a kind, or that tell of processes. */
const singular = ['schema_migration', 'perp_driver', 'perp_trigger', 'group_tally'];

/** A connection without the time limits of the service. */
export async function withFiller<T>(
  config: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...config, statement_timeout: 0, lock_timeout: 0 });
  await client.connect();
  try {
    // Copied rows bring along what triggers would write; counts of groups are made anew.
    await client.query(`set session_replication_role = replica; set work_mem = '256MB'`);
    return await work(client);
  } finally {
    await client.end();
  }
}

const helpers = `
  create schema if not exists bench_copies;
  create or replace function bench_copies.id(id uuid, n int) returns uuid language sql immutable
    as $$ select (substr(id::text, 1, 28) || lpad(to_hex(n), 8, '0'))::uuid $$;
  create or replace function bench_copies.secret_hash(key_id uuid) returns text
    language sql immutable as $$ select encode(sha256(convert_to(
      'svc_' || translate(key_id::text, '-', '') || repeat('0', 11), 'UTF8')), 'hex') $$;`;

/** The secret that keys made by SQL have, so that the load can use them. */
export const secretOfKey = (keyId: string): string =>
  `svc_${keyId.replaceAll('-', '')}${'0'.repeat(11)}`;

/** Columns whose values are unique, or name other rows, beside the ids. */
const special: Readonly<Record<string, string>> = {
  'app_user.idp_id': `'idp_' || bench_copies.id(t.id, copy)`,
  'app_user.username': `t.username || '_' || copy`,
  'app_user.wallet_address': `t.wallet_address || copy`,
  'membership.invite_code': `t.invite_code || '-' || copy`,
  'api_key.secret_hash': 'bench_copies.secret_hash(bench_copies.id(t.id, copy))',
  'chat_message.metadata': `case when t.metadata is not null then jsonb_set(t.metadata::jsonb,
    '{proposalId}', to_jsonb(bench_copies.id((t.metadata::jsonb ->> 'proposalId')::uuid, copy)))::text
    end`,
};

interface Column {
  readonly table: string;
  readonly column: string;
  readonly isId: boolean;
}

const columnsOf = `
  select c.table_name as table, c.column_name as column, c.data_type = 'uuid' as "isId"
  from information_schema.columns c
  join information_schema.tables t using (table_schema, table_name)
  where table_schema = 'public' and table_type = 'BASE TABLE' and c.is_identity = 'NO'
    and table_name <> all($1) and exists (select 1 from information_schema.columns i
      where i.table_schema = 'public' and i.table_name = c.table_name and i.data_type = 'uuid')
  order by 1, c.ordinal_position`;

/** The counts of all groups, as the migration that brought them in makes them. */
const recount = `
  insert into group_participant
    select group_id, user_id from spot_position
    union select group_id, user_id from prediction_position
    union select group_id, user_id from perp_position
    on conflict do nothing;
  delete from group_tally;
  insert into group_tally
  select g.id, 0, coalesce(m.members, 0), coalesce(m.participants, 0), coalesce(x.trades, 0),
    coalesce(c.predictions, 0)
  from trading_group g
  left join (select m.group_id, count(*) as members, count(p.user_id) as participants
    from membership m left join group_participant p using (group_id, user_id)
    where m.status = 'ACTIVE' group by 1) m on m.group_id = g.id
  left join (select group_id, count(*) as trades from (
      select group_id from spot_trade union all select group_id from prediction_trade
      union all select group_id from perp_trade) t group by 1) x on x.group_id = g.id
  left join (select group_id, count(*) as predictions from prediction_proposal
    where status not in ('PENDING', 'FAILED') group by 1) c on c.group_id = g.id`;

/** After rows were added: brings the counts of groups and the statistics up to what there is. */
export async function settle(client: pg.Client): Promise<void> {
  await client.query(recount);
  await client.query('vacuum (analyze)');
  await client.query('checkpoint');
}

/**
 * Notes these users and everything that has an id and is theirs: groups and proposals they made,
 * trades, messages. Ids of others (the group they are in, a leader) stay as they are in copies.
 * The database must hold still meanwhile.
 */
export async function copiesOf(client: pg.Client, users: readonly string[]): Promise<Copies> {
  await client.query('drop schema if exists bench_copies cascade');
  await client.query(helpers);
  await client.query(`create table bench_copies.own as select unnest($1::uuid[]) as id`, [users]);
  await client.query(`update api_key set secret_hash = bench_copies.secret_hash(id)
    where user_id in (select id from bench_copies.own)`);
  const { rows } = await client.query<Column>(columnsOf, [singular]);
  const tables = new Map<string, Column[]>();
  for (const row of rows) tables.set(row.table, [...(tables.get(row.table) ?? []), row]);
  for (const [table, columns] of tables) {
    if (!columns.some(({ column, isId }) => isId && column === 'id')) continue;
    await client.query(`insert into bench_copies.own select id from ${table} t
      where ${anyOwn(columns)} and id not in (select id from bench_copies.own)`);
  }
  const copied: string[] = [];
  for (const [table, columns] of tables) {
    const flags = columns
      .filter(({ isId }) => isId)
      .map(({ column }) => `coalesce(${isOwn(column)}, false) as own_${column}`);
    const made = await client.query(`create table bench_copies.${table} as
      select t.*, ${flags.join(', ')} from ${table} t where ${anyOwn(columns)}`);
    if ((made.rowCount ?? 0) > 0) copied.push(insertOf(table, columns));
  }
  return {
    async add(filler, first, last) {
      for (const text of copied) await filler.query(text, [first, last]);
      await settle(filler);
    },
  };
}

const isOwn = (column: string): string => `t.${column} in (select id from bench_copies.own)`;

const anyOwn = (columns: readonly Column[]): string =>
  `(${columns
    .filter(({ isId }) => isId)
    .map(({ column }) => isOwn(column))
    .join(' or ')})`;

function insertOf(table: string, columns: readonly Column[]): string {
  const values = columns.map(({ column, isId }) => {
    const value = special[`${table}.${column}`];
    if (value !== undefined) return value;
    if (!isId) return `t.${column}`;
    return `case when t.own_${column} then bench_copies.id(t.${column}, copy) else t.${column} end`;
  });
  return `insert into ${table} (${columns.map(({ column }) => column).join(', ')})
    select ${values.join(', ')} from generate_series($1::int, $2::int) copy
    cross join bench_copies.${table} t`;
}
