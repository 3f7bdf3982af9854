import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { read } from '../../api/queries.ts';
import { Chart } from '../../ui/chart.tsx';
import { EmptyState, ErrorNotice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/waiting.tsx';

const MOST = 168;

/** What longs have paid to shorts, interval by interval. */
export function FundingCard({ symbol }: { symbol: string }) {
  const reading = useQuery(
    read('/perps/markets/{symbol}/funding', { path: { symbol }, query: { limit: MOST } }),
  );
  const line = useMemo(
    () => reading.data?.map(({ t, ratePercentage }) => ({ t, value: ratePercentage })),
    [reading.data],
  );
  return (
    <section className="card" aria-labelledby="funding-title">
      <div className="card-head">
        <h2 id="funding-title">Funding</h2>
        <span className="small quiet">above zero longs pay shorts</span>
      </div>
      <div className="card-body">
        <ErrorNotice error={reading.error} compact />
        {reading.isPending && <Skeleton height="chart" />}
        {line && line.length > 0 && (
          <Chart label={`Funding of ${symbol}`} line={line} format="percent" height="s" />
        )}
        {line?.length === 0 && (
          <EmptyState title="No funding yet">The first is settled at the full hour.</EmptyState>
        )}
      </div>
    </section>
  );
}
