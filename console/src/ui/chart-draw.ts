import {
  AreaSeries,
  type AutoscaleInfo,
  BaselineSeries,
  CandlestickSeries,
  ColorType,
  CrosshairMode,
  createChart,
  type IChartApi,
  type ISeriesApi,
  LineStyle,
  type SeriesMarker,
  type UTCTimestamp,
} from 'lightweight-charts';
import { plotted } from '../money/decimal.ts';
import { formatCents, formatPercent, formatPrice, formatUsd } from '../money/format.ts';
import type { CandlePoint, ChartLine, ChartMark, ChartProps, LinePoint } from './chart-types.ts';

export type ChartKind = 'candles' | 'line' | 'baseline';
type Colours = Record<string, string>;
type AnySeries = ISeriesApi<'Candlestick'> | ISeriesApi<'Area'> | ISeriesApi<'Baseline'>;

export interface Drawn {
  readonly chart: IChartApi;
  readonly series: ISeriesApi<'Candlestick' | 'Area' | 'Baseline' | 'Line'>;
  readonly colours: Colours;
}

const NAMES = ['accent', 'up', 'down', 'warn', 'text-3', 'border', 'surface', 'border-strong'];

/** The colours of the theme as the canvas understands them. */
function coloursOf(element: HTMLElement): Colours {
  const probe = document.createElement('span');
  // Where motion is reduced each colour would still be on its way from the one before it.
  probe.style.setProperty('transition', 'none', 'important');
  element.append(probe);
  const found = NAMES.map((name) => {
    probe.style.color = `var(--${name})`;
    return [name, getComputedStyle(probe).color] as const;
  });
  probe.remove();
  return {
    ...Object.fromEntries(found),
    quiet: found.find(([name]) => name === 'text-3')?.[1] ?? '',
  };
}

/** A colour of the theme with another opacity. */
const faded = (colour: string | undefined, opacity: number): string =>
  (colour ?? 'rgb(0, 0, 0)').replace(/^rgb\((.*)\)$/, `rgba($1, ${opacity})`);

const printers: Record<NonNullable<ChartProps['format']>, (text: string) => string> = {
  price: formatPrice,
  usd: formatUsd,
  cents: formatCents,
  percent: formatPercent,
};

/** The axis has numbers from the canvas: printed in plain notation with the digits that it knows. */
const plainOf = (value: number): string => {
  const digits = Math.abs(value) < 1 ? 12 : 6;
  return value.toFixed(digits);
};

export const secondsOf = (iso: string): UTCTimestamp =>
  Math.floor(Date.parse(iso) / 1_000) as UTCTimestamp;

/** Ascending and one per second, as the library wants them. */
function ordered<Point extends { time: UTCTimestamp }>(points: readonly Point[]): Point[] {
  const byTime = new Map(points.map((point) => [point.time, point]));
  return [...byTime.values()].sort((a, b) => a.time - b.time);
}

export const candlesOf = (candles: readonly CandlePoint[]) =>
  ordered(
    candles.map(({ t, open, high, low, close }) => ({
      time: secondsOf(t),
      open: plotted(open),
      high: plotted(high),
      low: plotted(low),
      close: plotted(close),
    })),
  );

export const linesOf = (points: readonly LinePoint[]) =>
  ordered(points.map(({ t, value }) => ({ time: secondsOf(t), value: plotted(value) })));

export function marksOf(
  marks: readonly ChartMark[],
  colours: Colours,
): SeriesMarker<UTCTimestamp>[] {
  return marks
    .map(({ t, label, side }) => ({
      time: secondsOf(t),
      position: side === 'in' ? ('belowBar' as const) : ('aboveBar' as const),
      shape: side === 'in' ? ('arrowUp' as const) : ('arrowDown' as const),
      color: colours[side === 'in' ? 'accent' : 'warn'] ?? '',
      text: label,
    }))
    .sort((a, b) => a.time - b.time);
}

/** Draws the levels and keeps all of them in sight; returns how they are taken away. */
export function applyLines({ series, colours }: Drawn, lines: readonly ChartLine[]): () => void {
  const levels = lines.map(({ price }) => plotted(price));
  series.applyOptions({
    autoscaleInfoProvider: (original: () => AutoscaleInfo | null) => {
      const info = original();
      if (!info?.priceRange || levels.length === 0) return info;
      const { minValue, maxValue } = info.priceRange;
      const priceRange = {
        minValue: Math.min(minValue, ...levels),
        maxValue: Math.max(maxValue, ...levels),
      };
      return { ...info, priceRange };
    },
  });
  const made = lines.map(({ price, label, tone, dashed }) =>
    series.createPriceLine({
      price: plotted(price),
      title: label,
      color: colours[tone] ?? '',
      lineWidth: 1,
      lineStyle: dashed ? LineStyle.Dashed : LineStyle.Solid,
      axisLabelVisible: true,
    }),
  );
  return () => {
    for (const one of made) series.removePriceLine(one);
  };
}

function seriesOf(chart: IChartApi, kind: ChartKind, colours: Colours): AnySeries {
  const { up = '', down = '', accent = '' } = colours;
  if (kind === 'candles') {
    return chart.addSeries(CandlestickSeries, {
      upColor: up,
      downColor: down,
      wickUpColor: up,
      wickDownColor: down,
      borderVisible: false,
    });
  }
  if (kind === 'baseline') {
    return chart.addSeries(BaselineSeries, {
      lineWidth: 2,
      topLineColor: up,
      topFillColor1: faded(up, 0.16),
      topFillColor2: faded(up, 0.02),
      bottomLineColor: down,
      bottomFillColor1: faded(down, 0.02),
      bottomFillColor2: faded(down, 0.16),
      priceLineVisible: false,
    });
  }
  return chart.addSeries(AreaSeries, {
    lineWidth: 2,
    lineColor: accent,
    topColor: faded(accent, 0.16),
    bottomColor: faded(accent, 0),
    priceLineVisible: false,
  });
}

/** A new chart in an element, in the colours of the theme. */
export function draw(
  element: HTMLElement,
  kind: ChartKind,
  format: NonNullable<ChartProps['format']>,
): Drawn {
  const colours = coloursOf(element);
  const print = printers[format];
  const chart = createChart(element, {
    autoSize: true,
    layout: {
      background: { type: ColorType.Solid, color: 'transparent' },
      textColor: colours['text-3'] ?? '',
      fontFamily: getComputedStyle(element).fontFamily,
      fontSize: 11,
      // Its own sign would write a style that the page's policy refuses; the figure names it.
      attributionLogo: false,
    },
    grid: {
      vertLines: { visible: false },
      horzLines: { color: colours.border ?? '' },
    },
    rightPriceScale: { borderVisible: false, scaleMargins: { top: 0.12, bottom: 0.1 } },
    timeScale: { borderVisible: false, timeVisible: true, secondsVisible: false },
    crosshair: { mode: CrosshairMode.Magnet },
    localization: { priceFormatter: (value: number) => print(plainOf(value)) },
    handleScroll: { vertTouchDrag: false },
  });
  const series = seriesOf(chart, kind, colours) as Drawn['series'];
  // The smallest step only decides how close the lines of the grid may come.
  series.applyOptions({
    priceFormat: {
      type: 'custom',
      minMove: 1e-9,
      formatter: (value: number) => print(plainOf(value)),
    },
  });
  return { chart, series, colours };
}
