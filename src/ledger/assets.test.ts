import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Backend, openBackend } from '../../test/helpers/backend.ts';
import { eventually } from '../../test/helpers/eventually.ts';
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

test('processes that name the same assets in opposite orders do not wait crosswise', async () => {
  const names = ['x1', 'x2', 'x3'].map((mint) => token(mint));
  const [one, two] = [await openAssets(backend.database), await openAssets(backend.database)];
  const lockWaits = {
    name: 'lock waits',
    text: `select count(*)::int4 as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  };
  await backend.database.withClient(async (client) => {
    // Who holds the asset in the middle makes each of the others stop with its own half in hand.
    await client.query('begin');
    await client.query(`insert into asset values (9999, 'token', 'x2', 'x2', 6)`);
    const both = Promise.all([one.ensure(names), two.ensure(names.toReversed())]);
    await eventually('both wait', async () => {
      const [row] = await backend.database.reads.query<{ waiting: number }>(lockWaits);
      return row?.waiting === 2;
    });
    await client.query('rollback');
    await both;
  });
  for (const { mint } of names) expect(one.byMint(mint)).toEqual(two.byMint(mint));
});

test('an asset keeps its decimals, and an id that nobody gave is a bug', async () => {
  const assets = await openAssets(backend.database);
  await assets.ensure([token('kept', 6)]);
  await expect(assets.ensure([token('kept', 9)])).rejects.toThrow('has 6 decimals, not 9');
  expect(() => assets.byId(9_999)).toThrow('asset 9999 is not in memory');
  expect(assets.byMint('unknown')).toBeUndefined();
});
