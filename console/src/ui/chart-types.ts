export interface CandlePoint {
  /** ISO instant of the beginning. */
  readonly t: string;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
}

export interface LinePoint {
  /** ISO instant. */
  readonly t: string;
  readonly value: string;
}

export type ChartTone = 'accent' | 'up' | 'down' | 'warn' | 'quiet';

/** A level across the whole chart: an entry, a stop, the price of liquidation. */
export interface ChartLine {
  readonly price: string;
  readonly label: string;
  readonly tone: ChartTone;
  readonly dashed?: boolean;
}

/** A trade or another moment on the series. */
export interface ChartMark {
  readonly t: string;
  readonly label: string;
  readonly side: 'in' | 'out';
}

export interface ChartProps {
  readonly label: string;
  /** One series: candles, or a line with or without the area below it. */
  readonly candles?: readonly CandlePoint[];
  readonly line?: readonly LinePoint[];
  /** The line is green above and red below its first value. */
  readonly baseline?: boolean;
  readonly lines?: readonly ChartLine[];
  readonly marks?: readonly ChartMark[];
  /** How values are written at the axis. */
  readonly format?: 'price' | 'usd' | 'cents' | 'percent';
  readonly height?: 's' | 'm' | 'l';
  /** The newest price, which moves the end of the series. */
  readonly last?: string | undefined;
}
