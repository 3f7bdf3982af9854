import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasSharedData, sharedData } from '../../../test/helpers/shared-data.ts';
import { importPerps } from './import-perps.ts';
import { symbolOfFile } from './perp-files.ts';

const HEADER = 'ts_ms,open,high,low,close,volume';
/** 2025-01-01T00:00:00Z. */
const DAY = 1_735_689_600_000;
const HOUR_MS = 3_600_000;

let root: string;
let from: string;
let to: string;
const printed: string[] = [];
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'skein-perps-'));
  [from, to] = [join(root, 'from'), join(root, 'to')];
  await mkdir(from);
  printed.length = 0;
});
afterEach(() => rm(root, { recursive: true, force: true }));

const put = (file: string, ...lines: string[]) =>
  writeFile(join(from, file), `${lines.join('\n')}\n`);
const run = (symbols: string[] = [], interval: string | null = null) =>
  importPerps({ from, to, symbols, interval }, (line) => printed.push(line));
const written = (file: string) => readFile(join(to, file), 'utf8');
const instruments = async () => JSON.parse(await written('manifest.json')).instruments;

describe('the market of a file', () => {
  it.each([
    ['BTC', 'BTC'],
    ['NVDA_1h', 'NVDA'],
    ['okx_BTC-USDT-SWAP_1h', 'BTC'],
    ['bybit_ETHUSDT_5m', 'ETH'],
    ['dydx_v3_BTC-USD_1h_2022-2023', 'BTC'],
    ['binance_ETHUSDT_8h_2020-2023', 'ETH'],
    ['hl_HYPE-USDC-PERP', 'HYPE'],
    ['candles', null],
    ['my_file', null],
  ])('%s is of %s', (name, symbol) => {
    expect(symbolOfFile(name)).toBe(symbol);
  });
});

