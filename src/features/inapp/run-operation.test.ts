import { buildSchema, getIntrospectionQuery } from 'graphql';
import { expect, test } from 'vitest';
import type { AppError } from '../../errors/app-error.ts';
import { MAX_ALIASES, MAX_NESTING, MAX_QUERY_FIELDS } from './limits.ts';
import { readRequest, runOperation } from './run-operation.ts';
import { typeDefs } from './type-defs.ts';

const schema = buildSchema(typeDefs);
/** Rows that refer to themselves in no way: the schema has no cycles but introspection's. */
const resolvers = {
  viewer: () => ({ id: 'u', username: 'ada', passkeys: [] }),
  apiKeys: () => [],
  sessions: () => [],
  withdrawals: () => [],
  cancelWithdrawal: () => ({ id: 'w' }),
};

/** The data of an operation, or the code and problems of its refusal. */
async function run(query: string, { introspection = true, variables = {} } = {}) {
  const request = { query, variables, operationName: null };
  try {
    return await runOperation(schema, request, { resolvers, context: {}, introspection });
  } catch (error) {
    const { code, problems } = error as AppError;
    return [code, ...(problems ?? [])];
  }
}
const refused = (problem: string) => ['VALIDATION_FAILED', problem];

test('a modest operation runs', async () => {
  expect(await run('{ viewer { id username } }')).toEqual({
    data: { viewer: { id: 'u', username: 'ada' } },
  });
});

test('documents that do not fit are refused whole', async () => {
  expect(await run('{ nothing }')).toEqual(
    refused('query: Cannot query field "nothing" on type "Query".'),
  );
  expect(await run('{ viewer { id }')).toEqual(
    refused('query: Syntax Error: Expected Name, found <EOF>.'),
  );
  expect(await run('fragment f on Viewer { id }')).toContain('VALIDATION_FAILED');
  expect(await run('')).toContain('VALIDATION_FAILED');
});

test('introspection is as the service has it', async () => {
  expect(await run(getIntrospectionQuery())).toHaveProperty(
    'data.__schema.queryType.name',
    'Query',
  );
  const off = await run('{ __schema { types { name } } }', { introspection: false });
  expect(off).toContain('VALIDATION_FAILED');
  const guess = '{ view { id } }';
  expect(await run(guess)).toEqual(
    refused('query: Cannot query field "view" on type "Query". Did you mean "viewer"?'),
  );
  expect(await run(guess, { introspection: false })).toEqual(
    refused('query: Cannot query field "view" on type "Query".'),
  );
  expect(await run('{ __typename }', { introspection: false })).toEqual({
    data: { __typename: 'Query' },
  });
  // Sixteen fields deep is what tools ask at most; one more is refused.
  const nested = (depth: number) =>
    `{ __type(name: "Query") { fields { type { ${'ofType { '.repeat(depth - 4)}name${' }'.repeat(depth)}`;
  expect(await run(nested(16))).toHaveProperty('data.__type');
  expect(await run(nested(17))).toEqual(refused('query must not nest deeper than 16 fields'));
  const endless =
    '{ __schema { types { fields { type { fields { type { fields { type { fields { name ' +
    '} } } } } } } } } }';
  expect(await run(endless)).toContain('VALIDATION_FAILED');
});

test('aliases and fields at the top are counted', async () => {
  const aliases = (count: number) =>
    `{ viewer { ${Array.from({ length: count }, (_, n) => `a${n}: id`).join(' ')} } }`;
  expect(await run(aliases(MAX_ALIASES))).toHaveProperty('data.viewer.a0', 'u');
  expect(await run(aliases(MAX_ALIASES + 1))).toEqual(
    refused('query must have at most 15 aliases'),
  );
  const top = (count: number) =>
    `{ ${Array.from({ length: count }, (_, n) => `v${n}: viewer { id }`).join(' ')} }`;
  expect(await run(top(MAX_QUERY_FIELDS))).toHaveProperty('data.v9.id', 'u');
  expect(await run(top(MAX_QUERY_FIELDS + 1))).toEqual(
    refused('query must have at most 10 fields at its top'),
  );
});

