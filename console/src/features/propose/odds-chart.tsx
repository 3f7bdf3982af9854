import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { read } from '../../api/queries.ts';
import { subtractDecimals } from '../../money/decimal.ts';
import { Chart } from '../../ui/chart.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Segments } from '../../ui/tabs.tsx';
import { Skeleton } from '../../ui/waiting.tsx';

const windows = [
  { value: '1h', label: '1h' },
  { value: '1d', label: '1d' },
  { value: '1w', label: '1w' },
  { value: 'max', label: 'All' },
] as const;

/** The course of the odds of one side of a market. */
export function OddsChart(props: { slug: string; isYes: boolean; title: string }) {
  const { slug, isYes, title } = props;
  const [interval, setInterval] = useState<(typeof windows)[number]['value']>('1w');
  const history = useQuery({
    ...read('/predictions/markets/{slug}/history', { path: { slug }, query: { interval } }),
    placeholderData: keepPreviousData,
  });
  // The history is of YES; the other side is what is missing to a dollar.
  const line = useMemo(
    () =>
      history.data?.map(({ t, price }) => ({
        t,
        value: isYes ? price : subtractDecimals('1', price),
      })),
    [history.data, isYes],
  );
  return (
    <div className="stack-s">
      <div className="row">
        <Segments label="Window" options={windows} value={interval} onValue={setInterval} />
      </div>
      <ErrorNotice error={history.error} onRetry={() => void history.refetch()} />
      {!line && !history.error && <Skeleton height="chart" />}
      {line && line.length > 1 && (
        <Chart
          label={`Odds of ${isYes ? 'Yes' : 'No'}: ${title}`}
          line={line}
          format="cents"
          height="m"
        />
      )}
      {line && line.length < 2 && <p className="quiet">No trades in this time yet.</p>}
    </div>
  );
}