describe('importing perpetuals', () => {
  it('writes candles and funding rates as the replay reads them', async () => {
    await put(
      'okx_BTC-USDT-SWAP_1h.csv',
      HEADER,
      `${DAY},93000.10,93500,92800.5,93100,10.50`,
      `${DAY + HOUR_MS},93100,93200,93000,93150,1`,
    );
    await put(
      'okx_BTC-USDT-SWAP_8h.csv',
      'ts_ms,rate',
      `${DAY},0.00010`,
      `${DAY + 28_800_000},-0.00002`,
    );
    expect(await run()).toEqual({ files: 2, candles: 2, funding: 2, refused: 0 });
    expect(await written('perps/BTC-1h.csv')).toBe(
      'time,open,high,low,close,volume\n' +
        '2025-01-01T00:00:00.000Z,93000.1,93500,92800.5,93100,10.5\n' +
        '2025-01-01T01:00:00.000Z,93100,93200,93000,93150,1\n',
    );
    expect(await written('perps/BTC-funding-8h.csv')).toBe(
      'time,rate\n2025-01-01T00:00:00.000Z,0.0001\n2025-01-01T08:00:00.000Z,-0.00002\n',
    );
    expect(await instruments()).toEqual([
      {
        kind: 'perp',
        id: 'BTC',
        symbol: 'BTC',
        name: 'Bitcoin',
        decimals: 0,
        candles: [{ interval: '1h', file: 'perps/BTC-1h.csv', rows: 2 }],
        funding: [{ interval: '8h', file: 'perps/BTC-funding-8h.csv', rows: 2 }],
      },
    ]);
    expect((await readdir(join(to, 'perps'))).sort()).toEqual(['BTC-1h.csv', 'BTC-funding-8h.csv']);
    expect(printed).toEqual([
      `${join(from, 'okx_BTC-USDT-SWAP_1h.csv')}: 2 rows of BTC candles of 1h, 0 refused`,
      `${join(from, 'okx_BTC-USDT-SWAP_8h.csv')}: 2 rows of BTC funding of 8h, 0 refused`,
      '2 files, 2 candles, 2 funding rates, 0 rows refused',
    ]);
  });

  it('refuses rows that are none, by file, line and reason', async () => {
    await put(
      'ETH.csv',
      HEADER,
      `${DAY},1,2,0.5,1,1`,
      `${DAY},1,2,0.5,1,1`,
      'yesterday,1,2,0.5,1,1',
      `${DAY + 60_000},1,2,1.5,1.8,1`,
      `${DAY + 60_001},1,2,0.5,1,1`,
      `${DAY + 60_000},1,2,0.5,1`,
      `${DAY + 60_000},1,2,0.5,1,1`,
    );
    await put(
      'ETH_funding.csv',
      'ts_ms,rate',
      `${DAY},0.0001`,
      `${DAY},0.0001`,
      `${DAY + HOUR_MS},1e-4`,
      `${DAY + HOUR_MS},1`,
      `${DAY + HOUR_MS},0.1,0.2`,
      'soon,0.1',
      `${DAY + HOUR_MS + 1},0.1`,
      `${DAY + 2 * HOUR_MS},-0.9`,
    );
    await put('SOL.csv', 'time,price', `${DAY},1`);
    // Steps of the times as they stand: 1 ms and more, so the interval has to be named.
    await expect(run()).rejects.toThrow('ETH.csv: the interval of its rows is none of 1m, 5m');
    printed.length = 0;
    await rm(join(from, 'ETH_funding.csv'));
    expect(await run([], '1m')).toEqual({ files: 1, candles: 2, funding: 0, refused: 6 });
    const path = join(from, 'ETH.csv');
    const time = '2025-01-01T00:00:00.000Z';
    expect(printed).toEqual([
      `${path}:3: refused, time ${time} is not after ${time}`,
      `${path}:4: refused, time is not ISO 8601 UTC: yesterday`,
      `${path}:5: refused, low 1.5 is above open 1 or close 1.8`,
      `${path}:6: refused, time 2025-01-01T00:01:00.001Z is not on the grid of the interval`,
      `${path}:7: refused, has 5 columns, not 6`,
      `${path}: 2 rows of ETH candles of 1m, 5 refused`,
      `${join(from, 'SOL.csv')}:1: refused, the header is neither ${HEADER} nor ts_ms,rate`,
      '1 files, 2 candles, 0 funding rates, 6 rows refused',
    ]);
  });

  it('refuses funding rates that are none', async () => {
    await put(
      'ETH_funding.csv',
      'time,rate',
      '2025-01-01T00:00Z,0.0001',
      '2025-01-01T00:00:00Z,0.0001',
      '2025-01-01T01:00:00Z,1e-4',
      '2025-01-01T01:00:00Z,1',
      '2025-01-01T01:00:00Z,0.1,0.2',
      'soon,0.1',
      '2025-02-30T00:00:00Z,0.1',
      '2025-01-01T02:00:00Z,-0.999999999999999999',
    );
    expect(await run()).toEqual({ files: 1, candles: 0, funding: 2, refused: 6 });
    const path = join(from, 'ETH_funding.csv');
    const time = '2025-01-01T00:00:00.000Z';
    expect(printed.slice(0, -2)).toEqual([
      `${path}:3: refused, time ${time} is not after ${time}`,
      `${path}:4: refused, rate is not a plain decimal between -1 and 1: 1e-4`,
      `${path}:5: refused, rate is not a plain decimal between -1 and 1: 1`,
      `${path}:6: refused, has 3 columns, not 2`,
      `${path}:7: refused, time is neither ISO 8601 UTC nor milliseconds: soon`,
      `${path}:8: refused, time is neither ISO 8601 UTC nor milliseconds: 2025-02-30T00:00:00Z`,
    ]);
  });

  it('takes the market from --symbol before the name, and leaves out what has none', async () => {
    const rows = [HEADER, `${DAY},1,1,1,1,1`, `${DAY + 60_000},1,1,1,1,1`];
    await put('candles.csv', ...rows);
    await put('DOGS.csv', ...rows);
    await put('XAUUSD.csv', ...rows);
    expect(await run(['XAUUSD=gold'])).toEqual({ files: 1, candles: 2, funding: 0, refused: 0 });
    expect(printed.slice(0, 2)).toEqual([
      `${join(from, 'DOGS.csv')}: left out, there is no market DOGS; --symbol DOGS=SYMBOL names one`,
      `${join(from, 'XAUUSD.csv')}: 2 rows of GOLD candles of 1m, 0 refused`,
    ]);
    expect(printed[2]).toBe(
      `${join(from, 'candles.csv')}: left out, its name tells no market; --symbol candles=SYMBOL names one`,
    );
    await expect(run(['XAUUSD'])).rejects.toThrow('--symbol XAUUSD: is not <file>=<symbol>');
    await expect(run(['XAU=GOLD'])).rejects.toThrow('--symbol XAU=GOLD: there is no XAU.csv');
    expect(await run(['XAUUSD.csv=SILVER'])).toMatchObject({ files: 1, candles: 2 });
    await rm(join(from, 'XAUUSD.csv'));
    await expect(run()).rejects.toThrow('nothing to import');
  });

  it('joins files of one interval in order of time and leaves out one that overlaps', async () => {
    const at = (hour: number) => `${DAY + hour * HOUR_MS},0.0001`;
    await put('SOL_c.csv', 'ts_ms,rate', at(0), at(1));
    await put('SOL_a.csv', 'ts_ms,rate', at(2), at(3));
    await put('SOL_d.csv', 'ts_ms,rate', at(3), at(4));
    expect(await run()).toEqual({ files: 2, candles: 0, funding: 4, refused: 0 });
    expect((await written('perps/SOL-funding-1h.csv')).match(/T0\d/g)).toEqual([
      'T00',
      'T01',
      'T02',
      'T03',
    ]);
    expect(printed[2]).toBe(
      `${join(from, 'SOL_d.csv')}: left out, its times overlap those of ${join(from, 'SOL_a.csv')}`,
    );
  });

  it('keeps what the recording has of others and replaces an interval', async () => {
    const rows = (stepMs: number) => [HEADER, `${DAY},1,1,1,1,1`, `${DAY + stepMs},1,1,1,1,1`];
    await put('SOL.csv', 'ts_ms,rate', `${DAY},0.1`, `${DAY + HOUR_MS},0.1`);
    await run();
    await put('SOL.csv', ...rows(HOUR_MS));
    await run();
    await put('SOL.csv', ...rows(60_000));
    await run();
    await put('SOL.csv', ...rows(HOUR_MS), `${DAY + 2 * HOUR_MS},1,1,1,1,1`);
    await run();
    const manifest = JSON.parse(await written('manifest.json'));
    await writeFile(join(to, 'manifest.json'), JSON.stringify({ ...manifest, extra: 'kept' }));
    await rm(join(from, 'SOL.csv'));
    await put('PUMP.csv', ...rows(HOUR_MS));
    await run();
    expect(JSON.parse(await written('manifest.json')).extra).toBe('kept');
    const [sol, pump] = await instruments();
    expect(sol.candles).toEqual([
      { interval: '1m', file: 'perps/SOL-1m.csv', rows: 2 },
      { interval: '1h', file: 'perps/SOL-1h.csv', rows: 3 },
    ]);
    expect(sol.funding).toEqual([{ interval: '1h', file: 'perps/SOL-funding-1h.csv', rows: 2 }]);
    expect(pump).toMatchObject({ id: 'PUMP', name: 'Pump.fun', decimals: 0 });
    expect(pump.funding).toBe(undefined);
  });
});