test('one mutation is one change, however it is spelled', async () => {
  const cancel = 'cancelWithdrawal(id: "w") { id }';
  expect(await run(`mutation { ${cancel} }`)).toEqual({ data: { cancelWithdrawal: { id: 'w' } } });
  const one = refused('a mutation must make one change');
  expect(await run(`mutation { ${cancel} b: ${cancel} }`)).toEqual(one);
  expect(await run(`mutation { ...f b: ${cancel} } fragment f on Mutation { ${cancel} }`)).toEqual(
    one,
  );
  expect(await run(`mutation { ... on Mutation { ${cancel} b: ${cancel} } }`)).toEqual(one);
});

test('a list costs what stands below it for every row that may come', async () => {
  // 1 + 200 × 3 = 601 each: eight cost 4808, nine 5409. A variable counts as what it holds.
  const lists = (count: number, limit: string) =>
    Array.from(
      { length: count },
      (_, n) => `w${n}: withdrawals(limit: ${limit}) { id status cursor }`,
    ).join(' ');
  const tooMuch = refused('query must cost at most 5000: ask for less');
  expect(await run(`{ ${lists(8, '200')} }`)).toHaveProperty('data.w7', []);
  expect(await run(`{ ${lists(9, '200')} }`)).toEqual(tooMuch);
  expect(await run(`{ ${lists(9, '9999999')} }`)).toEqual(tooMuch);
  expect(await run(`{ ${lists(9, '1')} }`)).toHaveProperty('data.w8', []);
  const by = `query ($n: Int) { ${lists(9, '$n')} }`;
  expect(await run(by, { variables: { n: 200 } })).toEqual(tooMuch);
  expect(await run(by, { variables: { n: 1 } })).toHaveProperty('data.w8', []);
});

test('fragments within fragments cannot make the measuring itself expensive', async () => {
  // Each spreads the next one twice: 2^40 fields.
  const names = Array.from({ length: 40 }, (_, n) => n);
  const fragments = names.map((n) => `fragment f${n} on Viewer { ...f${n + 1} ...f${n + 1} }`);
  const query = `{ viewer { ...f0 } } ${fragments.join(' ')} fragment f40 on Viewer { id }`;
  expect(await run(query)).toEqual(refused('query must cost at most 5000: ask for less'));
});

test('documents of very many words are not even parsed', async () => {
  const query = `{ viewer { ${'id '.repeat(2_000)} } }`;
  expect(await run(query)).toContain('VALIDATION_FAILED');
});

test('brackets within brackets are refused before anything follows them down', async () => {
  const nested = (open: string, close: string, depth: number) =>
    open.repeat(depth) + close.repeat(depth);
  const tooDeep = refused(`query must nest at most ${MAX_NESTING} brackets`);
  for (const depth of [1_500, 990, MAX_NESTING]) {
    // One more bracket is the field's, one the operation's.
    const list = `{ withdrawals(cursor: ${nested('[', ']', depth)}) { id } }`;
    expect(await run(list)).toEqual(tooDeep);
    expect(await run(nested('{ viewer ', '}', depth + 1))).toEqual(tooDeep);
    expect(await run(`query ($a: ${nested('[', ']', depth + 1)}) { viewer { id } }`)) //
      .toEqual(tooDeep);
  }
  const least = `{ withdrawals(cursor: ${nested('[', ']', MAX_NESTING - 2)}) { id } }`;
  expect(await run(least)).not.toEqual(tooDeep);
  // What stands in a text or a comment opens nothing.
  const text = `{ withdrawals(cursor: "${'['.repeat(100)}") { id } } # ${'{'.repeat(100)}`;
  expect(await run(text)).toEqual({ data: { withdrawals: [] } });
});

test('variables that do not fit are refused whole', async () => {
  const query = 'query ($n: Int) { withdrawals(limit: $n) { id } }';
  const answer = await run(query, { variables: { n: 'ten' } });
  expect(answer).toContain('VALIDATION_FAILED');
});

test('a request is one operation', () => {
  const of = (body: unknown) => {
    try {
      return readRequest(body);
    } catch (error) {
      return (error as AppError).problems;
    }
  };
  const query = '{ viewer { id } }';
  expect(of({ query })).toEqual({ query, variables: {}, operationName: null });
  expect(of({ query, variables: null, operationName: null })).toEqual(of({ query }));
  expect(of([{ query }])).toEqual(['body must be one object with a query']);
  expect(of(undefined)).toEqual(['body must be one object with a query']);
  expect(of({})).toEqual(['body.query must be a string']);
  expect(of({ query, variables: [] })).toEqual(['body.variables must be an object']);
  expect(of({ query, operationName: 1 })).toEqual(['body.operationName must be a string']);
});
