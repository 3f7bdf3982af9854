import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { sharedData } from '../helpers/shared-data.ts';
import {
  answerSchema,
  bodySchema,
  codesOf,
  contentOf,
  openapi,
  parametersOf,
  type Route,
  routes,
} from '../proofs/document.ts';
import { derivedItems } from '../proofs/items.ts';
import { coveragePage, derivedRows } from '../proofs/page.ts';
import { coming } from '../proofs/rule.ts';
import { byHand, comingItems, ruleSections } from '../proofs/rules.ts';
import { readSeen } from '../proofs/seen-file.ts';
import {
  keysOf,
  namesOf,
  pathsOf,
  plainPath,
  pointsOf,
  resourceFields,
  rowsOf,
  sectionOf,
} from '../proofs/spec-items.ts';
import { isThere } from '../proofs/titles.ts';

const rows = derivedRows();
const sources = Object.values(ruleSections).flat();
const rules = sources.flatMap(({ source, rules: own }) =>
  Object.entries(own).map(([rule, proofs]) => ({ source, rule, proofs })),
);
const isReason = (reason: string): boolean => (coming as readonly string[]).includes(reason);

describe('the table of proofs', () => {
  test('is the page that is written from it; `npm run coverage` brings both up to date', async () => {
    const page = new URL('../../docs/reference/coverage.md', import.meta.url).pathname;
    await expect(coveragePage()).toMatchFileSnapshot(page);
  });

  test('names tests that are there', () => {
    const named = [
      ...rows.filter(({ way }) => way !== 'to come').flatMap(({ proofs }) => proofs),
      ...rules.flatMap(({ proofs }) => (typeof proofs === 'string' ? [] : proofs)),
    ];
    expect([...new Set(named)].filter((proof) => !isThere(proof))).toEqual([]);
    expect(named.length).toBeGreaterThan(2_000);
    expect(isThere('test/docs/coverage.test.ts > names tests that are there')).toBe(true);
    expect(isThere('test/docs/coverage.test.ts > names tests that are nowhere')).toBe(false);
    expect(isThere('test/docs/none.test.ts > names tests that are there')).toBe(false);
  });

  test('has no row of the document that nobody proves, but what is to come', () => {
    const empty = rows.filter(({ way, proofs }) =>
      way === 'to come' ? !isReason(proofs.join()) : proofs.length === 0,
    );
    expect(empty.map(({ item }) => `${item.of} ${item.name}`)).toEqual([]);
  });

  test('has no rule that nobody proves, but what is to come', () => {
    const empty = rules.filter(({ proofs }) =>
      typeof proofs === 'string' ? !isReason(proofs) : proofs.length === 0,
    );
    expect(empty.map(({ source, rule }) => `${source} ${rule}`)).toEqual([]);
    const twice = rules.map(({ source, rule }) => `${source} ${rule}`);
    expect(twice.length).toBe(new Set(twice).size);
  });

  test('says nothing by hand that is seen by itself or that is not in the document', () => {
    const seen = readSeen();
    const names = new Map(derivedItems.map((item) => [`${item.of} ${item.name}`, item]));
    const needless = [...Object.keys(byHand), ...Object.keys(comingItems)].filter((name) => {
      const keys = names.get(name)?.keys;
      return keys === undefined || keys.some((key) => seen.has(key));
    });
    expect(needless).toEqual([]);
    const known = new Set(derivedItems.flatMap(({ keys }) => keys));
    expect([...seen.keys()].filter((key) => !known.has(key))).toEqual([]);
  });
});

const isSuccess = (status: string): boolean => Number(status) < 300;

