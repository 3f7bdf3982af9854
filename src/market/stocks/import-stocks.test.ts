import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasSharedData, sharedData } from '../../../test/helpers/shared-data.ts';
import { priceOf } from '../../money/text.ts';
import { isFresh } from '../freshness.ts';
import { createMarketData, type MarketData } from '../market.ts';
import { openReplay } from '../replay.ts';
import { bundledStocks } from './catalogue.ts';
import { importStocks } from './import-stocks.ts';

const CANDLES = 'time,open,high,low,close,volume';
const DAYS = 'date,open,high,low,close,volume,dividends,splits';
const AAPL = '123mYEnRLM2LLYsJW3K6oyYh8uP1fngj732iG638ondo';
const UNKNOWN_MINT = '2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXp';
const at = (time: string): number => Date.parse(time);

let from: string;
let to: string;
let root: string;
const printed: string[] = [];
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'skein-stocks-'));
  [from, to] = [join(root, 'from'), join(root, 'to')];
  await mkdir(from);
  printed.length = 0;
});
afterEach(() => rm(root, { recursive: true, force: true }));

const put = (file: string, ...lines: string[]) =>
  writeFile(join(from, file), `${lines.join('\n')}\n`);
const run = (interval: string | null = null) =>
  importStocks({ from, to, interval }, (line) => printed.push(line));
async function replay(): Promise<MarketData> {
  const { source, tokens } = await openReplay(to);
  return createMarketData(source, tokens);
}
/** Whether the price of AAPL can be traded on; undefined without a price. */
function freshAt(market: MarketData, time: string): boolean | undefined {
  const quote = market.quote(AAPL, at(time));
  return quote && isFresh(quote, at(time));
}

describe('importing bars of stocks', () => {
  it('finds the mint by ticker or issuer symbol and keeps the rows', async () => {
    await put('aaplON.csv', CANDLES, '2025-09-29T08:00:00Z,255.59,255.60,255.02,255.5,0');
    await put('ZZZ.csv', CANDLES, '2025-09-29T08:00:00Z,1,1,1,1,0');
    expect(await run('5m')).toEqual({ files: 1, rows: 1, refused: 0 });
    expect(printed).toContain(
      `${join(from, 'ZZZ.csv')}: left out, there is no stock ZZZ in the catalogue`,
    );
    expect(JSON.parse(await readFile(join(to, 'manifest.json'), 'utf8')).instruments).toEqual([
      {
        kind: 'stock',
        id: AAPL,
        symbol: 'AAPL',
        name: 'Apple',
        decimals: 9,
        candles: [{ interval: '5m', file: 'stocks/AAPL-5m.csv', rows: 1 }],
      },
    ]);
    expect(await readFile(join(to, 'stocks/AAPL-5m.csv'), 'utf8')).toBe(
      `${CANDLES}\n2025-09-29T08:00:00.000Z,255.59,255.6,255.02,255.5,0\n`,
    );
  });

  it('takes one file per stock', async () => {
    const row = '2025-09-29T08:00:00Z,1,1,1,1,0';
    await put('AAPL.csv', CANDLES, row);
    await put('AAPLon.csv', CANDLES, row);
    expect(await run('5m')).toEqual({ files: 1, rows: 1, refused: 0 });
    expect(printed).toContain(
      `${join(from, 'AAPLon.csv')}: left out, another file is of the same instrument`,
    );
  });

  it('reads days, which start at midnight UTC, and refuses what is none', async () => {
    await put(
      'AAPL.csv',
      DAYS,
      '2024-09-26,226.247037,227.441475,224.365793,226.466019,36636700,0,0',
      '2024-09-27T00:00:00Z,1,1,1,1,1,0,0',
      '2024-09-31,1,1,1,1,1,0,0',
      '2024-09-27,1,1,1,1,1,0',
      '2024-09-27,2,1,1,1,1,0,0',
      '2024-09-26,1,1,1,1,1,0,0',
    );
    expect(await run()).toEqual({ files: 1, rows: 1, refused: 5 });
    const path = join(from, 'AAPL.csv');
    expect(printed).toEqual([
      `${path}:3: refused, time is not ISO 8601 UTC: 2024-09-27T00:00:00ZT00:00:00Z`,
      `${path}:4: refused, time is not ISO 8601 UTC: 2024-09-31T00:00:00Z`,
      `${path}:5: refused, has 7 columns, not 8`,
      `${path}:6: refused, high 1 is below open 2 or close 1`,
      `${path}:7: refused, time 2024-09-26T00:00:00.000Z is not after 2024-09-26T00:00:00.000Z`,
      `${path}: 1 rows of 1d, 5 refused`,
      '1 files, 1 rows, 5 rows refused',
    ]);
    expect(await readFile(join(to, 'stocks/AAPL-1d.csv'), 'utf8')).toBe(
      `${CANDLES}\n2024-09-26T00:00:00.000Z,226.247037,227.441475,224.365793,226.466019,36636700\n`,
    );
    await expect(run('5m')).rejects.toThrow('AAPL.csv: holds days, not 5m');
    expect(await run('1d')).toEqual({ files: 1, rows: 1, refused: 5 });
  });
});

