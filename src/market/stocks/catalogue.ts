import { assert } from '../../errors/app-error.ts';
import { dollars } from '../../money/text.ts';
import { halfSpreadBpsOf, type StockFacts, type Token } from '../instruments.ts';
import { stockTable } from './catalogue-table.ts';

/** Decimals of every token of the issuer on Solana (venues/spot-stocks.md 2). */
export const STOCK_DECIMALS = 9;
/** The issuer's smallest trade, in USD (contract 6). */
export const STOCK_MIN_TRADE = dollars('1');

const issuerSymbolOf = (ticker: string): string => `${ticker}on`;
const logoOf = (issuerSymbol: string): string =>
  `https://cdn.ondo.finance/tokens/logos/${issuerSymbol.toLowerCase()}_160x160.png`;

/** The tags of a stock token: `stock` always (contract 18.27), `etf` for funds. */
export const stockTags = (kind: StockFacts['kind']): readonly string[] =>
  kind === 'etf' ? ['stock', 'etf'] : ['stock'];

function readRow(row: string): Token {
  const [ticker, mint, kind, name, basePriceUsd, volatility, correlation, multiplier, ...rest] =
    row.split('|');
  const [liquidityUsd, volumeUsd] = rest;
  assert(ticker && mint && name && basePriceUsd && multiplier && liquidityUsd, 'stock row');
  assert(volumeUsd && (kind === 'stock' || kind === 'etf'), 'stock row');
  const issuerSymbol = issuerSymbolOf(ticker);
  const liquidity = dollars(liquidityUsd);
  return {
    kind: 'stock',
    mint,
    symbol: issuerSymbol,
    name,
    decimals: STOCK_DECIMALS,
    verified: true,
    tags: ['verified', ...stockTags(kind)],
    logoUrl: logoOf(issuerSymbol),
    priceFeedId: '',
    liquidity,
    usualVolume24h: dollars(volumeUsd),
    halfSpreadBps: halfSpreadBpsOf(liquidity),
    model: {
      basePriceUsd,
      yearlyVolatility: Number(volatility),
      marketCorrelation: Number(correlation),
      anchorId: null,
    },
    stock: { ticker, issuerSymbol, kind, minTrade: STOCK_MIN_TRADE, multiplier },
  };
}

/** The stocks and funds every installation knows. */
export const bundledStocks: readonly Token[] = stockTable.trim().split('\n').map(readRow);
