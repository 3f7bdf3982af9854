import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SANDBOX_TOKEN, startTestApp, type TestApp, type TestUser } from '../helpers/app.ts';
import { type Method, send } from '../helpers/client.ts';
import { type FieldSchema, type Misfit, misfitsOf, withField } from './misfits.ts';
import { latestSeq, mints, openWorld, propose } from './world.ts';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: FieldSchema & { readonly minimum?: number; readonly maximum?: number };
}

interface Operation {
  readonly method: Method;
  readonly path: string;
  readonly body: FieldSchema | null;
  readonly example: object;
  readonly query: readonly Parameter[];
}

/** Bodies to vary where the documented example does not use the field that is to be refused. */
const bases: Readonly<Record<string, object>> = {
  '/api/v1/spot/proposals/{id}/sell': { amountUsd: '1' },
  '/api/v1/predictions/proposals/{id}/sell': { amountUsd: '1' },
  '/api/v1/spot/stocks/{ticker}/sell': { groupId: 'x', amountUsd: '1' },
};

let test: TestApp;
let leader: TestUser;
let member: TestUser;
let named: Readonly<Record<string, string>>;
let operations: readonly Operation[];

beforeAll(async () => {
  test = await startTestApp();
  let groupId: string;
  ({ leader, member, groupId } = await openWorld(test));
  const { proposal } = await propose(leader, groupId, '10');
  named = {
    groups: groupId,
    chat: groupId,
    reactions: 'like',
    markets: 'SOL',
    proposals: proposal.id,
    users: leader.userId,
    prices: 'token',
    stocks: 'AAPL',
  };
  operations = await readOperations();
});
afterAll(async () => {
  await test.audit();
  await test.stop();
});

async function readOperations(): Promise<Operation[]> {
  const { body: document } = await send(test.origin, { method: 'GET', path: '/openapi.json' });
  const resolved = (schema: unknown): unknown => {
    if (Array.isArray(schema)) return schema.map(resolved);
    if (typeof schema !== 'object' || schema === null) return schema;
    const reference = (schema as { $ref?: string }).$ref;
    if (reference !== undefined) {
      const [, , kind = '', name = ''] = reference.split('/');
      return resolved(document.components[kind][name]);
    }
    return Object.fromEntries(Object.entries(schema).map(([key, inner]) => [key, resolved(inner)]));
  };
  // biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document.
  const paths = Object.entries<any>(document.paths);
  return paths.flatMap(([path, methods]) =>
    // biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document.
    Object.entries<any>(methods).map(([method, operation]) => {
      const content = operation.requestBody?.content['application/json'];
      const parameters = (resolved(operation.parameters ?? []) as Parameter[]) ?? [];
      return {
        method: method.toUpperCase() as Method,
        path,
        body: content ? (resolved(content.schema) as FieldSchema) : null,
        example: bases[path] ?? content?.example ?? {},
        query: parameters.filter((parameter) => parameter.in === 'query'),
      };
    }),
  );
}

/** The path with ids of things that exist where the path names them, else of nothing. */
function concrete(path: string): string {
  const segments = path.split('/');
  return segments
    .map((segment, n) => {
      if (segment === '{mint}') return mints.sol;
      if (segment === '{vertical}') return 'spot';
      if (segment === '{kind}') return 'token';
      if (segments[n - 1] === '{kind}') return mints.sol;
      if (segment === '{userId}') return member.userId;
      return segment.startsWith('{') ? (named[segments[n - 1] ?? ''] ?? leader.userId) : segment;
    })
    .join('/');
}

/** A key of its own for each operation: a key has 1,200 requests a minute. */
async function tokenFor(path: string): Promise<string> {
  if (path.startsWith('/sandbox')) return SANDBOX_TOKEN;
  return (await test.sandbox('POST', '/keys', { userId: leader.userId })).apiKey;
}

/** What is wrong with the refusal; null when it is as it must be. */
async function problemOf(call: Parameters<typeof send>[1], field: string, value: unknown) {
  const { status, body } = await send(test.origin, call);
  const sent = `${field} = ${JSON.stringify(value)}`;
  if (status !== 400 || body.code !== 'VALIDATION_FAILED') return `${sent}: ${status} ${body.code}`;
  const problems = Array.isArray(body.message) ? body.message : [];
  const names = problems.some((problem: string) => problem.includes(field));
  return names ? null : `${sent}: ${JSON.stringify(body.message)}`;
}

const inTurns = async <T>(all: readonly T[], work: (one: T) => Promise<string | null>) => {
  const problems: string[] = [];
  for (let n = 0; n < all.length; n += 25) {
    const found = await Promise.all(all.slice(n, n + 25).map(work));
    problems.push(...found.filter((problem) => problem !== null));
  }
  return problems;
};

