import { expect, it } from 'vitest';
import { createMetrics } from './metrics.ts';

it('prints its own figures and those of the process', async () => {
  const metrics = createMetrics();
  const trades = metrics.counter({
    name: 'skein_trades_total',
    help: 'Trades.',
    labels: ['vertical'],
  });
  trades.inc({ vertical: 'spot' }, 3);
  metrics.gauge({ name: 'skein_queue_length', help: 'Waiting commands.', read: () => 7 });
  const latency = metrics.histogram({ name: 'skein_wait_seconds', help: 'Wait.', buckets: [1, 2] });
  latency.observe(1.5);
  const text = await metrics.text();
  expect(text).toContain('skein_trades_total{vertical="spot"} 3\n');
  expect(text).toContain('skein_queue_length 7\n');
  expect(text).toContain('skein_wait_seconds_bucket{le="1"} 0\n');
  expect(text).toContain('skein_wait_seconds_bucket{le="2"} 1\n');
  expect(text).toContain('process_cpu_seconds_total');
});

it('keeps registries apart', async () => {
  createMetrics().counter({ name: 'skein_once_total', help: 'Once.' });
  const other = createMetrics();
  other.counter({ name: 'skein_once_total', help: 'Once.' });
  expect(await other.text()).toContain('skein_once_total 0\n');
});