describe('a replayed stock', () => {
  it('keeps its last price through the hours without a session', async () => {
    // The last five minutes of Friday 2025-08-22 in New York, then Monday's pre-market.
    await put(
      'AAPL.csv',
      CANDLES,
      '2025-08-22T23:50:00Z,227,228,226,227.5,0',
      '2025-08-25T08:00:00Z,230,231,229,230.5,0',
    );
    await run('5m');
    const market = await replay();
    expect(market.quote(AAPL, at('2025-08-22T23:49:59Z'))).toBeUndefined();
    expect(market.quote(AAPL, at('2025-08-24T12:00:00Z'))).toMatchObject({
      mid: priceOf('227.5'),
      atMs: at('2025-08-24T12:00:00Z'),
    });
    expect(freshAt(market, '2025-08-22T23:55:00Z')).toBe(true);
    expect(freshAt(market, '2025-08-24T12:00:00Z')).toBe(true);
    // The candle ended at 23:55 and Friday at 23:59: 4 minutes of open time, 15 are three candles.
    // From Sunday's opening at 00:05 UTC 11 more are allowed.
    expect(freshAt(market, '2025-08-25T00:16:00Z')).toBe(true);
    expect(freshAt(market, '2025-08-25T00:16:16Z')).toBe(false);
    expect(market.quote(AAPL, at('2025-08-25T00:16:16Z'))?.atMs).toBe(
      at('2025-08-22T23:54:59.999Z'),
    );
    // The pause before the pre-market is no session.
    expect(freshAt(market, '2025-08-25T07:54:59Z')).toBe(false);
    expect(freshAt(market, '2025-08-25T07:55:00Z')).toBe(true);
    expect(market.quote(AAPL, at('2025-08-25T08:01:00Z'))?.pinned).toBe(false);
    expect(freshAt(market, '2025-08-25T08:01:00Z')).toBe(true);
  });

  it('has no trade on a gap of more than three intervals within a session', async () => {
    await put(
      'AAPL.csv',
      CANDLES,
      '2025-08-20T14:00:00Z,227,228,226,227.5,0',
      '2025-08-20T14:30:00Z,230,231,229,230.5,0',
    );
    await run('5m');
    const market = await replay();
    expect(freshAt(market, '2025-08-20T14:20:00Z')).toBe(true);
    expect(market.quote(AAPL, at('2025-08-20T14:20:00Z'))?.mid).toBe(priceOf('227.5'));
    expect(freshAt(market, '2025-08-20T14:20:01Z')).toBe(false);
    expect(freshAt(market, '2025-08-20T14:30:00Z')).toBe(true);
    const candles = market.candles(AAPL, {
      intervalMs: 300_000,
      fromMs: at('2025-08-20T14:00:00Z'),
      toMs: at('2025-08-20T14:30:00Z'),
      limit: 10,
      nowMs: at('2025-08-20T15:00:00Z'),
    });
    expect(candles.map(({ atMs }) => atMs)).toEqual([
      at('2025-08-20T14:00:00Z'),
      at('2025-08-20T14:30:00Z'),
    ]);
  });

  it('is listed with the catalogue; other bundled stocks have no price', async () => {
    await put('AAPL.csv', CANDLES, '2025-08-20T14:00:00Z,227,228,226,227.5,0');
    await run('5m');
    const market = await replay();
    expect(market.stocks().length).toBe(bundledStocks.length);
    expect(market.stockByTicker('aapl')?.mint).toBe(AAPL);
    const nvda = market.stockByTicker('NVDA')?.mint ?? '';
    expect(market.quote(nvda, at('2025-08-20T14:01:00Z'))).toBeUndefined();
  });

  it('may be one that is not bundled, but not a token under the name of a stock', async () => {
    await put('AAPL.csv', CANDLES, '2025-08-20T14:00:00Z,227,228,226,227.5,0');
    await run('5m');
    const file = join(to, 'manifest.json');
    const manifest = await readFile(file, 'utf8');
    await writeFile(file, manifest.replace(AAPL, UNKNOWN_MINT).replace('"AAPL"', '"ZZZ"'));
    const market = await replay();
    const token = market.stockByTicker('zzz');
    expect(token).toMatchObject({ mint: UNKNOWN_MINT, verified: false, tags: ['stock'] });
    expect(token?.stock).toMatchObject({ ticker: 'ZZZ', kind: 'stock', multiplier: '1' });
    expect(market.quote(UNKNOWN_MINT, at('2025-08-20T14:00:00Z'))?.mid).toBe(priceOf('227'));
    await writeFile(file, manifest.replace('"kind": "stock"', '"kind": "token"'));
    await expect(openReplay(to)).rejects.toThrow(`${AAPL} is a stock, not a token`);
    await writeFile(file, manifest.replace(AAPL, 'AAPL'));
    await expect(openReplay(to)).rejects.toThrow('id is not the base58 of 32 bytes');
  });
});

