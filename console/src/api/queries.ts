import { infiniteQueryOptions, QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from './client.ts';
import { mayRetry } from './http.ts';
import type { DataOf, Input, Page, PathOf } from './rest.ts';

/** How long what was read counts as fresh; events of the account make it old sooner. */
const FRESH_MS = 15_000;

/** The cache of everything that was read. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      retry: (failures, problem) => failures < 3 && mayRetry(problem),
      refetchOnWindowFocus: true,
    },
    mutations: { retry: (failures, problem) => failures < 2 && mayRetry(problem) },
  },
});

type ReadInput<P extends PathOf<'GET'>> = Omit<Input<'GET', P>, 'signal' | 'idempotencyKey'>;

/**
 * A GET for useQuery: `useQuery(read('/groups/{id}', { path: { id } }))`. The key is the path and
 * its input, so that `refresh('/groups/{id}')` makes every reading of that path anew.
 */
export function read<P extends PathOf<'GET'>>(path: P, input?: ReadInput<P>) {
  return queryOptions({
    queryKey: [path as string, input ?? {}],
    queryFn: ({ signal }): Promise<DataOf<'GET', P>> =>
      (api.get as (path: P, input: object) => Promise<DataOf<'GET', P>>)(path, {
        ...input,
        signal,
      }),
  });
}

/** A long list for useInfiniteQuery, page by page as X-Next-Cursor says. */
export function readPages<P extends PathOf<'GET'>>(path: P, input?: ReadInput<P>) {
  const { query, ...rest } = (input ?? {}) as { query?: object };
  return infiniteQueryOptions({
    queryKey: [path as string, 'pages', input ?? {}],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }): Promise<Page<DataOf<'GET', P>>> =>
      (api.page as (path: P, input: object) => Promise<Page<DataOf<'GET', P>>>)(path, {
        ...rest,
        query: { ...query, ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      }),
    getNextPageParam: (page) => page.nextCursor,
  });
}

/** Reads anew what is shown of these paths, and forgets what is not shown. */
export function refresh(...paths: readonly PathOf<'GET'>[]): void {
  for (const path of paths) void queryClient.invalidateQueries({ queryKey: [path] });
}

/** Reads everything anew: after events were missed, or another user signed in. */
export const refreshAll = (): void => void queryClient.invalidateQueries();
