import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { read } from '../../api/queries.ts';
import { Chart } from '../../ui/chart.tsx';
import { Money, Percent } from '../../ui/money.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Segments } from '../../ui/tabs.tsx';
import { Skeleton } from '../../ui/waiting.tsx';
import { type Window, windows } from './windows.ts';

/** How often what moves with the market is read again while it is on the screen, in milliseconds. */
const READ_AGAIN_MS = 10_000;
const POINTS = 120;

/** The worth of the whole wallet, what it gained over a window, and the course of that gain. */
export function ValueCard() {
  const [window, setWindow] = useState<Window>('24h');
  const account = useQuery({ ...read('/account'), refetchInterval: READ_AGAIN_MS });
  const pnl = useQuery({
    ...read('/account/pnl', { query: { window } }),
    refetchInterval: READ_AGAIN_MS,
    placeholderData: keepPreviousData,
  });
  const history = useQuery({
    ...read('/account/pnl/history', { query: { window, points: POINTS } }),
    placeholderData: keepPreviousData,
  });
  const line = useMemo(
    () => history.data?.map(({ at, pnlUsd }) => ({ t: at, value: pnlUsd })),
    [history.data],
  );
  return (
    <section className="card" aria-labelledby="value-title">
      <div className="value-head">
        <div className="stack-s">
          <h2 id="value-title" className="value-label">
            Total value
          </h2>
          {account.data ? (
            <Money className="value-sum" value={account.data.totalValueUsd} />
          ) : (
            <Skeleton height="l" />
          )}
          <p className="row wrap value-change">
            <Money value={pnl.data?.absoluteChange} tone />
            <Percent value={pnl.data?.percentChange} tone />
            <span className="quiet">
              {window === 'all' ? 'since the beginning' : `in ${window}`}
            </span>
          </p>
        </div>
        <Segments label="Window" options={windows} value={window} onValue={setWindow} />
      </div>
      <div className="card-body">
        <ErrorNotice
          error={account.error ?? history.error}
          onRetry={() => void Promise.all([account.refetch(), history.refetch()])}
        />
        {line && line.length > 1 && (
          <Chart
            label={`Profit and loss over ${window}`}
            line={line}
            baseline
            format="usd"
            height="m"
          />
        )}
        {line && line.length < 2 && (
          <p className="quiet value-none">
            The chart begins with your first hour: every hour adds a point.
          </p>
        )}
        {!line && !history.error && <Skeleton height="chart" />}
      </div>
    </section>
  );
}