/** What a route lacks of an end-to-end test, of examples and of documented codes. */
function lacksOf(route: Route): string[] {
  const lacks: string[] = [];
  const need = (what: string, isThere: boolean) => {
    if (!isThere) lacks.push(`${route.name}: ${what}`);
  };
  const statuses = Object.keys(route.operation.responses);
  const own = rows.filter(({ item }) => item.kind === 'route' && item.of === route.name);
  need(
    'a test',
    own.some(({ proofs }) => proofs.some((proof) => proof.startsWith('test/e2e/'))),
  );
  const body = contentOf(route.operation.requestBody);
  const hasFields = Object.keys(bodySchema(route)?.properties ?? {}).length > 0;
  need('an example of its body', !hasFields || body?.example !== undefined);
  for (const status of statuses) {
    if (isSuccess(status)) {
      need(`an answer ${status}`, answerSchema(route, status) !== undefined);
      need(
        `an example of ${status}`,
        contentOf(route.operation.responses[status])?.example !== undefined,
      );
    } else {
      const codes = codesOf(route, status);
      need(`codes of ${status}`, codes.length > 0);
      need(
        `known codes of ${status}`,
        codes.every((code) => code in openapi.components.examples),
      );
    }
  }
  const codes = new Set(statuses.flatMap((status) => codesOf(route, status)));
  for (const code of usualCodes(route)) need(`the code ${code}`, codes.has(code));
  return lacks;
}

