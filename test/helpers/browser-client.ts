import { type Answer, type Method, send } from './client.ts';

/** A browser's part in signing in: JSON, its own origin, and one jar of cookies. */
export interface BrowserClient {
  /** What the jar holds now; null without a session. */
  readonly cookie: string | null;
  post(path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  request(method: Method, path: string, token: string, body?: unknown): Promise<Answer>;
  /** The data of a GraphQL operation; fails with the errors where there are any. */
  // biome-ignore lint/suspicious/noExplicitAny: the data of any operation.
  graphql(token: string, query: string, variables?: object): Promise<any>;
}

/** `cookie` begins with what somebody else has put into the jar. */
export function browserClient(origin: () => string, cookie: string | null = null): BrowserClient {
  let jar = cookie;
  return {
    get cookie() {
      return jar;
    },
    async post(path, body = {}, headers = {}) {
      const answer = await send(origin(), {
        method: 'POST',
        path,
        body,
        headers: { origin: origin(), ...(jar === null ? {} : { cookie: jar }), ...headers },
      });
      const set = answer.headers.get('set-cookie');
      if (set !== null) jar = set.includes('Max-Age=0') ? null : (set.split(';')[0] ?? null);
      return answer;
    },
    request: (method, path, token, body) =>
      send(origin(), { method, path, token, ...(body === undefined ? {} : { body }) }),
    async graphql(token, query, variables = {}) {
      const call = { method: 'POST', path: '/graphql', token, body: { query, variables } } as const;
      const { body } = await send(origin(), call);
      if (body.errors) throw new Error(JSON.stringify(body.errors));
      return body.data;
    },
  };
}
