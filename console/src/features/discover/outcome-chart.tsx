import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { read } from '../../api/queries.ts';
import { usePriceValue } from '../../live/use-price.ts';
import { subtractDecimals } from '../../money/decimal.ts';
import { Chart } from '../../ui/chart.tsx';
import type { ChartLine, ChartMark } from '../../ui/chart-types.ts';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Segments } from '../../ui/tabs.tsx';
import { Skeleton } from '../../ui/waiting.tsx';

const spans = [
  { value: '1h', label: '1h' },
  { value: '6h', label: '6h' },
  { value: '1d', label: '1d' },
  { value: '1w', label: '1w' },
  { value: 'max', label: 'Max' },
] as const;
type Span = (typeof spans)[number]['value'];

/** The course of the odds of one side of a market. */
export function OutcomeChart(props: {
  slug: string;
  name: string;
  isYes?: boolean;
  lines?: readonly ChartLine[];
  marks?: readonly ChartMark[];
}) {
  const { slug, name, isYes = true, lines, marks } = props;
  const [span, setSpan] = useState<Span>('1d');
  const reading = useQuery({
    ...read('/predictions/markets/{slug}/history', { path: { slug }, query: { interval: span } }),
    placeholderData: keepPreviousData,
  });
  const yes = usePriceValue('market', slug);
  const sided = (price: string): string => (isYes ? price : subtractDecimals('1', price));
  const line = useMemo(
    () =>
      reading.data?.map(({ t, price }) => ({
        t,
        value: isYes ? price : subtractDecimals('1', price),
      })),
    [reading.data, isYes],
  );
  return (
    <div className="stack-s">
      <div className="spread">
        <h3>Odds of {isYes ? 'Yes' : 'No'}</h3>
        <Segments label="Span" options={spans} value={span} onValue={setSpan} />
      </div>
      <ErrorNotice error={reading.error} compact />
      {line ? (
        <Chart
          label={`Odds of ${name} over ${span}`}
          line={line}
          format="cents"
          last={yes === undefined ? undefined : sided(yes)}
          {...(lines ? { lines } : {})}
          {...(marks ? { marks } : {})}
        />
      ) : (
        <Skeleton height="chart" />
      )}
    </div>
  );
}
