import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestUser } from '../helpers/app.ts';
import { type Method, send } from '../helpers/client.ts';
import {
  contentOf,
  type Json,
  type Operation,
  operationsOf,
  resolved,
} from './openapi-document.ts';

let test: TestApp;
let user: TestUser;
let document: Json;
let writes: Operation[];
beforeAll(async () => {
  test = await startTestApp();
  user = await test.user('writer');
  document = (await send(test.origin, { method: 'GET', path: '/openapi.json' })).body;
  writes = operationsOf(document).filter(
    ({ method, path }) => method !== 'GET' && path.startsWith('/api/v1/'),
  );
});
afterAll(() => test.stop());

const ID = '01920f3c-6d1a-7b3e-8c55-0a1b2c3d4e5f';

/** The path with something in the place of each parameter that may stand there. */
const concrete = ({ path, operation }: Operation): string =>
  path.replace('/api/v1', '').replaceAll(/\{(\w+)\}/g, (_, name) => {
    const parameter = resolved(document, operation.parameters).find(
      (one: Json) => one.name === name,
    );
    return parameter.schema.enum?.[0] ?? ID;
  });

it('every route that writes describes the key, and quotes, which write nothing, too', () => {
  const without = writes.filter(
    ({ operation }) =>
      !resolved(document, operation.parameters).some(
        (one: Json) => one.in === 'header' && one.name === 'Idempotency-Key',
      ),
  );
  expect(without.map(({ name }) => name)).toEqual([]);
  expect(writes.length).toBeGreaterThanOrEqual(45);
});

it('every route that writes reads the key: one that is none is refused by name', async () => {
  for (const operation of writes) {
    const body = contentOf(operation.operation.requestBody)?.example;
    const answer = await user.call(operation.method as Method, concrete(operation), body, {
      'Idempotency-Key': 'x'.repeat(256),
    });
    const problem = 'headers.idempotency-key must be 1 to 255 printable ASCII characters';
    expect([operation.name, answer.status, answer.body.message]).toEqual([
      operation.name,
      400,
      expect.arrayContaining([problem]),
    ]);
  }
});
