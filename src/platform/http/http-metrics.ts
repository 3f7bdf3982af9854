/** Upper bounds in milliseconds; the last bucket is everything. */
const BUCKETS_MS = [1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000];

/** Requests of one route, counted without making an object for any of them. */
export class RouteFigures {
  readonly method: string;
  readonly route: string;
  readonly statuses = new Map<number, number>();
  readonly buckets = new Float64Array(BUCKETS_MS.length + 1);
  sumMs = 0;

  constructor(method: string, route: string) {
    this.method = method;
    this.route = route;
  }

  record(status: number, elapsedMs: number): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    this.sumMs += elapsedMs;
    let bucket = 0;
    while (bucket < BUCKETS_MS.length && elapsedMs > (BUCKETS_MS[bucket] ?? 0)) bucket += 1;
    this.buckets[bucket] = (this.buckets[bucket] ?? 0) + 1;
  }
}

export interface HttpMetrics {
  /** The figures of a route; the same object for the same route. */
  of(method: string, route: string): RouteFigures;
  /** Prometheus text format. */
  text(): string;
}

const REQUESTS = 'skein_http_requests_total';
const DURATION = 'skein_http_request_duration_seconds';

function durationLines(figures: RouteFigures, labels: string): string[] {
  const lines: string[] = [];
  let cumulative = 0;
  for (const [index, count] of figures.buckets.entries()) {
    cumulative += count;
    const bound = BUCKETS_MS[index];
    const le = bound === undefined ? '+Inf' : String(bound / 1_000);
    lines.push(`${DURATION}_bucket{${labels},le="${le}"} ${cumulative}`);
  }
  lines.push(`${DURATION}_sum{${labels}} ${figures.sumMs / 1_000}`);
  lines.push(`${DURATION}_count{${labels}} ${cumulative}`);
  return lines;
}

/** Request counters and latencies per route template and method. */
export function createHttpMetrics(): HttpMetrics {
  const routes = new Map<string, RouteFigures>();
  return {
    of(method, route) {
      const key = `${method} ${route}`;
      let figures = routes.get(key);
      if (figures === undefined) {
        figures = new RouteFigures(method, route);
        routes.set(key, figures);
      }
      return figures;
    },
    text() {
      const counted: string[] = [];
      const timed: string[] = [];
      for (const figures of routes.values()) {
        if (figures.statuses.size === 0) continue;
        const labels = `method="${figures.method}",route="${figures.route}"`;
        for (const [status, count] of figures.statuses) {
          counted.push(`${REQUESTS}{${labels},status="${status}"} ${count}`);
        }
        timed.push(...durationLines(figures, labels));
      }
      return [
        `# HELP ${REQUESTS} Requests answered, by route and status.`,
        `# TYPE ${REQUESTS} counter`,
        ...counted,
        `# HELP ${DURATION} Time from the request to the end of its answer.`,
        `# TYPE ${DURATION} histogram`,
        ...timed,
        '',
      ].join('\n');
    },
  };
}
