import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

type MetricName = `skein_${string}`;

interface MetricOptions<Label extends string> {
  name: MetricName;
  help: string;
  labels?: readonly Label[];
}

/** Seconds; from half a millisecond to the longest timeout of a request. */
const LATENCY_BUCKETS = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
];

/** The figures of one process, in the text format of Prometheus. */
export interface Metrics {
  readonly contentType: string;
  counter<Label extends string = never>(options: MetricOptions<Label>): Counter<Label>;
  gauge<Label extends string = never>(
    options: MetricOptions<Label> & { read?: () => number },
  ): Gauge<Label>;
  /** Buckets default to latencies in seconds. */
  histogram<Label extends string = never>(
    options: MetricOptions<Label> & { buckets?: readonly number[] },
  ): Histogram<Label>;
  text(): Promise<string>;
}

let ofProcess: Registry | null = null;

/**
 * The usual figures of the Node process. One set serves all services in it: each observes every
 * garbage collection and the delay of every turn, and is never let go of.
 */
function processFigures(): Registry {
  if (ofProcess === null) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
}

/** Makes a registry of its own, which is printed together with the figures of the process. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const both = [processFigures(), registry];
  const common = <Label extends string>(options: MetricOptions<Label>) => ({
    name: options.name,
    help: options.help,
    labelNames: options.labels ?? [],
    registers: [registry],
  });
  return {
    contentType: registry.contentType,
    counter: (options) => new Counter(common(options)),
    gauge<Label extends string>(options: MetricOptions<Label> & { read?: () => number }) {
      const { read } = options;
      const gauge: Gauge<Label> = new Gauge<Label>({
        ...common(options),
        ...(read ? { collect: () => gauge.set(read()) } : {}),
      });
      return gauge;
    },
    histogram: (options) =>
      new Histogram({ ...common(options), buckets: [...(options.buckets ?? LATENCY_BUCKETS)] }),
    text: () => Registry.merge(both).metrics(),
  };
}