describe('what does not fit is refused by name and changes nothing', () => {
  it('knows every operation of the service', () => {
    const bodies = operations.filter(({ body }) => body !== null);
    expect(bodies.length).toBeGreaterThanOrEqual(17);
    const fields = bodies.flatMap(({ body }) => misfitsOf(body as FieldSchema));
    expect(fields.length).toBeGreaterThan(1_000);
  });

  it('every field of every body', async () => {
    const before = [await latestSeq(leader), await latestSeq(member)];
    const problems: string[] = [];
    for (const { method, path, body, example } of operations) {
      if (body === null) continue;
      const token = await tokenFor(path);
      const misfits: Misfit[] = misfitsOf(body);
      const found = await inTurns(misfits, (misfit) =>
        problemOf(
          { method, path: concrete(path), token, body: withField(example, misfit) },
          misfit.field.replace(/.*\./, ''),
          misfit.value,
        ),
      );
      problems.push(...found.map((problem) => `${method} ${path}: ${problem}`));
    }
    expect(problems).toEqual([]);
    // Making keys is told to the leader; nothing else has happened.
    const { events } = await leader.get(`/account/events?after=${before[0]}&limit=200`);
    const types = new Set(events.map(({ type }: { type: string }) => type));
    expect([...types]).toEqual(['api_key_created']);
    expect(await latestSeq(member)).toBe(before[1]);
  }, 120_000);

  it('every body that is no object', async () => {
    const problems: string[] = [];
    for (const { method, path, body } of operations) {
      if (method === 'GET') continue;
      const token = await tokenFor(path);
      const wrong = ['[]', '"x"', '1', 'true', 'null', '{', '{"a":1}x', "{'a':1}"];
      if ((body?.required ?? []).length > 0) wrong.push('', '{}');
      const found = await inTurns(wrong, (text) =>
        problemOf({ method, path: concrete(path), token, body: text }, 'body', text),
      );
      problems.push(...found.map((problem) => `${method} ${path}: ${problem}`));
    }
    expect(problems).toEqual([]);
  });

  it('every parameter of every query', async () => {
    const problems: string[] = [];
    for (const { method, path, query } of operations) {
      const token = await tokenFor(path);
      const at = concrete(path);
      const cases = query.flatMap(({ name, required, schema }) => {
        const texts: string[] = [];
        if (schema.type === 'integer') {
          texts.push('', 'x', '1.5', '1e2', '+1', ' 1', '0x1', '٣', '99999999999999999999');
          texts.push(String((schema.minimum ?? 0) - 1));
          if (name === 'limit') texts.splice(texts.indexOf('99999999999999999999'), 1);
        }
        if (schema.enum) texts.push('', 'nonsense', String(schema.enum[0]).toUpperCase());
        if (schema.maxLength !== undefined) texts.push('x'.repeat(schema.maxLength + 1));
        if (name === 'cursor') texts.push('', 'x', '!', 'eyJ4IjoxfQ', 'x'.repeat(600));
        if (name === 'from' || name === 'to') texts.push('', 'x', '1', '2026-02-30T00:00:00');
        const others = query
          .filter((other) => other.required && other.name !== name)
          .map((other) => `${other.name}=${encodeURIComponent(sampleOf(other))}`);
        const urls = texts.map((text) => [`${name}=${encodeURIComponent(text)}`, ...others]);
        urls.push([`${name}=a`, `${name}=b`, ...others]);
        if (required) urls.push(others);
        return urls.map((parts) => ({ name, url: `${at}?${parts.join('&')}` }));
      });
      const found = await inTurns(cases, ({ name, url }) =>
        problemOf({ method, path: url, token }, name, url),
      );
      problems.push(...found);
    }
    expect(problems).toEqual([]);
  });
});

const sampleOf = ({ name, schema }: Parameter): string => {
  if (name === 'groupId') return named.groups ?? '';
  return schema.enum ? String(schema.enum[0]) : 'SOL';
};

it('takes the documented examples', async () => {
  const refused: string[] = [];
  for (const { method, path, body, example } of operations) {
    if (body === null || path.startsWith('/sandbox')) continue;
    const token = await tokenFor(path);
    const answer = await send(test.origin, { method, path: concrete(path), token, body: example });
    if (answer.body.code === 'VALIDATION_FAILED' || answer.status >= 500) {
      refused.push(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    }
  }
  expect(refused).toEqual([]);
});

it('counts a limit above the maximum as the maximum and passes over what it does not know', async () => {
  const limits = operations.filter(({ query }) => query.some(({ name }) => name === 'limit'));
  expect(limits.length).toBeGreaterThanOrEqual(8);
  for (const { path, query } of limits) {
    const others = query.filter(({ required }) => required);
    const parts = others.map((one) => `${one.name}=${encodeURIComponent(sampleOf(one))}`);
    const url = `${concrete(path)}?${['limit=99999', 'nonsense=1', ...parts].join('&')}`;
    const token = await tokenFor(path);
    const { status } = await send(test.origin, { method: 'GET', path: url, token });
    expect([path, status]).toEqual([path, 200]);
  }
  const { trade } = await leader.post(`/spot/proposals/${named.proposals}/sell`, {
    max: true,
    amountUsd: 'not even looked at',
    nonsense: {},
  });
  expect(trade.tradeType).toBe('SELL');
});
