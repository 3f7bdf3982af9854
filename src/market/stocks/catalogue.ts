import { assert } from '../../errors/app-error.ts';
import { dollars } from '../../money/text.ts';
import { halfSpreadBpsOf, type Token } from '../instruments.ts';
import { modelOf, recordedToken } from '../tokens.ts';
import { stockTable } from './catalogue-table.ts';

/** Decimals of every token of the issuer on Solana (venues/spot-stocks.md 2). */
export const STOCK_DECIMALS = 9;
/** The issuer's smallest trade, in USD (contract 6). */
export const STOCK_MIN_TRADE = dollars('1');

const issuerSymbolOf = (ticker: string): string => `${ticker}on`;
const logoOf = (issuerSymbol: string): string =>
  `https://cdn.ondo.finance/tokens/logos/${issuerSymbol.toLowerCase()}_160x160.png`;

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
    // The tag `stock` is the same for funds (contract 18.27).
    tags: kind === 'etf' ? ['verified', 'stock', 'etf'] : ['verified', 'stock'],
    logoUrl: logoOf(issuerSymbol),
    priceFeedId: '',
    liquidity,
    usualVolume24h: dollars(volumeUsd),
    halfSpreadBps: halfSpreadBpsOf(liquidity),
    model: modelOf({ basePriceUsd, volatility, correlation, anchorId: null }),
    stock: { ticker, issuerSymbol, kind, minTrade: STOCK_MIN_TRADE, multiplier },
  };
}

/** The stocks and funds every installation knows. */
export const bundledStocks: readonly Token[] = stockTable.trim().split('\n').map(readRow);

/** A stock known only from a recording, whose symbol is its ticker: not verified, a token a share. */
export function recordedStock(facts: {
  mint: string;
  symbol: string;
  name: string;
  decimals: number;
}): Token {
  const { symbol: ticker } = facts;
  return {
    ...recordedToken(facts),
    kind: 'stock',
    tags: ['stock'],
    stock: {
      ticker,
      issuerSymbol: ticker,
      kind: 'stock',
      minTrade: STOCK_MIN_TRADE,
      multiplier: '1',
    },
  };
}
