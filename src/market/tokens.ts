import { assert } from '../errors/app-error.ts';
import { dollars } from '../money/text.ts';
import { halfSpreadBpsOf, type ModelParameters, type Token } from './instruments.ts';
import { tokenLogos, tokenPriceFeeds } from './token-links.ts';
import { tokenTable } from './tokens-table.ts';

/** Depth assumed for a recorded token that is not bundled, in USD of both sides. */
export const DEFAULT_LIQUIDITY = dollars('2000000');

const rows = tokenTable
  .trim()
  .split('\n')
  .map((line) => line.split('|'));
const mintOfSymbol = new Map(rows.map(([symbol, mint]) => [symbol, mint]));

/** Parameters of the model out of the texts of a table. */
export const modelOf = (texts: {
  basePriceUsd: string;
  volatility: string | undefined;
  correlation: string | undefined;
  anchorId: string | null;
}): ModelParameters => ({
  basePriceUsd: texts.basePriceUsd,
  yearlyVolatility: Number(texts.volatility),
  marketCorrelation: Number(texts.correlation),
  anchorId: texts.anchorId,
});

function readRow(row: string[]): Token {
  const [symbol, mint, decimals, name, basePriceUsd, volatility, correlation, anchor, ...rest] =
    row;
  const [liquidityUsd, volumeUsd, tag] = rest;
  assert(symbol && mint && name && basePriceUsd && liquidityUsd && volumeUsd && tag, 'token row');
  const anchorId = anchor ? mintOfSymbol.get(anchor) : null;
  assert(anchorId !== undefined, `anchor of ${symbol}`);
  const liquidity = dollars(liquidityUsd);
  return {
    kind: 'token',
    mint,
    symbol,
    name,
    decimals: Number(decimals),
    verified: true,
    tags: ['verified', tag],
    logoUrl: tokenLogos[symbol] ?? '',
    priceFeedId: tokenPriceFeeds[symbol] ?? '',
    liquidity,
    usualVolume24h: dollars(volumeUsd),
    halfSpreadBps: halfSpreadBpsOf(liquidity),
    model: modelOf({ basePriceUsd, volatility, correlation, anchorId }),
    stock: null,
  };
}

/** The tokens every installation knows, priced by the model unless a recording is replayed. */
export const bundledTokens: readonly Token[] = rows.map(readRow);

/** A token known only from a recording: not verified, of default depth. */
export function recordedToken(facts: {
  mint: string;
  symbol: string;
  name: string;
  decimals: number;
}): Token {
  return {
    kind: 'token',
    ...facts,
    verified: false,
    tags: [],
    logoUrl: '',
    priceFeedId: '',
    liquidity: DEFAULT_LIQUIDITY,
    usualVolume24h: null,
    halfSpreadBps: halfSpreadBpsOf(DEFAULT_LIQUIDITY),
    model: null,
    stock: null,
  };
}
