import { ApiError } from './api-error.ts';
import { type Fetch, sendSigned, type TokenSource } from './http.ts';

/** An operation of /graphql with the types of its variables and its data, written by hand. */
export interface GraphqlOperation<Variables, Data> {
  readonly text: string;
  /** Never set: they only carry the types. */
  readonly variables?: Variables;
  readonly data?: Data;
}

/** `const me = operation<{}, { viewer: Viewer }>('query { viewer { id } }')`. */
export const operation = <Variables extends object, Data>(
  text: string,
): GraphqlOperation<Variables, Data> => ({ text });

export type GraphqlCall = <Variables, Data>(
  operation: GraphqlOperation<Variables, Data>,
  variables: Variables,
) => Promise<Data>;

interface Answer {
  readonly data?: unknown;
  readonly errors?: readonly {
    readonly message: string;
    readonly extensions?: {
      readonly code?: string;
      readonly retryable?: boolean;
      readonly details?: Record<string, unknown>;
      readonly errorId?: string;
    };
  }[];
}

/**
 * The in-app part of the service (contract 14). Every failure is an ApiError with the code of the
 * catalogue, as on REST.
 */
export function createGraphql(deps: { fetch: Fetch; tokens: TokenSource }): GraphqlCall {
  return async <Variables, Data>(
    { text }: GraphqlOperation<Variables, Data>,
    variables: Variables,
  ) => {
    const { body, status } = await sendSigned(deps.fetch, deps.tokens, {
      method: 'POST',
      url: '/graphql',
      body: { query: text, variables },
    });
    const { data, errors } = body as Answer;
    const [first] = errors ?? [];
    if (first) {
      const { code = 'INTERNAL', ...rest } = first.extensions ?? {};
      throw new ApiError({ ...rest, code, message: first.message, statusCode: status });
    }
    return data as Data;
  };
}
