import {
  buildSchema,
  type GraphQLField,
  type GraphQLType,
  getNamedType,
  isObjectType,
} from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { typeDefs } from '../../src/features/inapp/type-defs.ts';
import { ADDRESS, askGraphQl, enrol, type Person, person } from '../e2e/in-app-world.ts';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import type { Answer } from '../helpers/client.ts';
import { noteFuzz } from '../helpers/evidence.ts';
import { type Chance, chanceOf } from './chance.ts';
import { hostileBody, hostileHeaders, hostileText, hostileValue } from './hostile.ts';
import { problemOf } from './refusal.ts';

const SEED = Number(process.env.SKEIN_FUZZ_SEED ?? 20_261_120);
/** Operations; the budget of a session is 1,200 a minute. */
const CALLS = Number(process.env.SKEIN_FUZZ_CALLS ?? 600);
const CALLS_PER_SESSION = 900;
const AT_ONCE = 4;

const schema = buildSchema(typeDefs);
const fieldsOf = (type: GraphQLType): GraphQLField<unknown, unknown>[] => {
  const named = getNamedType(type);
  return isObjectType(named) ? Object.values(named.getFields()) : [];
};
const queries = fieldsOf(schema.getQueryType() as GraphQLType);
const mutations = fieldsOf(schema.getMutationType() as GraphQLType);

let app: TestApp;
let ada: Person;
let bob: Person;
let code: () => string;
beforeAll(async () => {
  app = await startTestApp();
  [ada, bob] = await Promise.all([person(app, 'ada'), person(app, 'bob')]);
  ({ code } = await enrol(app, ada));
}, 60_000);
afterAll(() => app?.stop());

/** Ids that answers have shown, by the mutation that takes them. */
type Ids = Readonly<Record<string, string[]>>;
const takenBy: Readonly<Record<string, string>> = {
  apiKeys: 'revokeApiKey',
  createApiKey: 'revokeApiKey',
  sessions: 'revokeSession',
  withdrawals: 'cancelWithdrawal',
  withdraw: 'cancelWithdrawal',
};

/** Values that mean something, by the name of an argument. */
function meantBy(name: string, chance: Chance, ids: readonly string[]): unknown {
  const meant: Readonly<Record<string, readonly unknown[]>> = {
    label: ['bot', 'a skein of geese'],
    scopes: [['read'], ['read', 'chat'], null],
    expiresAt: ['2030-01-01T00:00:00.000Z', null],
    id: ids,
    address: [ADDRESS],
    amountUsd: ['5', '1.25'],
    totp: [code()],
    code: [code(), '000000'],
    limit: [1, 5, null],
    cursor: [null],
    password: [null, 'a violet skein of geese'],
    name: ['goose'],
    responseJson: ['{}'],
  };
  // Of ids those that were seen last, which are mostly still there.
  const known = (meant[name] ?? ['goose']).slice(0, 20);
  return known.length === 0 ? 'goose' : chance.one(known);
}

/** A selection of what a type has, everything that is below it in half of the cases. */
function selectionOf(type: GraphQLType, chance: Chance): string {
  const fields = fieldsOf(type);
  if (fields.length === 0) return chance.likely(0.03) ? '{ id }' : '';
  const kept = fields.filter(() => chance.likely(0.7));
  const some = kept.length > 0 ? kept : fields;
  const names = some.map(({ name, type: inner }) => `${name} ${selectionOf(inner, chance)}`);
  if (chance.likely(0.03)) names.push(hostileText(chance).slice(0, 30));
  return `{ ${names.join(' ')} }`;
}

/** One field with its arguments, as variables or written into the document. */
function operationOf(chance: Chance, ids: Ids) {
  const isQuery = chance.likely(0.5);
  const field = chance.one(isQuery ? queries : mutations);
  const variables: Record<string, unknown> = {};
  const declared: string[] = [];
  const sent: string[] = [];
  for (const { name, type } of field.args) {
    if (!String(type).endsWith('!') && chance.likely(0.5)) continue;
    const value = chance.likely(0.8)
      ? meantBy(name, chance, ids[field.name] ?? [])
      : hostileValue(chance);
    if (chance.likely(0.7)) {
      declared.push(`$${name}: ${type}`);
      variables[name] = value;
      sent.push(`${name}: $${name}`);
    } else sent.push(`${name}: ${JSON.stringify(value)}`);
  }
  const head = declared.length > 0 ? `(${declared.join(', ')})` : '';
  const args = sent.length > 0 ? `(${sent.join(', ')})` : '';
  const kind = isQuery ? 'query' : 'mutation';
  const query = `${kind} ${head} { ${field.name}${args} ${selectionOf(field.type, chance)} }`;
  return { name: field.name, query, variables };
}