describe.skipIf(!hasSharedData)('the recorded perpetuals', () => {
  it('come in completely, candles and funding', async () => {
    const print = () => undefined;
    const candles = { from: sharedData('perps', 'candles'), to, symbols: [], interval: null };
    // 3 × 31,917 hours, 2 × 25,920 five minutes, 2 × 7,200 minutes.
    expect(await importPerps(candles, print)).toEqual({
      files: 7,
      candles: 161_991,
      funding: 0,
      refused: 0,
    });
    const funding = { ...candles, from: sharedData('perps', 'funding') };
    // 3 × 413 and 2 × 4,383 rates for eight hours, 2 × 17,520 for one.
    expect(await importPerps(funding, print)).toEqual({
      files: 7,
      candles: 0,
      funding: 45_045,
      refused: 0,
    });
    const rows = (await instruments()).map(
      ({ id, candles, funding }: Record<string, { interval: string; rows: number }[]>) => [
        id,
        ...[...(candles ?? []), ...(funding ?? [])].map((file) => `${file.interval} ${file.rows}`),
      ],
    );
    expect(rows).toEqual([
      ['BTC', '1h 31917', '5m 25920', '1m 7200', '8h 4796', '1h 17520'],
      ['ETH', '1h 31917', '5m 25920', '1m 7200', '8h 4796', '1h 17520'],
      ['SOL', '1h 31917', '8h 413'],
    ]);
  });
});
