import type { TradingMode, Vertical } from '../../platform/config.ts';

/** What a trade is in, as on the wire (contract 18.9). */
export type TradeVertical = 'SPOT' | 'STOCK' | 'PREDICTION' | 'PERP';

/** The verticals as configuration, operator and sandbox name them (contract 15 and 17). */
export const VERTICALS = ['spot', 'stocks', 'predictions', 'perps'] as const;
export const TRADING_MODES = ['enabled', 'reduce-only', 'halted'] as const;

const names: Record<TradeVertical, Vertical> = {
  SPOT: 'spot',
  STOCK: 'stocks',
  PREDICTION: 'predictions',
  PERP: 'perps',
};

export const verticalOf = (vertical: TradeVertical): Vertical => names[vertical];

export const isVertical = (text: string): text is Vertical =>
  (VERTICALS as readonly string[]).includes(text);
export const isTradingMode = (text: string): text is TradingMode =>
  (TRADING_MODES as readonly string[]).includes(text);

/** Keys of the setting rows behind the controls. */
export const tradingKey = (vertical: Vertical): string => `trading:${vertical}`;
export const behaviourKey = (vertical: Vertical): string => `behaviour:${vertical}`;
export const FOLLOW_HOLD_KEY = 'follow:hold';
