import { readFileSync } from 'node:fs';
import bs58 from 'bs58';
import { describe, expect, it } from 'vitest';
import { hasSharedData, sharedData } from '../../test/helpers/shared-data.ts';
import { dollars, parsePrice } from '../money/text.ts';
import { CASH_MINT, halfSpreadBpsOf } from './instruments.ts';
import { bundledTokens } from './tokens.ts';

const readShared = (file: string): unknown =>
  JSON.parse(readFileSync(sharedData('spot', file), 'utf8'));

describe('the bundled tokens', () => {
  it('are at least 44, each with a mint of 32 bytes of its own', () => {
    expect(bundledTokens.length).toBeGreaterThanOrEqual(44);
    for (const { mint } of bundledTokens) expect(bs58.decode(mint).length).toBe(32);
    expect(new Set(bundledTokens.map((token) => token.mint)).size).toBe(bundledTokens.length);
    expect(new Set(bundledTokens.map((token) => token.symbol)).size).toBe(bundledTokens.length);
  });

  it('leave out the cash', () => {
    expect(bundledTokens.some((token) => token.mint === CASH_MINT)).toBe(false);
  });

  it('cover tokens of 0, 5, 6, 8 and 9 decimals', () => {
    expect([...new Set(bundledTokens.map((token) => token.decimals))].sort()).toEqual([
      0, 5, 6, 8, 9,
    ]);
  });

  it('have prices, depths and parameters that make sense', () => {
    for (const token of bundledTokens) {
      expect(parsePrice(token.model?.basePriceUsd ?? '')).toBeGreaterThan(0n);
      expect(token.liquidity).toBeGreaterThanOrEqual(dollars('300000'));
      expect(token.model?.yearlyVolatility).toBeGreaterThan(0);
      expect(token.model?.yearlyVolatility).toBeLessThan(2);
      expect(token.logoUrl).toMatch(/^https:\/\//);
      expect(token.priceFeedId).toMatch(/^([0-9a-f]{64})?$/);
    }
  });

  it('have a spread by depth', () => {
    expect(halfSpreadBpsOf(dollars('240000000'))).toBe(2);
    expect(halfSpreadBpsOf(dollars('50000000'))).toBe(2);
    expect(halfSpreadBpsOf(dollars('49999999.999999'))).toBe(5);
    expect(halfSpreadBpsOf(dollars('320000'))).toBe(30);
  });

  it('agree with the recorded list of verified tokens', (context) => {
    if (!hasSharedData) {
      expect(process.env.CI, 'recorded data is required in CI').toBeFalsy();
      return context.skip('the recorded data is not there; set SKEIN_SHARED_DATA');
    }
    const listed = readShared('jupiter_verified_tokens.json') as {
      address: string;
      decimals: number;
    }[];
    const decimalsOf = new Map(listed.map((token) => [token.address, token.decimals]));
    for (const { mint, decimals, symbol } of bundledTokens) {
      expect([symbol, decimals]).toEqual([symbol, decimalsOf.get(mint)]);
    }
    const recorded = readShared('candle_mints.json') as Record<string, { mint: string }>;
    for (const [symbol, { mint }] of Object.entries(recorded)) {
      expect(bundledTokens.find((token) => token.mint === mint)?.symbol).toBe(symbol);
    }
  });
});
