import { lazy, Suspense } from 'react';
import type { ChartProps } from './chart-types.ts';
import { Skeleton } from './waiting.tsx';
import './chart.css';

const Canvas = lazy(() => import('./chart-canvas.tsx'));

/**
 * A chart of candles, a line or an area with price lines and marks. The code that draws it is
 * loaded when the first chart is shown; `label` says to readers of the screen what it shows.
 */
export function Chart(props: ChartProps) {
  const { label, height = 'm' } = props;
  return (
    <figure className={`chart chart-${height}`} aria-label={label}>
      <Suspense fallback={<Skeleton height="chart" />}>
        <Canvas {...props} />
      </Suspense>
      <figcaption>
        <a href="https://www.tradingview.com/" target="_blank" rel="noreferrer">
          Charts by TradingView
        </a>
      </figcaption>
    </figure>
  );
}
