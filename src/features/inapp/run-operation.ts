import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  Lexer,
  NoSchemaIntrospectionCustomRule,
  parse,
  Source,
  specifiedRules,
  TokenKind,
  validate,
} from 'graphql';
import { type AppError, invalid } from '../../errors/app-error.ts';
import { MAX_NESTING, MAX_PROBLEMS, MAX_TOKENS } from './limits.ts';
import { requireModest } from './operation-limits.ts';

/** The body of a request. */
export interface GraphQlRequest {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly operationName: string | null;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads a request. VALIDATION_FAILED for anything but one operation: lists of them are refused. */
export function readRequest(body: unknown): GraphQlRequest {
  if (!isObject(body)) throw invalid('body must be one object with a query');
  const { query, variables = null, operationName = null } = body;
  if (typeof query !== 'string') throw invalid('body.query must be a string');
  if (variables !== null && !isObject(variables)) throw invalid('body.variables must be an object');
  if (operationName !== null && typeof operationName !== 'string') {
    throw invalid('body.operationName must be a string');
  }
  return { query, variables: variables ?? {}, operationName };
}

const problems = (errors: readonly GraphQLError[]): AppError =>
  invalid(...errors.slice(0, MAX_PROBLEMS).map(({ message }) => `query: ${message}`));

const opening: readonly string[] = [TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L];
const closing: readonly string[] = [TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R];

/**
 * Refuses brackets that stand too deep within each other. The parser calls itself for each of them,
 * so that a short document could use up the stack; reading word by word does not.
 */
function requireShallow(query: string): void {
  const lexer = new Lexer(new Source(query));
  let [depth, words] = [0, 0];
  // What comes after the greatest number of words is refused by the parser.
  while (lexer.advance().kind !== TokenKind.EOF && words <= MAX_TOKENS) {
    const { kind } = lexer.token;
    words += 1;
    if (opening.includes(kind)) depth += 1;
    else if (closing.includes(kind)) depth -= 1;
    if (depth > MAX_NESTING) throw invalid(`query must nest at most ${MAX_NESTING} brackets`);
  }
}

function parseQuery(query: string): DocumentNode {
  try {
    requireShallow(query);
    return parse(query, { noLocation: true, maxTokens: MAX_TOKENS });
  } catch (error) {
    if (error instanceof GraphQLError) throw problems([error]);
    throw error;
  }
}

/**
 * Runs one operation. VALIDATION_FAILED, before anything is done, for a document that does not
 * parse, does not fit the schema or is too much, and for variables that do not fit; what fields
 * refuse is among the errors of the result.
 */
export async function runOperation(
  schema: GraphQLSchema,
  request: GraphQlRequest,
  options: {
    readonly resolvers: object;
    readonly context: object;
    /** Whether the schema may be asked about itself. */
    readonly introspection: boolean;
  },
): Promise<ExecutionResult> {
  const document = parseQuery(request.query);
  const rules = options.introspection
    ? specifiedRules
    : [...specifiedRules, NoSchemaIntrospectionCustomRule];
  // Suggestions would give the names away that introspection does not.
  const hideSuggestions = !options.introspection;
  const found = validate(schema, document, rules, { maxErrors: MAX_PROBLEMS, hideSuggestions });
  if (found.length > 0) throw problems(found);
  const operation = getOperationAST(document, request.operationName);
  if (!operation) throw invalid('body.operationName must name one operation of the query');
  // A subscription is valid by itself, but there is nothing to subscribe to.
  if (!schema.getRootType(operation.operation)) {
    throw invalid(`query must not be a ${operation.operation}`);
  }
  requireModest(document, operation, request.variables);
  const result = await execute({
    schema,
    document,
    rootValue: options.resolvers,
    contextValue: options.context,
    variableValues: request.variables,
    operationName: request.operationName,
  });
  // Without data nothing was executed: the variables did not fit.
  if (result.errors && !('data' in result)) throw problems(result.errors);
  return result;
}
