import { expect, test } from 'vitest';
import { valueAt } from '../../money/fixed.ts';
import { priceOf, tokens } from '../../money/text.ts';
import { type Holding, holdingsValuer, type ValueField } from './valuation.ts';

test('a value is rounded down to the millionth of a dollar', () => {
  // 0.333333333 SOL × 150.5 = 50.1666666165 → 50.166666
  expect(valueAt(tokens('0.333333333', 9), 9, priceOf('150.5'))).toBe(50_166_666n);
  // 7 whole units of a token without decimals × 0.00315 = 0.02205
  expect(valueAt(7n, 0, priceOf('0.00315'))).toBe(22_050n);
  expect(valueAt(1n, 9, priceOf('0.00002'))).toBe(0n);
});

test('a vertical counts its own kind, spendable and reserved, and nothing without a price', async () => {
  const asset = (id: number, kind: string, mint: string) => ({
    id,
    kind,
    mint,
    symbol: mint,
    decimals: 6,
  });
  const mids = new Map([
    ['a', priceOf('2')],
    ['b', priceOf('0.5')],
    ['s', priceOf('100')],
  ]);
  const viewAsset = ({ mint }: { mint: string }) => ({
    name: mint,
    price: mids.get(mint),
    atMs: 0,
  });
  const holdings: Holding[] = [
    { asset: asset(0, 'cash', 'usdc'), available: tokens('9', 6), reserved: 0n },
    { asset: asset(1, 'token', 'a'), available: tokens('3', 6), reserved: tokens('1', 6) },
    { asset: asset(2, 'token', 'b'), available: tokens('0.000003', 6), reserved: 0n },
    { asset: asset(3, 'token', 'no price'), available: tokens('5', 6), reserved: 0n },
    { asset: asset(4, 'stock', 's'), available: tokens('1.5', 6), reserved: 0n },
  ];
  const noQuery = { query: () => Promise.reject(new Error('nothing is to be read')) };
  const worthOf = async (field: ValueField, kind: string) =>
    (await holdingsValuer(field, kind, viewAsset).load(noQuery, ['u']))('u', holdings, 0);
  // (3 + 1) × 2 + floor6(0.000003 × 0.5 = 0.0000015) = 8.000001
  expect(await worthOf('spotValueUsd', 'token')).toBe(8_000_001n);
  // 1.5 × 100 = 150
  expect(await worthOf('stocksValueUsd', 'stock')).toBe(150_000_000n);
});
