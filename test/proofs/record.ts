import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeEach, chai, expect } from 'vitest';
import { type Answer, type Call, watchAnswers } from '../helpers/client.ts';
import {
  answerSchema,
  bodySchema,
  named,
  parametersOf,
  pathValue,
  type Route,
  routeOf,
} from './document.ts';
import { Reads } from './reads.ts';
import { walkAnswer } from './seen.ts';

/** What one test has shown, as texts: `answer GET /api/v1/me 200`, `field Group.name`… */
const shown = new Map<string, Set<string>>();
const failed = new Set<string>();

const title = (): string => expect.getState().currentTestName ?? '';
const tell = (what: string): void => {
  const test = title();
  shown.set(test, (shown.get(test) ?? new Set()).add(what));
};

const reads = new Reads((field) => tell(`compared ${field}`));

/** What of a request was taken: its fields, and the values of enumerations among them. */
function tellTaken(route: Route, { path, body }: Call): void {
  const sent = new URLSearchParams(path.split('?')[1] ?? '');
  for (const { name, schema } of parametersOf(route, 'path')) {
    const value = pathValue(route, name, path);
    if (schema.enum?.includes(value)) tell(`value ${route.name} {${name}} = ${value}`);
  }
  for (const { name, schema } of parametersOf(route, 'query')) {
    if (!sent.has(name)) continue;
    tell(`taken ${route.name} ?${name}`);
    const value = sent.get(name);
    if (schema.enum?.includes(value)) tell(`value ${route.name} ?${name} = ${value}`);
  }
  const schema = bodySchema(route);
  if (schema === undefined || typeof body !== 'object') return;
  walkAnswer(
    { schema, name: `${route.name} body`, value: body },
    {
      field: (field) => tell(`taken ${field}`),
      value: (field, value) => tell(`value ${field} = ${value}`),
    },
    new WeakMap(),
  );
}

/** Codes of fields that GraphQL has refused, whatever the status of the answer. */
function tellErrors(body: { errors?: { extensions?: { code?: string } }[] } | undefined): void {
  if (!Array.isArray(body?.errors)) return;
  for (const { extensions } of body.errors) tell(`value Error.code = ${extensions?.code}`);
}

watchAnswers((call: Call, answer: Answer): Answer => {
  const route = routeOf(call.method, call.path);
  const { status, body } = answer;
  // A path that is none and a method that a path does not have are codes of no route.
  if (route === undefined && status >= 400) tell(`value Error.code = ${body?.code}`);
  if (route === undefined) {
    tellErrors(body);
    return answer;
  }
  tell(`answer ${route.name} ${status}`);
  if (status < 300) tellTaken(route, call);
  const schema = answerSchema(route, status);
  if (schema === undefined || typeof body !== 'object') return answer;
  const { name } = named(schema, `${route.name} answer`);
  walkAnswer(
    { schema, name, value: body },
    {
      field: (field) => tell(`field ${field}`),
      value: (field, value) => tell(`value ${field} = ${value}`),
    },
    reads.fields,
  );
  return { ...answer, body: reads.view(body) };
});

/** Expectations of a value; how they are turned (`not`) makes no difference here. */
const matchers = [
  ...['toBe', 'toEqual', 'toStrictEqual', 'toMatchObject', 'toMatch', 'toContain'],
  ...['toContainEqual', 'toHaveLength', 'toHaveProperty', 'toBeNull', 'toBeUndefined'],
  ...['toBeGreaterThan', 'toBeGreaterThanOrEqual', 'toBeLessThan', 'toBeLessThanOrEqual'],
  ...['toBeCloseTo', 'toBeTruthy', 'toBeFalsy', 'toBeDefined', 'toSatisfy', 'toBeOneOf'],
];

chai.use((_, utils) => {
  for (const matcher of matchers) {
    utils.overwriteMethod(
      chai.Assertion.prototype,
      matcher,
      (above: (...args: unknown[]) => unknown) =>
        function (this: object, ...args: unknown[]) {
          return reads.compare(utils.flag(this, 'object'), () => above.apply(this, args));
        },
    );
  }
});

let path = '';
beforeEach(({ task }) => {
  path = task.file.filepath;
  reads.forget();
});
afterEach(({ task }) => {
  if (task.result?.state === 'fail' || task.result?.errors?.length) failed.add(title());
});
afterAll(() => {
  const folder = process.env.SKEIN_COVERAGE_SEEN;
  if (folder === undefined) return;
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const name = relative(root, path);
  const tests = [...shown]
    .filter(([test]) => test !== '' && !failed.has(test))
    .map(([test, what]) => [test, [...what].sort()]);
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, `${name.replaceAll('/', '__')}.json`),
    JSON.stringify({ file: name, tests: Object.fromEntries(tests) }),
  );
});