/** Codes that every route of its root has. */
function usualCodes(route: Route): string[] {
  const isRead = route.method === 'GET';
  const written = ['VALIDATION_FAILED', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'];
  // Who signs in has no key yet, and no budget of a key.
  if (route.path.startsWith('/auth/')) {
    return ['INTERNAL', ...(isRead ? [] : [...written, 'FORBIDDEN', 'OVERLOADED'])];
  }
  const usual = ['UNAUTHORIZED', 'INTERNAL'];
  if (parametersOf(route, 'query').length > 0) usual.push('VALIDATION_FAILED');
  if (route.path.startsWith('/sandbox/')) return usual;
  usual.push('RATE_LIMITED', 'OVERLOADED');
  if (!isRead) usual.push(...written, 'IDEMPOTENCY_IN_PROGRESS', 'IDEMPOTENCY_KEY_REUSED');
  return usual;
}

test('every route has an end-to-end test, examples and its codes', () => {
  expect(routes.flatMap(lacksOf)).toEqual([]);
  const [route] = routes;
  const bare = { ...route, name: 'GET /none', operation: { responses: { 200: {} } } } as Route;
  expect(lacksOf(bare)).toEqual([
    'GET /none: a test',
    'GET /none: an answer 200',
    'GET /none: an example of 200',
    ...['UNAUTHORIZED', 'INTERNAL', 'RATE_LIMITED', 'OVERLOADED'].map(
      (code) => `GET /none: the code ${code}`,
    ),
  ]);
});

const contractFile = sharedData('..', 'spec', 'contract.md');
const specificationFile = sharedData('..', 'spec', 'service-spec.txt');

/** Roots and routes of the contract that are none of the document. */
const elsewhere = new Set(['POST /graphql', 'GET /error-codes.json', 'GET /readyz']);

/** Words that are listed but are no values. */
const noValues = new Set(['country', 'null', 'halt']);

describe.skipIf(!existsSync(contractFile))('beside the contract and the specification', () => {
  const contract = existsSync(contractFile) ? readFileSync(contractFile, 'utf8') : '';
  const specification = existsSync(specificationFile)
    ? readFileSync(specificationFile, 'utf8')
    : '';
  const known = new Set(routes.map(({ method, path }) => `${method} ${plainPath(path)}`));

  /** The routes that a line names; what goes on from the path before it is completed by that. */
  function routesOf(line: string, root: string): string[] {
    let before = '';
    return pathsOf(line).map(({ method, path }) => {
      const nameOf = (below: string) =>
        `${method} ${plainPath(/^\/(api|sandbox)\/|^\/(graphql|readyz|error-codes)/.test(below) ? below : root + below)}`;
      const sibling = before.replace(/[^/]+$/, path.slice(1));
      const child = before + path;
      const whole =
        [path, sibling, child].find(
          (one) => known.has(nameOf(one)) || elsewhere.has(nameOf(one)),
        ) ?? path;
      before = whole;
      return nameOf(whole);
    });
  }

  test('every path is a row', () => {
    const sandbox = sectionOf(contract, /^## 15/);
    const rest = contract.split('\n').filter((line) => !sandbox.includes(line));
    const named = [
      ...sandbox.flatMap((line) => routesOf(line, '/sandbox/v1')),
      ...rest.flatMap((line) => routesOf(line, '/api/v1')),
      ...specification.split('\n').flatMap((line) => routesOf(line, '/api/v1')),
    ];
    const missing = named.filter((name) => !known.has(name) && !elsewhere.has(name));
    expect([...new Set(missing)]).toEqual([]);
    expect(new Set(named).size).toBeGreaterThan(95);
    // What they name in words or with an ellipsis, and what was added in their spirit; of `/auth`
    // they name the root. Nothing else is in the document.
    const others = [...known].filter((name) => !named.includes(name) && !name.includes(' /auth/'));
    expect(others).toEqual([
      'GET /api/v1/account/export',
      'GET /api/v1/account/notifications',
      'PATCH /api/v1/account/notifications',
      'PATCH /api/v1/chat/{}/messages/{}',
      'PUT /api/v1/chat/{}/messages/{}/reactions/{}',
      'DELETE /api/v1/chat/{}/messages/{}/reactions/{}',
      'PUT /api/v1/chat/{}/messages/{}/pin',
      'DELETE /api/v1/chat/{}/messages/{}/pin',
      'GET /api/v1/chat/{}/mutes',
      'PUT /api/v1/chat/{}/mutes/{}',
      'DELETE /api/v1/chat/{}/mutes/{}',
      'POST /api/v1/chat/{}/messages/{}/report',
      'GET /api/v1/chat/{}/reports',
      'POST /api/v1/chat/{}/reports/{}',
      'GET /api/v1/groups/{}/agents/external',
      'DELETE /api/v1/groups/{}/agents/external/{}',
      'DELETE /sandbox/v1/prices/{}/{}',
      'GET /sandbox/v1/outbox',
    ]);
  });

  const fieldsOf = (component: string): Set<string> =>
    new Set(
      derivedItems
        .filter(({ kind, of }) => kind === 'answer' && of === component)
        .flatMap(({ name }) => name.split('.')),
    );

  test.each([
    ['PerpPosition', 'PerpPosition'],
    ['SpotProposal', 'SpotProposal'],
    ['SpotTrade', 'SpotTrade'],
    ['SpotPositionSummary', 'SpotPositionSummary'],
    ['SpotProposalWithPosition', 'SpotProposalWithPosition'],
    ['PredictionProposal', 'PredictionProposal'],
    ['PredictionTrade', 'PredictionTrade'],
    ['PredictionWithPosition', 'PredictionWithPosition'],
    ['Group member', 'GroupMember'],
    ['Stock catalog entry', 'Stock'],
  ])('every field of the resource %s is a row', (heading, component) => {
    const named = resourceFields(sectionOf(specification, new RegExp(`^### ${heading}( |$)`)));
    expect(named.length).toBeGreaterThan(3);
    const fields = fieldsOf(component);
    expect(named.filter((name) => !fields.has(name))).toEqual([]);
  });

  test.each([
    ['PredictionPosition', 'PredictionPosition'],
    ['PerpActionResult', 'PerpActionResult'],
    ['PerpMarket', 'PerpMarket'],
    ['PerpProposal', 'PerpProposal'],
    ['Group', 'Group'],
  ])('every field that the contract lists of %s is a row', (name, component) => {
    const line = contract.split('\n').find((one) => one.startsWith(`${name}: `)) ?? '';
    const list = line.slice(name.length + 2).split('. ')[0] ?? '';
    const named = namesOf(list.replaceAll(/ \{[^}]*\}/g, '').replace('additive: ', ''));
    expect(named.length).toBeGreaterThan(10);
    const fields = fieldsOf(component);
    expect(named.filter((field) => !fields.has(field))).toEqual([]);
  });

  test('every key of every shape in the contract is a field of a body, an answer or a query', () => {
    const names = new Set(
      derivedItems.flatMap(({ name }) => name.split(/[.\s?{}]+/)).filter((part) => part !== ''),
    );
    const shown = contract
      .split('\n')
      .filter((line) => /^\| (GET|POST|PUT|PATCH|DELETE)/.test(line));
    const keys = [...new Set(shown.flatMap(keysOf))];
    expect(keys.length).toBeGreaterThan(100);
    expect(keys.filter((key) => !names.has(key))).toEqual([]);
  });

  test('every value that they list is a row', () => {
    const values = new Set(
      derivedItems.filter(({ kind }) => kind === 'value').map(({ name }) => name.split(' = ')[1]),
    );
    // `status: QUEUED|SUBMITTED` in shapes, `OPEN, CLOSED, LIQUIDATED` in the columns of resources.
    const inShapes =
      contract
        .replaceAll('\\|', '|')
        .replaceAll(/SKEIN_[A-Z_]+(?:<[^>]*>_?)+/g, '')
        .match(/\b(?:[A-Z][A-Z_]+(?:\|[A-Z_]+)+|[a-z][a-z-]+(?:\|[a-z-]+)+)/g) ?? [];
    const resources = sectionOf(specification, /^## Resources/);
    const inColumns = rowsOf(resources).flatMap(([, , notes]) =>
      /^[A-Z_]+(?:, [A-Z_]+)+$/.test(notes ?? '') ? [notes ?? ''] : [],
    );
    const listed = [...inShapes, ...inColumns].flatMap((list) => list.split(/\||, /));
    const rest = listed.filter((value) => !values.has(value) && !noValues.has(value));
    expect([...new Set(rest)]).toEqual([]);
    expect(new Set(listed).size).toBeGreaterThan(25);
  });

  test('every code of the contract is a row', () => {
    const codes = rowsOf(sectionOf(contract, /^## 2\. /))
      .flatMap(([first = '']) => first.split(', '))
      .filter((code) => code !== 'Code');
    const known = new Set(
      derivedItems.filter(({ kind }) => kind === 'code').map(({ name }) => name),
    );
    expect(codes.length).toBeGreaterThan(45);
    expect(codes.filter((code) => !known.has(code))).toEqual([]);
    const skips = /precedence ([A-Z_, ]+)\)/.exec(contract)?.[1]?.split(', ') ?? [];
    expect(skips).toHaveLength(15);
    const ruled = new Set(rules.map(({ rule }) => rule));
    expect(skips.filter((code) => !ruled.has(code))).toEqual([]);
  });

  const rulesOf = (source: string) =>
    rules.filter((one) => one.source === source).map(({ rule }) => rule);

  test('every limit of the specification is a row', () => {
    const limits = rowsOf(sectionOf(specification, /^## Limits/)).map(([first]) => first);
    const stated = rulesOf('specification "Limits"');
    const missing = limits
      .slice(1)
      .filter((limit) => !stated.some((one) => one.startsWith(`${limit}: `)));
    expect(limits.length).toBeGreaterThan(8);
    expect(missing).toEqual([]);
  });

  test('every numbered rule of the specification is a row', () => {
    const lists = ['What the service does', 'Authentication', 'Versioning', 'Predictions'];
    for (const heading of lists) {
      const level = heading === 'Predictions' ? '###' : '##';
      const points = pointsOf(sectionOf(specification, new RegExp(`^${level} ${heading}$`)));
      const stated = rulesOf(`specification "${heading}"`);
      expect(points.length).toBeGreaterThan(2);
      const missing = points.filter((n) => !stated.some((rule) => rule.startsWith(`${n}. `)));
      expect([heading, missing]).toEqual([heading, []]);
    }
  });

  test('every section and every numbered point of the contract is a source', () => {
    const stated = new Set(sources.map(({ source }) => source));
    const numbered = [1, 18].flatMap((section) =>
      pointsOf(sectionOf(contract, new RegExp(`^## ${section}\\. `))).map(
        (n) => `contract ${section}.${n}`,
      ),
    );
    const whole = Array.from({ length: 16 }, (_, n) => `contract ${n + 2}`);
    expect(numbered.length).toBe(9 + 32);
    expect([...numbered, ...whole].filter((source) => !stated.has(source))).toEqual([]);
  });

  test('every root and every variable of the process is named by a rule', () => {
    const text = rules
      .filter(({ source }) => /^contract 1[67]$/.test(source))
      .map(({ rule }) => rule)
      .join('\n');
    const roots =
      sectionOf(contract, /^## 16/)
        .join('\n')
        .match(/(?<=`)\/[\w.-]+(?=`)/g) ?? [];
    const variables = rowsOf(sectionOf(contract, /^## 17/)).flatMap(
      ([first = '']) => first.match(/\b(?:SKEIN_[A-Z]+|PORT|HOST|DATABASE_URL|REDIS_URL)/g) ?? [],
    );
    expect(roots.length + variables.length).toBeGreaterThan(20);
    expect([...roots, ...variables].filter((name) => !text.includes(name))).toEqual([]);
  });
});
