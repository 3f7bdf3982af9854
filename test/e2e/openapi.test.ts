import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestUser } from '../helpers/app.ts';
import { type Method, send } from '../helpers/client.ts';
import {
  answerSchema,
  contentOf,
  type Json,
  operationsOf,
  problemsOf,
  resolved,
} from './openapi-document.ts';
import { mints, openWorld } from './world.ts';

let test: TestApp;
let document: Json;
beforeAll(async () => {
  test = await startTestApp();
  document = (await send(test.origin, { method: 'GET', path: '/openapi.json' })).body;
});
afterAll(async () => {
  await test.audit();
  await test.stop();
});

it('is the committed file; `npm run build && npm run openapi` brings it up to date', async () => {
  const file = fileURLToPath(new URL('../../openapi.json', import.meta.url));
  const committed = JSON.parse(await readFile(file, 'utf8'));
  expect(Object.keys(committed.paths)).toEqual(Object.keys(document.paths));
  for (const { name, path, method, operation } of operationsOf(document)) {
    const before = committed.paths[path][method.toLowerCase()];
    expect([name, before]).toEqual([name, operation]);
  }
  expect(committed).toEqual(document);
});

it('describes every operation and every parameter', () => {
  const problems: string[] = [];
  const ids = new Set<string>();
  for (const { name, path, operation } of operationsOf(document)) {
    const { operationId, summary, description, tags, security, parameters = [] } = operation;
    if (!operationId || ids.has(operationId)) problems.push(`${name}: operationId ${operationId}`);
    ids.add(operationId);
    if (!summary || !description || tags?.length !== 1) problems.push(`${name}: no words`);
    const scheme = path.startsWith('/sandbox') ? 'SandboxToken' : 'Bearer';
    // Who signs in has nothing to show yet.
    const shown = path.startsWith('/auth/') ? [] : [{ [scheme]: [] }];
    if (JSON.stringify(security) !== JSON.stringify(shown)) problems.push(`${name}: security`);
    for (const parameter of resolved(document, parameters)) {
      if (!parameter.description) problems.push(`${name}: ${parameter.name} is not described`);
    }
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, one]) => one);
    const described = parameters.filter((parameter: Json) => parameter.in === 'path');
    if (described.map((parameter: Json) => parameter.name).join() !== inPath.join()) {
      problems.push(`${name}: parameters of the path`);
    }
  }
  expect(problems).toEqual([]);
  expect(document).toMatchObject({ openapi: '3.1.0', info: { version: '1.0.0' } });
  expect(document.servers).toBeUndefined();
});

it('is compared so that a missing, a wrong and an unknown field are seen', () => {
  const { operation } = operationsOf(document).find(
    ({ name }) => name === 'POST /api/v1/spot/proposals',
  ) as { operation: Json };
  const schema = answerSchema(document, operation, 201);
  const { example } = contentOf(operation.responses[201]);
  const { id: _, ...withoutId } = example.data.trade;
  const seen = (trade: Json) =>
    problemsOf(schema, { data: { ...example.data, trade } }, 'x').length > 0;
  const { trade } = example.data;
  expect([trade, withoutId, { ...trade, id: 1 }, { ...trade, extra: '' }].map(seen)).toEqual([
    false,
    true,
    true,
    true,
  ]);
});

it('gives examples that fit their schemas', () => {
  const problems: string[] = [];
  let examples = 0;
  const check = (schema: Json, example: Json, name: string) => {
    examples += 1;
    problems.push(...problemsOf(resolved(document, schema), example, name));
  };
  for (const { name, operation } of operationsOf(document)) {
    const body = contentOf(operation.requestBody);
    if (body?.example !== undefined) check(body.schema, body.example, `${name} request`);
    for (const [status, response] of Object.entries<Json>(operation.responses)) {
      const content = contentOf(response);
      const at = `${name} ${status}`;
      if (Number(status) < 300) check(content.schema, content.example, at);
      for (const [code, { value }] of Object.entries<Json>(
        resolved(document, content.examples ?? {}),
      )) {
        check(content.schema, value, `${at} ${code}`);
        if (value.code !== code || String(value.statusCode) !== status) problems.push(at + code);
      }
    }
  }
  expect(problems).toEqual([]);
  expect(examples).toBeGreaterThan(300);
});

