import { type LoadSpec, load } from '../load.ts';
import type { Operation, Place } from './axis.ts';

const CONNECTIONS = 64;
const SECONDS = 1;
/** Runs at each size; the quickest counts, the others had something else beside them. */
const ROUNDS = 3;
/** More failed requests than one in so many make the figure worthless. */
const ANSWERED_PER_FAILED = 1_000;

/** What one request costs under load: the time between two answers of the whole service. */
export function underLoad(name: string, spec: LoadSpec): Operation {
  const run = async ({ service: { origin } }: Place): Promise<number> => {
    const result = await load({ origin, connections: CONNECTIONS, seconds: SECONDS, spec });
    if (result.failed * ANSWERED_PER_FAILED > result.answered) {
      throw new Error(`${name}: ${result.failed} requests failed`);
    }
    return 1e6 / result.requestsPerSecond;
  };
  return {
    name: `${name}, ${CONNECTIONS} connections`,
    unit: 'µs',
    rounds: ROUNDS,
    warm: run,
    cost: run,
  };
}

/** Reads of one path. */
export const readsOf = (path: string, tokens: readonly string[]): Operation =>
  underLoad(`GET ${path.replace(/^\/api\/v1/, '')}`, { method: 'GET', paths: [path], tokens });
