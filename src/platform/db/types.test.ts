import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/helpers/database.ts';
import { parseInstant } from './types.ts';

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase({ empty: true });
  client = new pg.Client(database.clientConfig);
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await database.drop();
});

async function value(expression: string, values: unknown[] = []): Promise<unknown> {
  const answer = await client.query({ text: `select ${expression}`, values, rowMode: 'array' });
  return answer.rows[0]?.[0];
}

it('brings exact values of each type', async () => {
  await client.query("set timezone = 'UTC'");
  expect(await value('9223372036854775807::int8')).toBe(9_223_372_036_854_775_807n);
  expect(await value('array[1, null, -2]::int8[]')).toEqual([1n, null, -2n]);
  expect(await value('array[]::int8[]')).toEqual([]);
  expect(await value('0.100000000000000000001::numeric')).toBe('0.100000000000000000001');
  expect(await value('array[1.10, 2]::numeric[]')).toEqual(['1.10', '2']);
  expect(await value("'2026-01-31'::date")).toBe('2026-01-31');
  expect(await value("'2026-01-31 01:02:03'::timestamp")).toBe('2026-01-31 01:02:03');
  expect(await value("'infinity'::timestamptz")).toBe(Number.POSITIVE_INFINITY);
  expect(await value("array['1970-01-01 00:00:01Z', null]::timestamptz[]")).toEqual([1_000, null]);
  expect(await value('7::int4')).toBe(7);
  expect(await value('null::int8')).toBe(null);
});

it('reads every instant to the millisecond, in every time zone', async () => {
  for (const zone of ['UTC', 'Asia/Kolkata', 'America/St_Johns']) {
    await client.query(`set timezone = '${zone}'`);
    // From 1900 to 2100: offsets of whole minutes and, in old times, of seconds are avoided.
    const instants = fc.integer({ min: 0, max: 4_102_444_800_000 });
    await fc.assert(
      fc.asyncProperty(instants, async (atMs) => {
        const text = new Date(atMs).toISOString();
        expect(await value('$1::timestamptz', [text])).toBe(atMs);
      }),
      { numRuns: 200 },
    );
  }
});

it('cuts microseconds off', () => {
  expect(parseInstant('1970-01-01 00:00:00.123999+00')).toBe(123);
  expect(parseInstant('1970-01-01 00:00:00.1+00')).toBe(100);
  expect(parseInstant('1970-01-01 00:00:00+00')).toBe(0);
  expect(parseInstant('1970-01-01 05:30:00.5+05:30')).toBe(500);
  expect(() => parseInstant('yesterday')).toThrow('not an instant');
});
