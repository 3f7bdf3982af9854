import autocannon from 'autocannon';

export interface LoadRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

/** What a run of load measured. */
export interface LoadResult {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  readonly answered: number;
  readonly not2xx: number;
  readonly errors: number;
}

/** Sends requests over keep-alive connections for a while; each request is made when it is sent. */
export async function load(options: {
  origin: string;
  connections: number;
  seconds: number;
  next: () => LoadRequest;
}): Promise<LoadResult> {
  const { origin, connections, seconds, next } = options;
  const result = await autocannon({
    url: origin,
    connections,
    duration: seconds,
    requests: [{ setupRequest: (request) => ({ ...request, ...next() }) }],
  });
  return {
    requestsPerSecond: Math.round((result['2xx'] + result.non2xx) / result.duration),
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    maxMs: result.latency.max,
    answered: result['2xx'],
    not2xx: result.non2xx,
    errors: result.errors,
  };
}
