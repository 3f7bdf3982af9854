import { Type } from 'typebox';
import { AppError } from '../../errors/app-error.ts';
import { defineRoute, type Route } from '../../platform/http/route.ts';
import { oneOf } from '../../platform/http/schema.ts';
import { findStocks, presentStock } from './catalogue.ts';
import type { StockRouteDeps } from './deps.ts';
import * as examples from './examples.ts';
import { STOCK_KINDS, stockListSchema, stockWithStateSchema } from './schemas.ts';
import { presentState } from './status.ts';
import { STOCK_TAG as tag, tickerParams } from './tag.ts';

export const stockReadRoutes = (deps: StockRouteDeps): readonly Route[] => [
  listRoute(deps),
  stockRoute(deps),
];

const listRoute = ({ market, stockMarket, clock }: StockRouteDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/spot/stocks',
    scope: 'read',
    tag,
    summary: 'The catalogue of tokenized stocks',
    description: 'All stocks and funds with their prices, and whether their market is open.',
    query: Type.Object({
      q: Type.Optional(
        Type.String({ description: 'Part of ticker, symbol or name.', maxLength: 64 }),
      ),
      kind: Type.Optional(oneOf(STOCK_KINDS, { description: 'Only these.', examples: ['etf'] })),
    }),
    response: stockListSchema,
    examples: { response: { ...examples.closed, stocks: [examples.stock] } },
    handler({ query }) {
      const nowMs = clock.now();
      const found = findStocks(market.stocks(), { query: query.q, kind: query.kind });
      return {
        ...presentState(stockMarket.state(nowMs)),
        stocks: found.map((token) => presentStock(market, token, nowMs)),
      };
    },
  });

const stockRoute = ({ market, stockMarket, clock }: StockRouteDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/spot/stocks/{ticker}',
    scope: 'read',
    tag,
    summary: 'One tokenized stock',
    description: "By ticker or the issuer's symbol, in any case of letters.",
    params: tickerParams,
    response: stockWithStateSchema,
    errors: ['STOCK_NOT_FOUND'],
    examples: { response: { ...examples.stock, ...examples.closed } },
    handler({ params: { ticker } }) {
      const token = market.stockByTicker(ticker);
      if (!token) throw new AppError('STOCK_NOT_FOUND', { details: { ticker } });
      const nowMs = clock.now();
      return {
        ...presentStock(market, token, nowMs),
        ...presentState(stockMarket.state(nowMs)),
      };
    },
  });
