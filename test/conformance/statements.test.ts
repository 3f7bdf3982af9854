import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LANE_SESSION_OPTIONS } from '../../src/engine/lane-connection.ts';
import type { Statement } from '../../src/platform/db/table.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { fillSchema } from '../helpers/filled-schema.ts';
import { collectStatements, statementsOf } from '../helpers/statements.ts';

const { tables, lookups, others } = await collectStatements();

/** Statements beside those of tables and lookups that run on the connections of lanes. */
const inLanes = new Set([
  'write opening follows',
  'write spot exit follows',
  'write prediction exit follows',
  'write perp exit follows',
  'claim follows',
  'event written',
]);
/** A queue is read from its front: the index gives the order, the limit ends the scan. */
const queueIndexes = new Set(['follow_queue']);

const laneStatements: readonly Statement[] = [
  ...tables.flatMap(statementsOf),
  ...lookups.map(({ statement }) => statement),
  ...others.filter(({ name }) => inLanes.has(name)),
];
const readStatements = others.filter(({ name }) => !inLanes.has(name));

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly Plan[];
}

const nodes = (plan: Plan): readonly Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];

/** What a plan does that grows with a table instead of with its parameters. */
function growing(plan: Plan): string[] {
  return nodes(plan).flatMap((node) => {
    const { 'Node Type': type, 'Relation Name': relation, 'Index Name': index } = node;
    if (type === 'Seq Scan') return [`Seq Scan on ${relation}`];
    if (type === 'Hash Join' || type === 'Merge Join') return [type];
    const whole = type.startsWith('Index') && node['Index Cond'] === undefined;
    return whole && !queueIndexes.has(index ?? '') ? [`${type} of all ${index}`] : [];
  });
}

async function explain(client: pg.Client, { text }: Statement): Promise<Plan> {
  const { rows } = await client.query(`explain (generic_plan, format json) ${text}`);
  return rows[0]['QUERY PLAN'][0].Plan;
}

const databases: TestDatabase[] = [];
const clients: Record<string, pg.Client> = {};

async function connect(name: string, config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(config);
  await client.connect();
  clients[name] = client;
  return client;
}

beforeAll(async () => {
  for (const name of ['empty', 'filled']) {
    const database = await createTestDatabase();
    databases.push(database);
    const reads = await connect(`${name} reads`, database.clientConfig);
    await connect(`${name} lane`, { ...database.clientConfig, options: LANE_SESSION_OPTIONS });
    if (name === 'filled') await fillSchema(reads);
  }
}, 60_000);

afterAll(async () => {
  await Promise.all(Object.values(clients).map((client) => client.end()));
  await Promise.all(databases.map((database) => database.drop()));
});

const client = (name: string): pg.Client => {
  const known = clients[name];
  if (!known) throw new Error(`no client ${name}`);
  return known;
};

test('statements are found', () => {
  expect(tables.length).toBeGreaterThan(15);
  expect(lookups.length).toBeGreaterThan(5);
  expect(readStatements.length).toBeGreaterThan(20);
  expect([...inLanes].filter((name) => !others.some((other) => other.name === name))).toEqual([]);
});

test('each name stands for one text: connections prepare statements by name', () => {
  const texts = new Map<string, string>();
  const clashes: string[] = [];
  for (const { name, text } of [...laneStatements, ...readStatements]) {
    if ((texts.get(name) ?? text) !== text) clashes.push(name);
    texts.set(name, text);
    // Longer names are cut, and could then be the same.
    expect(name.length, name).toBeLessThan(64);
  }
  expect(clashes).toEqual([]);
});

describe.each(['empty', 'filled'])('a lane on an %s schema', (schema) => {
  test.each(laneStatements.map((statement) => [statement.name, statement] as const))(
    '%s probes indexes only',
    async (_name, statement) => {
      expect(growing(await explain(client(`${schema} lane`), statement))).toEqual([]);
    },
  );
});

test('a plan over a whole table is seen, also when it goes through an index', async () => {
  const lane = client('filled lane');
  const scan = { name: 'scan', text: 'select 1 from wallet where available = 1' };
  const through = { name: 'through', text: 'select user_id from wallet where user_id::text = $1' };
  expect(growing(await explain(lane, scan))).toEqual(['Seq Scan on wallet']);
  expect(growing(await explain(lane, through))).toEqual(['Index Only Scan of all wallet_pkey']);
  await lane.query('begin; set local enable_hashjoin = on; set local enable_nestloop = off');
  const joined = 'select 1 from wallet w join unnest($1::uuid[]) v(id) on v.id = w.user_id';
  const plan = growing(await explain(lane, { name: 'joined', text: joined }));
  await lane.query('rollback');
  expect(plan).toContain('Hash Join');
});

/** Reads that are about whole tables: once at the start of a demo, or by what they answer. */
const wholeTables = new Map<string, readonly string[]>([
  ['other users', ['app_user']],
  ['demo group', ['trading_group']],
  // A queue that is worked off, and the venue's few markets.
  ['queued perp triggers', ['perp_trigger']],
  ['perp markets funded until', ['perp_market']],
  ['unfunded perp positions', ['perp_market']],
  // External agents are few; each is asked whether there is something for it.
  ['untold agents', ['external_agent', 'chat_group']],
  ['fan out to agents', ['external_agent', 'chat_group']],
  ['claim agent deliveries', ['external_agent']],
  // Kept in memory as a whole.
  ['all pins', ['price_pin']],
  ['prediction market overrides', ['prediction_resolution', 'prediction_status']],
]);

describe('reads on a filled schema', () => {
  test.each(readStatements.map((statement) => [statement.name, statement] as const))(
    '%s grows with what it answers',
    async (name, statement) => {
      const plan = await explain(client('filled reads'), statement);
      const scanned = nodes(plan)
        .filter((node) => node['Node Type'] === 'Seq Scan')
        .map((node) => node['Relation Name']);
      const allowed = wholeTables.get(name) ?? [];
      expect(scanned.filter((table) => !allowed.includes(table ?? ''))).toEqual([]);
    },
  );
});
