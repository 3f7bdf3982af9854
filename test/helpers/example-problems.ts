import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import type { Route } from '../../src/platform/http/route.ts';

/** Where the examples of a route do not fit its own schemas; empty when all is well. */
export function exampleProblems(route: Route): string[] {
  const problemsOf = (name: string, schema: TSchema, example: unknown): string[] =>
    Value.Errors(schema, example).map(
      ({ instancePath, message }) =>
        `${route.method} ${route.path} ${name}${instancePath}: ${message}`,
    );
  const problems = problemsOf('response', route.response, route.examples.response);
  if (route.body === undefined) return problems;
  return [...problemsOf('request', route.body, route.examples.request), ...problems];
}
