import {
  buildSchema,
  type GraphQLField,
  type GraphQLObjectType,
  isEnumType,
  isObjectType,
} from 'graphql';
import { expect, test } from 'vitest';
import { typeDefs } from '../../src/features/inapp/type-defs.ts';

const PAGE = new URL('../../docs/reference/graphql.md', import.meta.url);
const schema = buildSchema(typeDefs);

const plain = (text: string | null | undefined): string => (text ?? '').replaceAll('|', '\\|');

function fieldRow({ name, args, type, description }: GraphQLField<unknown, unknown>): string {
  const given = args.map((arg) => `${arg.name}: ${arg.type}`).join(', ');
  const call = given === '' ? name : `${name}(${given})`;
  return `| \`${call}\` | \`${type}\` | ${plain(description)} |`;
}

const objectTable = (type: GraphQLObjectType): string[] => [
  `### ${type.name}`,
  '',
  ...(type.description ? [type.description, ''] : []),
  '| Field | Type | |',
  '|---|---|---|',
  ...Object.values(type.getFields()).map(fieldRow),
  '',
];

/** The page of the schema: how to call it, and every type of it. */
function page(): string {
  const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));
  const tables = types.flatMap((type) => {
    if (isObjectType(type)) return objectTable(type);
    if (!isEnumType(type)) return [];
    const values = type
      .getValues()
      .map(({ name, description }) => `| \`${name}\` | ${plain(description)} |`);
    return [`### ${type.name}`, '', '| Value | |', '|---|---|', ...values, ''];
  });
  return [
    '# GraphQL',
    '',
    '<!-- Written from the schema. After a change of it: npx vitest run test/docs/graphql.test.ts -u -->',
    '',
    'What belongs to the account itself, keys, sessions, sign-in and [withdrawals](../concepts/withdrawals.md),',
    'is for signed-in people alone. An API key gets 403 `FORBIDDEN`, whatever its scopes; no or a bad session',
    '401 `UNAUTHORIZED`. Everything else is the [API](openapi.md), which a session may call as well.',
    '',
    '```',
    'POST /graphql',
    'Authorization: Bearer <token of the session>',
    'Content-Type: application/json',
    '',
    '{ "query": "mutation ($l: String!) { createApiKey(label: $l) { secret apiKey { id } } }",',
    '  "variables": { "l": "bot" } }',
    '```',
    '',
    '- One operation a request; lists of operations are refused. A mutation makes one change, so that one',
    '  request is one guess of a second factor.',
    '- At most 8 fields deep (16 below `__schema`), 15 aliases, 10 fields at the top of a query, 2,000 words,',
    '  and a cost of 5,000: a field costs 1, times the rows of the lists above it. More is 400',
    '  `VALIDATION_FAILED`, before anything is done.',
    '- A request that is refused whole has the status of its code and the [one shape of errors](errors.md)',
    '  with `errors` beside it. What single fields refuse is among `errors` of a 200. Every error has',
    '  `extensions.code` of the catalogue, `statusCode`, `retryable`, `details` and `errorId`.',
    '- `withdraw` honours an `Idempotency-Key`: the same request again, while its code still fits, answers',
    '  what the first one did.',
    '- Lists take `limit` (50, at most 200) and the `cursor` of the last row that was read.',
    '- Asking the schema about itself works where there is a sandbox, and nowhere else.',
    '- Sensitive actions stand in `securityLog`, written in the transaction of the action.',
    '',
    ...tables,
  ].join('\n');
}

test('the page of GraphQL is the one written from the schema', async () => {
  await expect(page()).toMatchFileSnapshot(PAGE.pathname);
});
