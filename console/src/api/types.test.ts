import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const repository = fileURLToPath(new URL('../../..', import.meta.url));
const script = join(repository, 'scripts/console-types.mjs');
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'skein-types-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The types that the script makes of a document. */
function generated(document: string): string {
  const target = join(folder, 'types.ts');
  execFileSync(process.execPath, [script, document, target], { stdio: 'pipe' });
  return readFileSync(target, 'utf8');
}

test('the committed types are those of openapi.json', () => {
  const committed = readFileSync(join(repository, 'console/src/api/types.generated.ts'), 'utf8');
  expect(generated(join(repository, 'openapi.json')) === committed).toBe(true);
});

test('references, unions, lists, maps and optional fields', () => {
  const Order = {
    type: 'object',
    required: ['id', 'note'],
    properties: {
      id: { type: 'string' },
      note: { type: ['string', 'null'] },
      side: { enum: ['BUY', 'SELL'] },
      legs: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'integer' }] } },
      of: { anyOf: [{ $ref: '#/components/schemas/Error' }, { type: 'null' }] },
      extra: { type: 'object', additionalProperties: { type: 'boolean' } },
    },
  };
  const Failure = { type: 'object', required: ['code'], properties: { code: { type: 'string' } } };
  const answer = { content: { 'application/json': { schema: { properties: { data: Order } } } } };
  const parameters = [
    { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
    { name: 'limit', in: 'query', required: false, schema: { type: 'integer' } },
  ];
  const document = {
    components: { schemas: { Error: Failure, Order }, parameters: {} },
    paths: { '/api/v1/orders/{id}': { get: { parameters, responses: { 200: answer } } } },
  };
  const path = join(folder, 'document.json');
  writeFileSync(path, JSON.stringify(document));
  const order =
    '{ id: string; note: string | null; side?: "BUY" | "SELL" | undefined; ' +
    'legs?: (string | number)[] | undefined; of?: ErrorBody | null | undefined; ' +
    'extra?: Record<string, boolean> | undefined; }';
  const text = generated(path);
  expect(text).toContain('export interface ErrorBody { code: string; }');
  expect(text).toContain(`export interface Order ${order}`);
  expect(text).toContain(`  'GET /orders/{id}': {
    path: { id: string; };
    query: { limit?: number | undefined; };
    body: never;
    data: ${order};
  };`);
});

test('a part of JSON Schema that is not understood stops the script', () => {
  const path = join(folder, 'odd.json');
  const schemas = { Odd: { type: 'number' } };
  writeFileSync(path, JSON.stringify({ components: { schemas }, paths: {} }));
  expect(() => generated(path)).toThrow('not understood: number');
});