it('names every code of every refusal, and each one is published', async () => {
  const { body } = await send(test.origin, { method: 'GET', path: '/error-codes.json' });
  const published = body.errors.filter((one: Json) => one.kind === 'error');
  const statusOf = new Map(published.map((one: Json) => [one.code, one.httpStatus]));
  expect(Object.keys(document.components.examples).toSorted()).toEqual(
    [...statusOf.keys()].toSorted(),
  );
  for (const { name, operation } of operationsOf(document)) {
    for (const [status, response] of Object.entries<Json>(operation.responses)) {
      for (const code of Object.keys(contentOf(response)?.examples ?? {})) {
        expect([name, code, statusOf.get(code)]).toEqual([name, code, Number(status)]);
      }
    }
  }
});

interface Done {
  readonly method: Method;
  readonly template: string;
  readonly status: number;
  readonly body: Json;
}

it('describes the answers that the service really gives, to the last field', async () => {
  const done: Done[] = [];
  const call = async (user: TestUser, method: Method, template: string, at = {}, body?: object) => {
    const path = Object.entries(at).reduce(
      (text, [name, value]) => text.replace(`{${name}}`, String(value)),
      template,
    );
    const answer = await user.call(method, path, body);
    done.push({ method, template: template.split('?')[0] ?? '', ...answer });
    return answer.body.data;
  };
  const { leader, member, groupId } = await openWorld(test);
  const id = groupId;
  const userId = member.userId;
  const group = { groupId, contractAddress: mints.sol, amountUsd: '25', reason: 'Why not.' };
  const { proposal } = await call(leader, 'POST', '/spot/proposals', {}, group);
  const call_ = { id: proposal.id };
  await call(member, 'POST', '/spot/proposals/{id}/buy', call_, { amountUsd: '25' });
  const sold = await call(member, 'POST', '/spot/proposals/{id}/sell', call_, { amountUsd: '5' });
  await call(leader, 'POST', '/spot/quote', {}, { proposalId: proposal.id, max: true });
  await call(leader, 'POST', '/spot/quote', {}, { contractAddress: mints.sol, amountUsd: '5' });
  const swap = { sell: 'USDC', buy: mints.sol, amountUsd: '5' };
  await call(leader, 'POST', '/spot/swap', {}, swap);
  await test.sandbox('PUT', '/venues/spot/behaviour', { mode: 'pending', delayMs: 0, count: 1 });
  await call(leader, 'POST', '/spot/swap', {}, swap);
  await call(member, 'GET', '/spot/proposals/{id}', call_);
  await call(leader, 'POST', '/spot/proposals/{id}/close', call_);
  await call(member, 'GET', `/spot/proposals?groupId=${groupId}`);
  await call(member, 'GET', '/actions/{id}', { id: sold.actionJobId });
  for (const path of ['/me', '/account', '/account/deposit-address', '/account/balances']) {
    await call(member, 'GET', path);
  }
  for (const path of ['/account/positions', '/account/ledger', '/account/events', '/groups']) {
    await call(member, 'GET', path);
  }
  await call(member, 'GET', '/spot/tokens/search?q=SOL');
  await call(member, 'GET', '/spot/tokens/trending');
  await call(member, 'GET', '/spot/tokens/{mint}', { mint: mints.sol });
  await call(member, 'GET', '/spot/tokens/{mint}/candles?interval=1h', { mint: mints.sol });
  await test.sandbox('PUT', '/stocks/status', { marketStatus: 'OPEN' });
  const stock = { ticker: 'AAPL' };
  await call(member, 'GET', '/spot/stocks');
  await call(member, 'GET', '/spot/stocks/{ticker}', stock);
  const some = { groupId, amountUsd: '5' };
  for (const user of [leader, member]) {
    await call(user, 'POST', '/spot/stocks/{ticker}/buy', stock, some);
  }
  await test.sandbox('PUT', '/venues/stocks/behaviour', { mode: 'slow', delayMs: 0, count: 1 });
  await call(member, 'POST', '/spot/stocks/{ticker}/buy', stock, some);
  await call(member, 'POST', '/spot/stocks/{ticker}/sell', stock, { groupId, max: true });
  await call(member, 'POST', '/groups', {}, { name: 'Another' });
  await call(member, 'GET', `/groups/preview?groupId=${groupId}`);
  await call(member, 'GET', '/groups/{id}', { id });
  await call(member, 'GET', '/groups/{id}/members', { id });
  await call(member, 'POST', '/groups/{id}/auto-buy', { id }, { enabled: true, amountUsd: '5' });
  await call(member, 'GET', '/groups/{id}/auto-buy/history', { id });
  await call(member, 'GET', '/groups/{id}/proposals', { id });
  await call(member, 'GET', '/groups/{id}/leaderboard', { id });
  await call(member, 'POST', '/groups/{id}/invite-code/rotate', { id });
  await call(member, 'POST', '/groups/{id}/subscription', { id }, { action: 'cancel' });
  await call(leader, 'PATCH', '/groups/{id}', { id }, { groupAccessType: 'PRIVATE' });
  const asking = await test.user('asking');
  const asks = { id, userId: asking.userId };
  await call(asking, 'POST', '/groups/{id}/join', { id }, {});
  await call(leader, 'GET', '/groups/{id}/join-requests', { id });
  await call(leader, 'POST', '/groups/{id}/join-requests/{userId}/approve', asks, {});
  await call(leader, 'PATCH', '/groups/{id}', { id }, { groupAccessType: 'PUBLIC' });
  await call(leader, 'POST', '/groups/{id}/members/{userId}/promote', { id, userId }, {});
  await call(leader, 'POST', '/groups/{id}/members/{userId}/demote', { id, userId });
  const text = { type: 'TEXT', content: 'Hello.', clientMessageId: 'c-1' };
  const { id: messageId } = await call(
    member,
    'POST',
    '/chat/{groupId}/messages',
    { groupId },
    text,
  );
  const message = { groupId, messageId, key: 'fire' };
  const chat = '/chat/{groupId}/messages/{messageId}';
  await call(member, 'PATCH', chat, message, { content: 'Hello!' });
  for (const method of ['PUT', 'DELETE', 'PUT'] as const) {
    await call(member, method, `${chat}/reactions/{key}`, message);
    await call(leader, method, `${chat}/pin`, message);
  }
  await test.sandbox('POST', '/drain');
  const messages = await call(member, 'GET', '/chat/{groupId}/messages?limit=200', { groupId });
  expect(messages.some(({ metadata }: Json) => metadata?.kind === 'CLOSE')).toBe(true);
  await call(leader, 'POST', '/chat/{groupId}/read', { groupId });
  await call(leader, 'DELETE', chat, message);
  await call(member, 'POST', '/groups/{id}/leave', { id });
  await call(member, 'POST', '/groups/{id}/join', { id }, {});
  await call(leader, 'POST', '/groups/{id}/members/{userId}/kick', { id, userId });

  const problems = done.flatMap(({ method, template, status, body }) => {
    const operation = document.paths[`/api/v1${template}`]?.[method.toLowerCase()];
    const schema = operation && answerSchema(document, operation, status);
    if (schema === undefined) return [`${method} ${template} ${status} is not described`];
    return problemsOf(schema, body, `${method} ${template} ${status}`);
  });
  expect(problems).toEqual([]);
});
