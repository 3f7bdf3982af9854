import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../../api/queries.ts';
import type { PriceKind } from '../../live/live.ts';
import { usePriceValue } from '../../live/use-price.ts';
import { Chart } from '../../ui/chart.tsx';
import type { ChartLine } from '../../ui/chart-types.ts';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Segments } from '../../ui/tabs.tsx';
import { Skeleton } from '../../ui/waiting.tsx';

const intervals = [
  { value: '1m', label: '1m' },
  { value: '5m', label: '5m' },
  { value: '15m', label: '15m' },
  { value: '1h', label: '1h' },
  { value: '1d', label: '1d' },
] as const;
type Interval = (typeof intervals)[number]['value'];

/** Candles of a token, a stock by its mint, or a perpetual market, with the live price at the end. */
export function Candles(props: {
  kind: PriceKind;
  id: string;
  /** The mint of a token or a stock; the symbol of a perpetual market. */
  source: string;
  name: string;
  lines?: readonly ChartLine[];
}) {
  const { kind, id, source, name, lines } = props;
  const [interval, setInterval] = useState<Interval>('15m');
  const perp = kind === 'perp';
  const token = useQuery({
    ...read('/spot/tokens/{mint}/candles', { path: { mint: source }, query: { interval } }),
    enabled: !perp,
    placeholderData: keepPreviousData,
  });
  const market = useQuery({
    ...read('/perps/markets/{symbol}/candles', { path: { symbol: source }, query: { interval } }),
    enabled: perp,
    placeholderData: keepPreviousData,
  });
  const { data, error, refetch } = perp ? market : token;
  const last = usePriceValue(kind, id);
  return (
    <div className="stack-s">
      <div className="row">
        <Segments label="Candles" options={intervals} value={interval} onValue={setInterval} />
      </div>
      <ErrorNotice error={error} onRetry={() => void refetch()} />
      {!data && !error && <Skeleton height="chart" />}
      {data?.length === 0 && <p className="quiet">No trades in this time.</p>}
      {data && data.length > 0 && (
        <Chart
          label={`Price of ${name}`}
          candles={data}
          last={last}
          height="l"
          {...(lines ? { lines } : {})}
        />
      )}
    </div>
  );
}
