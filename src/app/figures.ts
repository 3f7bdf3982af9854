import type { Engine } from '../engine/engine.ts';
import type { BatchObserver } from '../engine/lane.ts';
import type { Metrics } from '../platform/metrics.ts';

/** The figures of the engine for Prometheus: batch sizes and times, commands by outcome. */
export function engineFigures(metrics: Metrics): BatchObserver {
  const sizes = metrics.histogram({
    name: 'skein_engine_batch_commands',
    help: 'Commands in a batch.',
    buckets: [1, 2, 5, 10, 20, 50, 100, 200, 300],
  });
  const seconds = metrics.histogram({
    name: 'skein_engine_batch_seconds',
    help: 'Time from taking a batch to its answers.',
  });
  const commands = metrics.counter({
    name: 'skein_engine_commands_total',
    help: 'Commands by kind and outcome.',
    labels: ['kind', 'outcome'],
  });
  // One child per kind and outcome, found without making a label object per command.
  const children = new Map<string, { inc(): void }>();
  return {
    batch(size, ms) {
      sizes.observe(size);
      seconds.observe(ms / 1_000);
    },
    command(kind, outcome) {
      const key = `${kind} ${outcome}`;
      let child = children.get(key);
      if (!child) {
        child = commands.labels({ kind, outcome });
        children.set(key, child);
      }
      child.inc();
    },
  };
}

/** How many commands wait for a batch at the moment. */
export function showWaiting(metrics: Metrics, engine: Pick<Engine, 'waiting'>): void {
  metrics.gauge({
    name: 'skein_engine_waiting_commands',
    help: 'Commands that wait for a batch.',
    read: () => engine.waiting,
  });
}
