import { createTokens } from '../session/tokens.ts';
import { createGraphql } from './graphql.ts';
import { createRest } from './rest.ts';

const fetcher = (url: string, init: RequestInit): Promise<Response> => fetch(url, init);

/** A key for one action of the user. Works without a secure context, where randomUUID is missing. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `console-${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** The session of this page. */
export const tokens = createTokens({ fetch: fetcher, now: () => Date.now() });
/** The REST API as the signed-in user: `api.get('/groups/{id}', { path: { id } })`. */
export const api = createRest({ fetch: fetcher, tokens, newKey });
/** The GraphQL API of the session: keys, security, withdrawals. */
export const graphql = createGraphql({ fetch: fetcher, tokens });
/** For the sign-in pages, whose calls carry no token. */
export const plainFetch = fetcher;
