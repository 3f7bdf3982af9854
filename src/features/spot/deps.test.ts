import { expect, test } from 'vitest';
import type { Token } from '../../market/instruments.ts';
import { bundledTokens } from '../../market/tokens.ts';
import { dollars } from '../../money/text.ts';
import { minimumOf, type SpotDeps, verticalOfToken } from './deps.ts';

const stockOf = (minTradeUsd: string): Token => ({
  ...(bundledTokens.find(({ kind }) => kind === 'token') as Token),
  kind: 'stock',
  stock: {
    ticker: 'GOOSE',
    issuerSymbol: 'GOOSEon',
    kind: 'stock',
    minTrade: dollars(minTradeUsd),
    multiplier: '1',
  },
});
const marketOf = (token: Token | undefined) =>
  ({ token: () => token }) as unknown as SpotDeps['market'];

test('the vertical of an order is that of its token', () => {
  const [token] = bundledTokens.filter(({ kind }) => kind === 'token');
  expect([verticalOfToken(token as Token), verticalOfToken(stockOf('1'))]).toEqual([
    'SPOT',
    'STOCK',
  ]);
});

test.each(['0.5', '5'])('the smallest buy of a stock is what its entry says: %s', (minTradeUsd) => {
  const minimum = minimumOf({ market: marketOf(stockOf(minTradeUsd)) }, 'mint');
  expect(minimum).toBe(dollars(minTradeUsd));
});

test('the smallest buy of a token is a dollar', () => {
  const [token] = bundledTokens.filter(({ kind }) => kind === 'token');
  expect(minimumOf({ market: marketOf(token) }, 'mint')).toBe(dollars('1'));
});
