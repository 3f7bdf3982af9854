import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { importCandles } from './import-candles.ts';

const HEADER = 'time,open,high,low,close,volume';
const SOL = { mint: 'So11111111111111111111111111111111111111112', decimals: 9 };

let root: string;
let from: string;
let to: string;
let mints: string;
const printed: string[] = [];
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'skein-import-'));
  [from, to, mints] = [join(root, 'from'), join(root, 'to'), join(root, 'mints.json')];
  await mkdir(from);
  await writeFile(mints, JSON.stringify({ SOL }));
  printed.length = 0;
});
afterEach(() => rm(root, { recursive: true, force: true }));

const put = (file: string, ...rows: string[]) =>
  writeFile(join(from, file), `${[HEADER, ...rows].join('\n')}\n`);
const run = (interval: string | null = null) =>
  importCandles({ from, mints, to, interval }, (line) => printed.push(line));

describe('importing candles', () => {
  it('writes what the replay reads, in plain exact decimals', async () => {
    await put(
      'SOL.csv',
      '2025-01-01T00:00:00Z,100.10,101,99.5,100,7.50',
      '2025-01-01T00:15:00Z,100,100,100,100,0',
    );
    expect(await run()).toEqual({ files: 1, rows: 2, refused: 0 });
    expect(await readFile(join(to, 'candles/SOL-15m.csv'), 'utf8')).toBe(
      `${HEADER}\n2025-01-01T00:00:00.000Z,100.1,101,99.5,100,7.5\n2025-01-01T00:15:00.000Z,100,100,100,100,0\n`,
    );
    expect(JSON.parse(await readFile(join(to, 'manifest.json'), 'utf8'))).toEqual({
      format: 'skein-market-data',
      version: 1,
      instruments: [
        {
          kind: 'token',
          id: SOL.mint,
          symbol: 'SOL',
          name: 'Solana',
          decimals: 9,
          candles: [{ interval: '15m', file: 'candles/SOL-15m.csv', rows: 2 }],
        },
      ],
    });
    expect((await readdir(join(to, 'candles'))).sort()).toEqual(['SOL-15m.csv']);
  });

  it('adds an interval to a recording and replaces one it has', async () => {
    await put('SOL.csv', '2025-01-01T00:00:00Z,1,1,1,1,1');
    await run('1h');
    await run('15m');
    await put('SOL.csv', '2025-01-01T00:00:00Z,2,2,2,2,1', '2025-01-01T01:00:00Z,2,2,2,2,1');
    await run('1h');
    const manifest = JSON.parse(await readFile(join(to, 'manifest.json'), 'utf8'));
    expect(manifest.instruments[0].candles).toEqual([
      { interval: '15m', file: 'candles/SOL-15m.csv', rows: 1 },
      { interval: '1h', file: 'candles/SOL-1h.csv', rows: 2 },
    ]);
  });

  it('keeps whatever else the recording has, its prediction markets for one', async () => {
    await put('SOL.csv', '2025-01-01T00:00:00Z,1,1,1,1,1');
    await run('1h');
    const file = join(to, 'manifest.json');
    const manifest = JSON.parse(await readFile(file, 'utf8'));
    const kept = {
      predictions: { events: 'predictions/events.json', histories: [] },
      note: 'from elsewhere',
    };
    await writeFile(file, JSON.stringify({ ...manifest, ...kept }));
    await run('15m');
    const candles = [
      { interval: '1h', file: 'candles/SOL-1h.csv', rows: 1 },
      { interval: '15m', file: 'candles/SOL-15m.csv', rows: 1 },
    ];
    const instruments = [{ ...manifest.instruments[0], candles }];
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ ...manifest, ...kept, instruments });
    expect(await readdir(to)).toEqual(['candles', 'manifest.json']);
  });

  it('refuses rows that are not candles, by file, line and reason', async () => {
    await put(
      'SOL.csv',
      '2025-01-01T00:00:00Z,1,2,0.5,1,1',
      '2025-01-01T00:00:00Z,1,2,0.5,1,1',
      '2025-01-01 00:15,1,2,0.5,1,1',
      '2025-02-30T00:00:00Z,1,2,0.5,1,1',
      '2025-01-01T00:30:00Z,1e3,2000,0.5,1,1',
      '2025-01-01T00:30:00Z,1,2,1.5,1.8,1',
      '2025-01-01T00:30:00Z,1,0.9,0.5,0.8,1',
      '2025-01-01T00:30:00Z,1,2,0,1,1',
      '2025-01-01T00:30:00Z,1,2,0.5,1,-1',
      '2025-01-01T00:30:00Z,1,2,0.5,1',
      '2025-01-01T00:31:00Z,1,2,0.5,1,1',
      '2025-01-01T00:30:00Z,1,2,0.5,1,1',
    );
    expect(await run('15m')).toEqual({ files: 1, rows: 2, refused: 10 });
    const path = join(from, 'SOL.csv');
    expect(printed).toEqual([
      `${path}:3: refused, time 2025-01-01T00:00:00.000Z is not after 2025-01-01T00:00:00.000Z`,
      `${path}:4: refused, time is not ISO 8601 UTC: 2025-01-01 00:15`,
      `${path}:5: refused, time is not ISO 8601 UTC: 2025-02-30T00:00:00Z`,
      `${path}:6: refused, open is not a positive plain decimal: 1e3`,
      `${path}:7: refused, low 1.5 is above open 1 or close 1.8`,
      `${path}:8: refused, high 0.9 is below open 1 or close 0.8`,
      `${path}:9: refused, low is not a positive plain decimal: 0`,
      `${path}:10: refused, volume is not a plain decimal: -1`,
      `${path}:11: refused, has 5 columns, not 6`,
      `${path}:12: refused, time 2025-01-01T00:31:00.000Z is not on the grid of the interval`,
      `${path}: 2 rows of 15m, 10 refused`,
      '1 files, 2 rows, 10 rows refused',
    ]);
  });

  it('leaves out files without a mint and needs at least one with', async () => {
    await put('XYZ.csv', '2025-01-01T00:00:00Z,1,1,1,1,1');
    await expect(run('1h')).rejects.toThrow('nothing to import');
    expect(printed).toEqual([`${join(from, 'XYZ.csv')}: left out, ${mints} has no mint for XYZ`]);
  });

  it('does not guess an interval from one row, nor take a false mint', async () => {
    await put('SOL.csv', '2025-01-01T00:00:00Z,1,1,1,1,1');
    await expect(run()).rejects.toThrow('give it with --interval');
    await writeFile(mints, JSON.stringify({ SOL: { mint: 'So111', decimals: 9 } }));
    await expect(run('1h')).rejects.toThrow('SOL: mint is not 32 bytes');
  });
});
