import { Type } from 'typebox';

export const STOCK_TAG = 'Stocks';

export const tickerParams = Type.Object({
  ticker: Type.String({
    description: "Ticker of the underlying, or the issuer's symbol; any case.",
    examples: ['AAPL'],
  }),
});
