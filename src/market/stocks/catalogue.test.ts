import { readFileSync } from 'node:fs';
import bs58 from 'bs58';
import { describe, expect, it } from 'vitest';
import { hasSharedData, sharedData } from '../../../test/helpers/shared-data.ts';
import { dollars, parsePrice } from '../../money/text.ts';
import { CASH_MINT } from '../instruments.ts';
import { bundledTokens } from '../tokens.ts';
import { bundledStocks, STOCK_DECIMALS } from './catalogue.ts';

const factsOf = (ticker: string) =>
  bundledStocks.find(({ stock }) => stock?.ticker === ticker)?.stock;
const kinds = bundledStocks.map(({ stock }) => stock?.kind);

describe('the bundled stocks', () => {
  it('are 48 stocks and 16 funds, the well known among them', () => {
    expect(kinds.filter((kind) => kind === 'stock').length).toBe(48);
    expect(kinds.filter((kind) => kind === 'etf').length).toBe(16);
    expect(['AAPL', 'TSLA', 'NVDA'].map((ticker) => factsOf(ticker)?.kind)).toEqual([
      'stock',
      'stock',
      'stock',
    ]);
    expect(['SPY', 'QQQ'].map((ticker) => factsOf(ticker)?.kind)).toEqual(['etf', 'etf']);
    expect(factsOf('AAPL')).toEqual({
      ticker: 'AAPL',
      issuerSymbol: 'AAPLon',
      kind: 'stock',
      minTrade: dollars('1'),
      multiplier: '1',
    });
  });

  it('have mints of 32 bytes of their own, and names of their own', () => {
    const mints = [...bundledTokens, ...bundledStocks].map(({ mint }) => mint);
    for (const mint of mints) expect(bs58.decode(mint).length).toBe(32);
    expect(new Set(mints).size).toBe(mints.length);
    expect(mints).not.toContain(CASH_MINT);
    const names = bundledStocks.flatMap(({ stock }) => [stock?.ticker, stock?.issuerSymbol]);
    expect(new Set(names.map((name) => name?.toLowerCase())).size).toBe(names.length);
  });

  it('are tagged, of nine decimals, and make sense to the model', () => {
    for (const { kind, decimals, verified, tags, logoUrl, liquidity, ...token } of bundledStocks) {
      expect([kind, decimals, verified]).toEqual(['stock', STOCK_DECIMALS, true]);
      expect(tags).toEqual(
        token.stock?.kind === 'etf' ? ['verified', 'stock', 'etf'] : ['verified', 'stock'],
      );
      expect(logoUrl).toBe(
        `https://cdn.ondo.finance/tokens/logos/${token.symbol.toLowerCase()}_160x160.png`,
      );
      expect(liquidity).toBeGreaterThanOrEqual(dollars('10000000'));
      expect(token.halfSpreadBps).toBeLessThanOrEqual(5);
      expect(token.usualVolume24h).toBeGreaterThan(dollars('1000000'));
      expect(parsePrice(token.model?.basePriceUsd ?? '')).toBeGreaterThan(0n);
      expect(token.model?.yearlyVolatility).toBeGreaterThan(0);
      expect(token.model?.yearlyVolatility).toBeLessThan(1);
      expect(token.model?.marketCorrelation).toBeGreaterThanOrEqual(0);
      expect(token.model?.marketCorrelation).toBeLessThan(1);
      expect(parsePrice(token.stock?.multiplier ?? '')).toBeGreaterThan(0n);
    }
  });

  it('agree with the recorded catalogue of the issuer', (context) => {
    if (!hasSharedData) {
      expect(process.env.CI, 'recorded data is required in CI').toBeFalsy();
      return context.skip('the recorded data is not there; set SKEIN_SHARED_DATA');
    }
    const file = sharedData('spot', 'ondo_catalog_solana.json');
    const recorded = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>[];
    const byTicker = new Map(recorded.map((entry) => [entry.ticker, entry]));
    for (const { mint, symbol, name, decimals, logoUrl, stock } of bundledStocks) {
      expect({ mint, symbol, name, decimals, imageUrl: logoUrl, kind: stock?.kind }).toEqual({
        mint: byTicker.get(stock?.ticker)?.mint,
        symbol: byTicker.get(stock?.ticker)?.symbol,
        name: byTicker.get(stock?.ticker)?.name,
        decimals: byTicker.get(stock?.ticker)?.decimals,
        imageUrl: byTicker.get(stock?.ticker)?.imageUrl,
        kind: byTicker.get(stock?.ticker)?.kind,
      });
    }
  });
});
