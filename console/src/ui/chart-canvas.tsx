import { createSeriesMarkers, type IChartApi, type ISeriesApi } from 'lightweight-charts';
import { useEffect, useRef, useState } from 'react';
import { plotted } from '../money/decimal.ts';
import {
  applyLines,
  candlesOf,
  type Drawn,
  draw,
  linesOf,
  marksOf,
  secondsOf,
} from './chart-draw.ts';
import type { ChartProps } from './chart-types.ts';

/** Counts up when the theme changes, so that a chart is drawn in the new colours. */
function useThemeCount(): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const next = (): void => setCount((before) => before + 1);
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    const observer = new MutationObserver(next);
    observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    scheme.addEventListener('change', next);
    return () => {
      observer.disconnect();
      scheme.removeEventListener('change', next);
    };
  }, []);
  return count;
}

/** Draws into its own element; the chart is made anew only when its kind or the theme changes. */
export default function ChartCanvas(props: ChartProps) {
  const { candles, line, baseline = false, lines, marks, format = 'price', last } = props;
  const element = useRef<HTMLDivElement>(null);
  const drawn = useRef<Drawn>(null);
  const theme = useThemeCount();
  const kind = candles ? 'candles' : baseline ? 'baseline' : 'line';

  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme's colours are read in here
  useEffect(() => {
    if (!element.current) return;
    const made = draw(element.current, kind, format);
    drawn.current = made;
    return () => {
      drawn.current = null;
      made.chart.remove();
    };
  }, [kind, format, theme]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a chart made anew wants its data
  useEffect(() => {
    const { current } = drawn;
    if (!current) return;
    setData(current, candles ? candlesOf(candles) : linesOf(line ?? []), kind, !!marks?.length);
    const made = createSeriesMarkers(current.series, marksOf(marks ?? [], current.colours));
    // Where the chart itself is taken away, its marks and lines have gone with it.
    return () => {
      if (drawn.current === current) made.detach();
    };
  }, [candles, line, marks, kind, format, theme]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a chart made anew wants its lines
  useEffect(() => {
    const { current } = drawn;
    if (!current) return;
    const remove = applyLines(current, lines ?? []);
    return () => {
      if (drawn.current === current) remove();
    };
  }, [lines, kind, format, theme]);

  useEffect(() => {
    if (last === undefined || !drawn.current) return;
    moveEnd(drawn.current.series, plotted(last), candles?.at(-1)?.t ?? line?.at(-1)?.t);
  }, [last, candles, line]);

  return <div ref={element} className="chart-canvas" />;
}

function setData(
  drawn: Drawn,
  data: ReturnType<typeof linesOf> | object[],
  kind: string,
  marked: boolean,
): void {
  const { chart, series } = drawn as { chart: IChartApi; series: ISeriesApi<'Line'> };
  const points = data as ReturnType<typeof linesOf>;
  series.setData(points);
  const [first] = points;
  if (kind === 'baseline' && first) {
    (series as unknown as ISeriesApi<'Baseline'>).applyOptions({
      baseValue: { type: 'price', price: first.value },
    });
  }
  // The newest mark is written at the end: its words need room behind it.
  chart.timeScale().applyOptions({ rightOffset: marked ? Math.ceil(points.length / 20) : 0 });
  chart.timeScale().fitContent();
}

/** Moves the last candle or point to the newest price. */
function moveEnd(series: Drawn['series'], value: number, at: string | undefined): void {
  if (at === undefined) return;
  const time = secondsOf(at);
  if (series.seriesType() !== 'Candlestick') {
    (series as ISeriesApi<'Line'>).update({ time, value });
    return;
  }
  const end = series.data().at(-1) as { open: number; high: number; low: number } | undefined;
  if (!end) return;
  const { open, high, low } = end;
  (series as ISeriesApi<'Candlestick'>).update({
    time,
    open,
    high: Math.max(high, value),
    low: Math.min(low, value),
    close: value,
  });
}
