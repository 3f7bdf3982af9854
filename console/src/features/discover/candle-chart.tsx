import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { read } from '../../api/queries.ts';
import type { PriceKind } from '../../live/live.ts';
import { usePriceValue } from '../../live/use-price.ts';
import { Chart } from '../../ui/chart.tsx';
import type { ChartLine, ChartMark } from '../../ui/chart-types.ts';
import { EmptyState, ErrorNotice } from '../../ui/notice.tsx';
import { Segments } from '../../ui/tabs.tsx';
import { Skeleton } from '../../ui/waiting.tsx';

/** Spans of a chart: how fine its candles are, and how many of them fill it. */
const spans = [
  { value: '6h', label: '6h', interval: '5m', count: 72 },
  { value: '1d', label: '1d', interval: '15m', count: 96 },
  { value: '7d', label: '7d', interval: '1h', count: 168 },
  { value: '30d', label: '30d', interval: '1h', count: 720 },
  { value: '1y', label: '1y', interval: '1d', count: 365 },
] as const;
type Span = (typeof spans)[number]['value'];

/**
 * Candles of a token, a stock (by its mint) or a perpetual market with a choice of spans; the last
 * one follows the live price. `lines` and `marks` show what one holds.
 */
export function CandleChart(props: {
  kind: 'token' | 'perp';
  id: string;
  name: string;
  live?: { kind: PriceKind; id: string };
  lines?: readonly ChartLine[];
  marks?: readonly ChartMark[];
}) {
  const { kind, id, name, lines, marks } = props;
  const { kind: liveKind, id: liveId } = props.live ?? { kind, id };
  const [span, setSpan] = useState<Span>('1d');
  const { interval, count } = spans.find(({ value }) => value === span) ?? spans[1];
  const token = useQuery({
    ...read('/spot/tokens/{mint}/candles', { path: { mint: id }, query: { interval } }),
    enabled: kind === 'token',
    placeholderData: keepPreviousData,
  });
  const perp = useQuery({
    ...read('/perps/markets/{symbol}/candles', { path: { symbol: id }, query: { interval } }),
    enabled: kind === 'perp',
    placeholderData: keepPreviousData,
  });
  const reading = kind === 'token' ? token : perp;
  const candles = useMemo(() => reading.data?.slice(-count), [reading.data, count]);
  const last = usePriceValue(liveKind, liveId);
  return (
    <div className="card">
      <div className="card-head">
        <h2>Price</h2>
        <Segments label="Span" options={spans} value={span} onValue={setSpan} />
      </div>
      <div className="card-body">
        <ErrorNotice error={reading.error} onRetry={() => void reading.refetch()} />
        {reading.isPending && <Skeleton height="chart" />}
        {candles && candles.length > 0 && (
          <Chart
            label={`Price of ${name} over ${span}`}
            candles={candles}
            height="l"
            last={last}
            {...(lines ? { lines } : {})}
            {...(marks ? { marks } : {})}
          />
        )}
        {candles?.length === 0 && (
          <EmptyState title="No candles yet">They appear as the market trades.</EmptyState>
        )}
      </div>
    </div>
  );
}