/** Documents that parsers and executors have stumbled over. */
const documents: readonly string[] = [
  '',
  '{',
  '{}',
  '{ viewer }',
  '{ __typename }',
  'query { viewer { ...a } } fragment a on Viewer { ...a }',
  'query { viewer { ...a } } fragment a on Viewer { ...b } fragment b on Viewer { ...a }',
  'query ($a: Int = 1, $a: Int) { withdrawals(limit: $a) { id } }',
  'query ($a: Nothing) { viewer { id } }',
  '{ viewer { id @skip(if: "x") } }',
  `{ viewer { id ${'@include(if: true) '.repeat(300)} } }`,
  `{ viewer { ${'id '.repeat(5_000)} } }`,
  `${'{ viewer '.repeat(2_000)}`,
  `{ withdrawals(cursor: ${'['.repeat(3_000)}${']'.repeat(3_000)}) { id } }`,
  `{ withdrawals(limit: ${'9'.repeat(400)}) { id } }`,
  '{ withdrawals(limit: -1) { id } }',
  '{ withdrawals(limit: 0) { id } securityLog(limit: 1e9) { id } }',
  '{ withdrawals(cursor: """block\u0000""") { id } }',
  '{ withdrawals(cursor: "\\ud800") { id } }',
  '\ufeff{ viewer { id } }',
  '# only a comment',
  'subscription { viewer { id } }',
  'mutation { __typename }',
  'type Query { a: Int }',
  'query a { viewer { id } } query a { viewer { id } }',
  '{ __schema { types { fields { type { fields { type { fields { name } } } } } } } }',
  `{ ${Array.from({ length: 200 }, (_, n) => `a${n}: viewer { id }`).join(' ')} }`,
  'mutation { a: beginTotp { secret } b: beginTotp { secret } }',
  'mutation { revokeApiKey(id: {a: 1}) { id } }',
];

function bodyOf(chance: Chance, ids: Ids): { name: string; body: unknown } {
  if (chance.likely(0.06)) return { name: 'raw', body: hostileBody(chance) };
  if (chance.likely(0.12)) return { name: 'document', body: { query: chance.one(documents) } };
  if (chance.likely(0.06)) {
    const body = { query: hostileValue(chance), variables: hostileValue(chance) };
    return { name: 'values', body };
  }
  const { name, query, variables } = operationOf(chance, ids);
  const odd = chance.likely(0.04) ? { operationName: hostileValue(chance) } : {};
  return { name, body: { query, variables, ...odd } };
}

interface GraphQlError {
  readonly extensions?: { readonly code?: unknown };
}

/** What is wrong with an answer: a refusal of the whole, or of one field, must have its code. */
function wrongWith({ status, headers, body }: Answer): string | null {
  const problem = problemOf({ status, headers, body });
  if (problem !== null || status >= 400) return problem;
  const errors: readonly GraphQlError[] = body.errors ?? [];
  const codes = errors.map(({ extensions }) => extensions?.code);
  const isCoded = codes.every((one) => typeof one === 'string' && one !== 'INTERNAL');
  return isCoded ? problemOf({ status: 200, headers, body }) : JSON.stringify(body);
}

test('no operation that a session can send breaks the service, its books or the shape of its answers', async () => {
  const chance = chanceOf(SEED);
  const ids: Ids = { revokeApiKey: [], revokeSession: [], cancelWithdrawal: [] };
  const problems: string[] = [];
  const done = new Set<string>();
  const signIn = async ({ userId }: Person): Promise<string> =>
    (await app.sandbox('POST', '/sessions', { userId })).token;
  let left = 0;
  let tokens: Promise<string[]> = Promise.resolve([]);
  const nextToken = async (): Promise<string> => {
    if (left === 0) {
      left = CALLS_PER_SESSION;
      tokens = Promise.all([ada, bob].map(signIn));
    }
    left -= 1;
    return chance.one(await tokens);
  };
  const calls = Array.from({ length: CALLS }, (_, n) => n);
  const worker = async () => {
    while (calls.pop() !== undefined) {
      const { name, body } = bodyOf(chance, ids);
      const headers = chance.likely(0.05) ? hostileHeaders(chance) : {};
      const token = headers.authorization === undefined ? await nextToken() : undefined;
      const asked = JSON.stringify({ body, headers }).slice(0, 1_000);
      try {
        const answer = await askGraphQl(app.origin, token, body, { ...headers });
        // Whoever has signed out by chance signs in again.
        if (answer.status === 401) left = 0;
        const problem = wrongWith(answer);
        if (problem !== null) problems.push(`${asked}\n  ${problem.slice(0, 1_000)}`);
        else if (answer.status === 200 && !answer.body.errors) done.add(name);
        ids[takenBy[name] ?? '']?.unshift(...idsIn(answer.body?.data));
      } catch (problem) {
        problems.push(`${asked}\n  ${problem}`);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  expect(problems).toEqual([]);
  // What is refused every time tries nothing: these went through. A code of the second factor counts
  // once, so that chance decides which of those that take one goes through.
  expect(['withdraw', 'removeTotp', 'confirmTotp'].filter((name) => done.has(name))).not.toEqual(
    [],
  );
  expect([...done].sort()).toEqual(
    expect.arrayContaining([
      ...queries.map(({ name }) => name),
      ...['createApiKey', 'revokeApiKey', 'beginPasskey'],
    ]),
  );
  await app.sandbox('POST', '/drain');
  await app.audit();
  const late = await askGraphQl(app.origin, await signIn(bob), {
    query: '{ viewer { username } }',
  });
  expect(late.body).toEqual({ data: { viewer: { username: 'bob' } } });
  noteFuzz({ fuzz: 'GraphQL', seed: SEED, sent: CALLS });
}, 120_000);

/** The ids of an answer, for the operations that come after it. */
function idsIn(data: unknown): string[] {
  return [...(JSON.stringify(data ?? null).match(/(?<="id":")[\w-]+/g) ?? [])];
}
