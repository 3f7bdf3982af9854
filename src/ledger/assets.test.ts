import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Backend, openBackend } from '../../test/helpers/backend.ts';
import { openAssets } from './assets.ts';

let backend: Backend;
beforeAll(async () => {
  backend = await openBackend();
});
afterAll(() => backend.close());

const token = (mint: string, decimals = 6) => ({ kind: 'token', mint, symbol: mint, decimals });

test('processes that start at once agree on the ids, and USDC is asset 0', async () => {
  const [one, two] = await Promise.all([
    openAssets(backend.database),
    openAssets(backend.database),
  ]);
  await Promise.all([
    one.ensure([token('a'), token('b')]),
    two.ensure([token('b'), token('a'), token('c', 9)]),
  ]);
  await one.ensure([token('c', 9)]);
  for (const mint of ['a', 'b', 'c']) expect(one.byMint(mint)).toEqual(two.byMint(mint));
  expect(
    one
      .all()
      .map(({ mint }) => mint)
      .sort(),
  ).toEqual(['EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', 'a', 'b', 'c']);
  expect(one.byId(0)).toMatchObject({ kind: 'cash', symbol: 'USDC', decimals: 6 });
  expect(one.byId(one.byMint('c')?.id ?? -1).decimals).toBe(9);
});

test('many processes that name the same assets in different orders do not wait crosswise', async () => {
  const names = Array.from({ length: 200 }, (_, n) => token(`many-${n}`));
  const registries = await Promise.all(
    Array.from({ length: 6 }, () => openAssets(backend.database)),
  );
  await Promise.all(
    registries.map((assets, n) => assets.ensure(n % 2 === 0 ? names : names.toReversed())),
  );
  const ids = registries.map((assets) => names.map(({ mint }) => assets.byMint(mint)?.id));
  expect(new Set(ids.map((list) => list.join())).size).toBe(1);
});

test('an asset keeps its decimals, and an id that nobody gave is a bug', async () => {
  const assets = await openAssets(backend.database);
  await assets.ensure([token('kept', 6)]);
  await expect(assets.ensure([token('kept', 9)])).rejects.toThrow('has 6 decimals, not 9');
  expect(() => assets.byId(9_999)).toThrow('asset 9999 is not in memory');
  expect(assets.byMint('unknown')).toBeUndefined();
});
