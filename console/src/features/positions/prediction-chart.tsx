import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { read } from '../../api/queries.ts';
import { subtractDecimals } from '../../money/decimal.ts';
import { Chart } from '../../ui/chart.tsx';
import type { ChartMark } from '../../ui/chart-types.ts';
import { EmptyState, ErrorNotice } from '../../ui/notice.tsx';
import { Segments } from '../../ui/tabs.tsx';
import { Skeleton } from '../../ui/waiting.tsx';

const intervals = [
  { value: '1d', label: '1d' },
  { value: '1w', label: '1w' },
  { value: 'max', label: 'All' },
] as const;

/** The price of the side that was called, with the own average cost and trades. */
export function PredictionChart(props: {
  marketId: string;
  isYes: boolean;
  costUsd: string | null;
  marks: readonly ChartMark[];
}) {
  const { marketId, isYes, costUsd, marks } = props;
  const [interval, setInterval] = useState<(typeof intervals)[number]['value']>('1w');
  const history = useQuery(
    read('/predictions/markets/{slug}/history', { path: { slug: marketId }, query: { interval } }),
  );
  const points = history.data;
  const line = useMemo(
    () =>
      // The history is that of YES.
      points?.map(({ t, price }) => ({ t, value: isYes ? price : subtractDecimals('1', price) })),
    [points, isYes],
  );
  const lines = useMemo(
    () => (costUsd ? [{ price: costUsd, label: 'Entry', tone: 'quiet' as const }] : []),
    [costUsd],
  );
  const side = isYes ? 'YES' : 'NO';
  return (
    <section className="card" aria-label="Chart">
      <div className="card-head">
        <h2>Price of {side}</h2>
        <Segments label="Time" options={intervals} value={interval} onValue={setInterval} />
      </div>
      <div className="card-body">
        {history.error && (
          <ErrorNotice error={history.error} onRetry={() => void history.refetch()} compact />
        )}
        {history.isPending && <Skeleton height="chart" />}
        {line?.length === 0 && <EmptyState title="No prices yet">Choose a longer time.</EmptyState>}
        {line && line.length > 0 && (
          <Chart
            label={`Price of ${side} with your entries and exits`}
            line={line}
            lines={lines}
            marks={marks}
            format="cents"
          />
        )}
      </div>
    </section>
  );
}