describe('the recorded bars of stocks', () => {
  it('replay exactly', async (context) => {
    if (!hasSharedData) {
      expect(process.env.CI, 'recorded data is required in CI').toBeFalsy();
      return context.skip('the recorded data is not there; set SKEIN_SHARED_DATA');
    }
    const quiet = () => {};
    const recorded = (folder: string, interval: string) =>
      importStocks({ from: sharedData('spot', folder), to, interval }, quiet);
    // 2,989 + 2,994 + 2,996 + 2,975 + 2,365 + 2,993 + 2,943 = 20,255 rows of seven tickers, 15 of
    // them unfinished bars at odd seconds.
    expect(await recorded('stocks_5m', '5m')).toEqual({ files: 7, rows: 20_240, refused: 15 });
    // 251 days of the 27 tickers but DIA, which the issuer has not.
    expect(await recorded('stocks_daily', '1d')).toEqual({ files: 26, rows: 6_526, refused: 0 });
    const market = await replay();
    const file = sharedData('spot', 'stocks_5m', 'AAPL.csv');
    const rows = readFileSync(file, 'utf8')
      .split('\n')
      .filter((row) => /^[\dT:-]+[05]:00Z,/.test(row));
    let wrong = 0;
    for (const row of rows) {
      const [time = '', open = '', , , close = ''] = row.split(',');
      if (market.quote(AAPL, at(time))?.mid !== priceOf(open)) wrong += 1;
      if (market.quote(AAPL, at(time) + 299_000)?.mid !== priceOf(close)) wrong += 1;
    }
    expect([rows.length, wrong]).toEqual([2_987, 0]);
    // The first day of stocks_daily/AAPL.csv, opened at midnight UTC.
    expect(market.quote(AAPL, at('2024-09-26T00:00:00Z'))?.mid).toBe(priceOf('226.247037'));
    // Saturday 2025-10-04: Friday's last bar but fresh; the market is closed, not the price stale.
    const friday = rows.findLast((row) => row < '2025-10-04T00:00');
    expect(market.quote(AAPL, at('2025-10-04T12:00:00Z'))).toMatchObject({
      mid: priceOf(friday?.split(',')[4] ?? ''),
      atMs: at('2025-10-04T12:00:00Z'),
    });
  });
});
