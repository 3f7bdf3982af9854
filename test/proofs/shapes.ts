import { Compile } from 'typebox/compile';
import { answerSchema, codesOf, named, type Route, routeOf, type Schema } from './document.ts';

type Check = (body: unknown) => string[];

const checks = new Map<string, Check>();

/** The schema with its references filled in and every object closed. */
function exact(schema: Schema): Schema {
  if (Array.isArray(schema)) return schema.map(exact) as unknown as Schema;
  if (typeof schema !== 'object' || schema === null) return schema;
  if (schema.$ref !== undefined) return exact(named(schema, '').schema);
  const copy = Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => key !== 'example' && key !== 'examples')
      .map(([key, inner]) => [key, exact(inner as Schema)]),
  );
  return copy.properties === undefined || 'additionalProperties' in copy
    ? copy
    : { ...copy, additionalProperties: false };
}

function checkOf(route: Route, status: number): Check {
  const schema = answerSchema(route, status);
  if (schema === undefined) return () => ['the status is not described'];
  const compiled = Compile(exact(schema) as object);
  return (body) => {
    if (compiled.Check(body)) return [];
    return compiled.Errors(body).map(({ instancePath, message }) => `${instancePath}: ${message}`);
  };
}

/**
 * Holds an answer against the document: fails where they differ, of a route that is not described
 * it says nothing.
 */
export function expectDescribed(
  { method, path }: { readonly method: string; readonly path: string },
  { status, body }: { readonly status: number; readonly body: unknown },
): void {
  const route = routeOf(method, path);
  const misfits = route === undefined ? [] : misfitsOfAnswer(route, status, body);
  if (misfits.length > 0) {
    throw new Error(`the answer is not the one that openapi.json describes: ${misfits.join('; ')}`);
  }
}

/**
 * Where an answer differs from what the document says of its route: a status or code that it does
 * not name, a field that is missing, wrong, or not described.
 */
function misfitsOfAnswer(route: Route, status: number, body: unknown): string[] {
  const name = `${route.name} ${status}`;
  let check = checks.get(name);
  if (check === undefined) {
    check = checkOf(route, status);
    checks.set(name, check);
  }
  const problems = check(body);
  const { code } = (body ?? {}) as { code?: unknown };
  if (status >= 400 && typeof code === 'string' && !codesOf(route, status).includes(code)) {
    problems.push(`code ${code} is not described`);
  }
  return problems.map((problem) => `${name} ${problem}`);
}
