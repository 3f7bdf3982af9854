import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importPerps } from '../../src/market/perps/import-perps.ts';
import { act, type PerpWorld, position, reduce, startPerpWorld } from '../e2e/perp-world.ts';

let world: PerpWorld;
beforeAll(async () => {
  world = await startPerpWorld();
});
afterAll(() => world.test.stop());

const pageOf = (page: string): Promise<string> =>
  readFile(new URL(`../../docs/${page}`, import.meta.url), 'utf8');

/** A row of the table as the page has it. */
const row = (...cells: (string | null)[]): string =>
  `| ${cells.map((cell) => cell ?? '–').join(' | ')} |`;

test('the position that the page on perpetuals works through is what the service makes of it', async () => {
  const { leader, ...flock } = await world.flock();
  const terms = { stopLossPct: '50', takeProfitPct: '40' };
  const asked = {
    marketSymbol: 'SOL',
    side: 'LONG',
    collateralUsd: '100',
    leverage: '10',
    ...terms,
  };
  const quote = await leader.post('/perps/quote', asked);
  const { assignmentId: id } = await flock.open(terms);
  const lines: string[] = [];
  const note = async (what: string) => {
    const seen = await position(leader, id);
    lines.push(
      row(
        what,
        seen.currentSizeBaseLots,
        seen.collateralBalanceUsdc,
        seen.liquidationPriceUsd,
        seen.stopLossPriceUsd,
        seen.takeProfitPriceUsd,
      ),
    );
    return seen;
  };
  const opened = await note('opened at 100');
  expect([quote.sizeBaseLots, quote.feeUsd, quote.liquidationPriceUsd]).toEqual([
    opened.currentSizeBaseLots,
    opened.totalFeesUsd,
    opened.liquidationPriceUsd,
  ]);
  await world.pin('SOL', '100', '99');
  await world.at('2026-03-03T17:00:00.000Z');
  await note('an hour of funding, the mark 1 over the oracle');
  await world.move('102');
  await reduce(leader, id, '0.5');
  await note('half of it sold at 102');
  await act(leader, id, 'add', { collateralUsd: '20' });
  await note('20 added');
  await world.move('110');
  const closed = await position(leader, id);
  const claim = await act(leader, id, 'claim');
  expect(claim.body.data.closeProceedsUsd).toBe(closed.finalCollateralReturned);
  const figures = [
    ['priceRealizedPnlUsd', closed.priceRealizedPnlUsd],
    ['fundingRealizedUsd', closed.fundingRealizedUsd],
    ['totalFeesUsd', closed.totalFeesUsd],
    ['liquidationPenaltyUsd', closed.liquidationPenaltyUsd],
    ['netRealizedPnlUsd', closed.netRealizedPnlUsd],
    ['finalCollateralReturned', closed.finalCollateralReturned],
  ].map(([field, value]) => row(`\`${field}\``, value as string));
  expect([closed.status, closed.closeReason, closed.isClaimable]).toEqual([
    'CLOSED',
    'TAKE_PROFIT',
    true,
  ]);
  const page = await pageOf('concepts/perps.md');
  const shown = page.split('\n').filter((line) => [...lines, ...figures].includes(line));
  expect(shown).toEqual([...lines, ...figures]);
});

test('the files that the guide to replays shows are imported', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'skein-guide-'));
  try {
    const guide = await pageOf('guides/replay.md');
    const [candles = '', rates = ''] = [...guide.matchAll(/^```\n(ts_ms,.*?)^```$/gms)].map(
      ([, text = '']) => text,
    );
    await writeFile(join(folder, 'okx_BTC-USDT-SWAP_1h.csv'), candles);
    await writeFile(join(folder, 'my_file.csv'), rates);
    const counts = await importPerps(
      { from: folder, to: join(folder, 'to'), symbols: ['my_file=BTC'], interval: '1h' },
      () => undefined,
    );
    expect(counts).toEqual({ files: 2, candles: 1, funding: 2, refused: 0 });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('the liquidation of the page is what the service does', async () => {
  await world.reset();
  const { leader, open } = await world.flock();
  const { assignmentId: id } = await open();
  await world.move('92');
  const closed = await position(leader, id);
  expect(closed.status).toBe('LIQUIDATED');
  // The opening cost 0.35.
  expect(closed.totalFeesUsd).toBe('0.672');
  const { liquidationPenaltyUsd: penalty, finalCollateralReturned: left } = closed;
  const page = await pageOf('concepts/perps.md');
  expect(page).toContain(`a fee of 0.322 and a penalty of ${penalty} leave ${left}.`);
});
