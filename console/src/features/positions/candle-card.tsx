import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../../api/queries.ts';
import { usePriceValue } from '../../live/use-price.ts';
import { Chart } from '../../ui/chart.tsx';
import type { ChartLine, ChartMark } from '../../ui/chart-types.ts';
import { EmptyState, ErrorNotice } from '../../ui/notice.tsx';
import { Segments } from '../../ui/tabs.tsx';
import { Skeleton } from '../../ui/waiting.tsx';

const intervals = [
  { value: '1m', label: '1m' },
  { value: '15m', label: '15m' },
  { value: '1h', label: '1h' },
  { value: '1d', label: '1d' },
] as const;
type Interval = (typeof intervals)[number]['value'];

/** Candles of a token or a perpetual market with the levels and the trades of a position. */
export function CandleCard(props: {
  kind: 'token' | 'perp';
  id: string;
  name: string;
  lines: readonly ChartLine[];
  marks: readonly ChartMark[];
}) {
  const { kind, id, name, lines, marks } = props;
  const [interval, setInterval] = useState<Interval>('15m');
  const token = useQuery({
    ...read('/spot/tokens/{mint}/candles', { path: { mint: id }, query: { interval } }),
    enabled: kind === 'token',
  });
  const perp = useQuery({
    ...read('/perps/markets/{symbol}/candles', { path: { symbol: id }, query: { interval } }),
    enabled: kind === 'perp',
  });
  const candles = kind === 'token' ? token : perp;
  const last = usePriceValue(kind, id);
  return (
    <section className="card" aria-label="Chart">
      <div className="card-head">
        <h2>{name}</h2>
        <Segments label="Candles of" options={intervals} value={interval} onValue={setInterval} />
      </div>
      <div className="card-body">
        {candles.error && (
          <ErrorNotice error={candles.error} onRetry={() => void candles.refetch()} compact />
        )}
        {candles.isPending && <Skeleton height="chart" />}
        {candles.data?.length === 0 && (
          <EmptyState title="No candles yet">Choose a shorter interval.</EmptyState>
        )}
        {candles.data && candles.data.length > 0 && (
          <Chart
            label={`Price of ${name} with your entries and exits`}
            candles={candles.data}
            lines={lines}
            marks={marks}
            last={last}
          />
        )}
      </div>
    </section>
  );
}
