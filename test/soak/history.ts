import type pg from 'pg';
import type { SentRow } from './recorder.ts';

/**
 * What was sent is kept beside what the service has kept, in a schema of the soak's own, so that
 * one statement compares the two and the soak's memory stays small.
 */
const MAKE = `create schema if not exists soak;
  create table if not exists soak.sent (
    batch int not null, user_id uuid not null, key_hash uuid not null, kind text not null,
    status int not null, code text, body_md5 text not null,
    primary key (user_id, key_hash));
  create table if not exists soak.effect (batch int not null, kind text not null, id uuid not null)`;

const ADD = `insert into soak.sent
  select $1::int, * from unnest($2::uuid[], $3::uuid[], $4::text[], $5::int[], $6::text[],
    $7::text[])`;

const ADD_EFFECTS = `insert into soak.effect
  select $1::int, * from unnest($2::text[], $3::uuid[])`;

/** Trades that somebody ordered, and messages that somebody wrote. */
const EFFECTS = `(
  select id, 'spot trade' as what from spot_trade where origin in ('OPEN', 'MANUAL', 'CLOSE', 'SWAP')
  union all select id, 'prediction trade' from prediction_trade
    where origin in ('OPEN', 'MANUAL', 'CLOSE', 'CLAIM')
  union all select id, 'perp trade' from perp_trade 
    where origin in ('OPEN', 'JOIN', 'MANUAL', 'CLOSE')
  union all select id, 'chat message' from chat_message where cause_id is null)`;

/** Each answers a row for everything that breaks it. $1: the writes of this batch. */
const checks: readonly (readonly [name: string, text: string])[] = [
  [
    'lost: an answered write is not stored as it was answered',
    `select kind || ' ' || status || ' ' || key_hash as offender from soak.sent s
      where batch = $1 and status < 300 and not exists (select 1 from idempotency i
        where i.user_id = s.user_id and i.key_hash = s.key_hash and i.status = s.status
          and md5(i.body) = s.body_md5)`,
  ],
  [
    'half done: a refused write has an effect',
    `select kind || ' ' || coalesce(code, '') || ' ' || key_hash as offender from soak.sent s
      where batch = $1 and status >= 300 and exists (select 1 from idempotency i
        where i.user_id = s.user_id and i.key_hash = s.key_hash)`,
  ],
  [
    'unasked: an answer is stored for a write that nobody sent',
    `select i.user_id || ' ' || i.key_hash as offender from idempotency i
      where $1::int is not null and not exists (select 1 from soak.sent s
        where s.user_id = i.user_id and s.key_hash = i.key_hash)`,
  ],
  [
    'lost: the trade or message of an answer is not there',
    `select kind || ' ' || id as offender from soak.effect s
      where batch = $1 and not exists (select 1 from ${EFFECTS} e where e.id = s.id)`,
  ],
  [
    'doubled: a trade or message that no answer tells of',
    `select e.what || ' ' || e.id as offender from ${EFFECTS} e
      where $1::int is not null and not exists (select 1 from soak.effect s where s.id = e.id)`,
  ],
  [
    'doubled: two answers tell of one trade or message',
    `select id || ' ' || count(*) as offender from soak.effect
      where $1::int is not null group by id having count(*) > 1`,
  ],
  [
    'follow rows without a result',
    `select leader_trade_id || ' ' || follower_id || ' ' || status as offender from follow
      where $1::int is not null and status in ('QUEUED', 'UNKNOWN')`,
  ],
];

const CHUNK_ROWS = 5_000;
const NAMED_OFFENDERS = 3;

/** Keeps the writes of a batch; nothing of it stays in memory. */
export async function keepSent(
  client: pg.Client,
  batch: number,
  rows: readonly SentRow[],
): Promise<void> {
  await client.query(MAKE);
  for (let n = 0; n < rows.length; n += CHUNK_ROWS) {
    const chunk = rows.slice(n, n + CHUNK_ROWS);
    const column = <Key extends keyof SentRow>(name: Key) => chunk.map((row) => row[name]);
    await client.query(ADD, [
      batch,
      ...[column('userId'), column('keyHash'), column('kind'), column('status')],
      ...[column('code'), column('bodyMd5')],
    ]);
    const effects = chunk.flatMap(({ kind, effectIds }) => effectIds.map((id) => ({ kind, id })));
    const values = [effects.map(({ kind }) => kind), effects.map(({ id }) => id)];
    await client.query(ADD_EFFECTS, [batch, ...values]);
  }
  await client.query('analyze soak.sent, soak.effect');
}

/** What of the history up to this batch does not hold, in words; for when nothing is under way. */
export async function historyProblems(client: pg.Client, batch: number): Promise<string[]> {
  const problems: string[] = [];
  for (const [name, text] of checks) {
    const { rows } = await client.query<{ offender: string }>(text, [batch]);
    if (rows.length === 0) continue;
    const named = rows.slice(0, NAMED_OFFENDERS).map(({ offender }) => offender);
    problems.push(`${name}: ${rows.length}, such as ${named.join('; ')}`);
  }
  return problems;
}
