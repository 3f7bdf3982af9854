import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasSharedData, sharedData } from '../../test/helpers/shared-data.ts';
import { dollars, formatPrice, formatUsdc, priceOf } from '../money/text.ts';
import { readCandles } from './candle-csv.ts';
import { isFresh } from './freshness.ts';
import { importCandles } from './import-candles.ts';
import { createMarketData, type MarketData } from './market.ts';
import { openReplay } from './replay.ts';

const MINT = 'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN';
const UNKNOWN_MINT = '2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXp';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const at = (time: string): number => Date.parse(`2025-03-01T${time}Z`);

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'skein-replay-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

async function record(
  files: Record<string, [interval: string, rows: string[]][]>,
  decimals = 6,
): Promise<MarketData> {
  const instruments = [];
  for (const [id, series] of Object.entries(files)) {
    const candles = [];
    for (const [interval, rows] of series) {
      const file = `${id}-${interval}.csv`;
      const text = ['time,open,high,low,close,volume', ...rows].join('\n');
      await writeFile(join(directory, file), `${text}\n`);
      candles.push({ interval, file, rows: rows.length });
    }
    instruments.push({ kind: 'token', id, symbol: 'X', name: 'X', decimals, candles });
  }
  const manifest = { format: 'skein-market-data', version: 1, instruments };
  await writeFile(join(directory, 'manifest.json'), JSON.stringify(manifest));
  const { source, tokens } = await openReplay(directory);
  return createMarketData(source, tokens);
}

/** Rises from 1 to 2 with the low of 0.9 nearer to the open than the high of 2.5. */
const rising = '2025-03-01T10:00:00Z,1,2.5,0.9,2,600';
/** Falls from 2 to 1.5 with the high of 2.05 nearer. */
const falling = '2025-03-01T10:15:00Z,2,2.05,1.4,1.5,300.5';

describe('a replayed candle', () => {
  it('goes open, nearer extreme, other extreme, close, in exact recorded decimals', async () => {
    const market = await record({ [MINT]: [['15m', [rising, falling]]] });
    const mid = (time: string) => {
      const price = market.quote(MINT, at(time))?.mid;
      return price === undefined ? undefined : formatPrice(price);
    };
    // The path takes 899 s, a leg 299.67 s: 150 s are 1 − 0.1 × 150 × 3 ÷ 899 = 0.94994… → 0.9
    // and the file has two decimals: 0.95.
    expect(mid('10:00:00')).toBe('1');
    expect(mid('10:02:30')).toBe('0.95');
    // 450 s are 150.33 s into the second leg: 0.9 + 1.6 × 451 ÷ 899 = 1.7026… → 1.7
    expect(mid('10:07:30')).toBe('1.7');
    expect(mid('10:14:59')).toBe('2');
    expect(mid('10:14:59.999')).toBe('2');
    expect(mid('10:15:00')).toBe('2');
    // 300 s are 0.33 s into the second leg, at the top: 2.05 − 0.65 × 1 ÷ 899 = 2.0492… → 2.05
    expect(mid('10:20:00')).toBe('2.05');
    expect(mid('10:29:59')).toBe('1.5');
  });

  it('has no fresh price before, after and in a gap', async () => {
    const later = '2025-03-01T11:00:00Z,3,3,3,3,1';
    const market = await record({ [MINT]: [['15m', [rising, later]]] });
    expect(market.coverage()).toEqual({ startMs: at('10:00:00'), endMs: at('11:15:00') });
    expect(market.quote(MINT, at('09:59:59'))).toBeUndefined();
    const gap = market.quote(MINT, at('10:20:00'));
    expect(gap).toMatchObject({ mid: priceOf('2'), atMs: at('10:15:00') - 1 });
    expect(gap && isFresh(gap, at('10:20:00'))).toBe(false);
    const ended = market.quote(MINT, at('11:15:16'));
    expect(ended && isFresh(ended, at('11:15:16'))).toBe(false);
    const range = { intervalMs: 15 * MINUTE_MS, limit: 100, nowMs: at('12:00:00') };
    const candles = market.candles(MINT, {
      ...range,
      fromMs: at('09:00:00'),
      toMs: at('12:00:00'),
    });
    expect(candles.map((candle) => candle.atMs)).toEqual([at('10:00:00'), at('11:00:00')]);
  });

  it('comes from the finest interval that covers the instant', async () => {
    const hour = '2025-03-01T10:00:00Z,7,9,6,8,1000';
    const market = await record({
      [MINT]: [
        ['1h', [hour]],
        ['15m', [falling]],
      ],
    });
    expect(market.quote(MINT, at('10:00:00'))?.mid).toBe(priceOf('7'));
    expect(market.quote(MINT, at('10:15:00'))?.mid).toBe(priceOf('2'));
    expect(market.quote(MINT, at('10:59:59'))?.mid).toBe(priceOf('8'));
  });

  it('adds up to longer candles and is cut into shorter ones', async () => {
    const market = await record({ [MINT]: [['15m', [rising, falling]]] });
    const range = { fromMs: at('10:00:00'), toMs: at('10:29:00'), limit: 100 };
    const [hour] = market.candles(MINT, { ...range, intervalMs: HOUR_MS, nowMs: at('10:45:00') });
    expect(hour).toMatchObject({
      open: priceOf('1'),
      high: priceOf('2.5'),
      low: priceOf('0.9'),
      close: priceOf('1.5'),
      volume: '900.5',
    });
    const minutes = market.candles(MINT, {
      ...range,
      intervalMs: MINUTE_MS,
      nowMs: at('10:45:00'),
    });
    expect(minutes.length).toBe(30);
    expect(minutes[0]).toMatchObject({ open: priceOf('1'), volume: '40' });
    expect(minutes.map((candle) => candle.low)).toContain(priceOf('0.9'));
    expect(minutes.map((candle) => candle.high)).toContain(priceOf('2.5'));
    expect(minutes.at(-1)?.close).toBe(priceOf('1.5'));
  });

  it('shows only the past of the running candle', async () => {
    const market = await record({ [MINT]: [['15m', [rising, falling]]] });
    const [candle] = market.candles(MINT, {
      intervalMs: 15 * MINUTE_MS,
      fromMs: at('10:00:00'),
      toMs: at('11:00:00'),
      limit: 10,
      nowMs: at('10:02:30'),
    });
    expect(candle).toMatchObject({ open: priceOf('1'), high: priceOf('1'), low: priceOf('0.95') });
  });

  it('counts the day of finished candles as volume', async () => {
    const market = await record({ [MINT]: [['15m', [rising, falling]]] });
    // 600 × 2 = 1,200, then 300.5 × 1.5 = 450.75 more
    const volume = (time: string) => market.stats(MINT, at(time)).volume24h ?? dollars('0');
    expect(formatUsdc(volume('10:15:00'))).toBe('1200');
    expect(formatUsdc(volume('10:30:00'))).toBe('1650.75');
    expect(market.stats(MINT, at('10:10:00')).volume24h).toBeNull();
  });

  it('lists recorded tokens that are not bundled, unverified and of default depth', async () => {
    const market = await record({ [UNKNOWN_MINT]: [['15m', [rising]]] });
    expect(market.token(UNKNOWN_MINT)).toMatchObject({ verified: false, decimals: 6 });
    expect(market.quote(UNKNOWN_MINT, at('10:00:00'))?.liquidity).toBe(dollars('2000000'));
    expect(market.quote(MINT, at('10:00:00'))).toBeUndefined();
  });
});

describe('a recording that is not sound', () => {
  it('is refused with file, line and reason', async () => {
    const wrong = '2025-03-01T10:15:00Z,2,1.9,1.4,1.5,3';
    await expect(record({ [MINT]: [['15m', [rising, wrong]]] })).rejects.toThrow(
      /-15m\.csv:3: high 1\.9 is below open 2 or close 1\.5$/,
    );
    await expect(record({ [MINT]: [['15m', [rising]]] }, 9)).rejects.toThrow(
      'has 6 decimals, not 9',
    );
    await expect(record({ abc: [['15m', [rising]]] })).rejects.toThrow('base58 of 32 bytes');
    await writeFile(join(directory, 'manifest.json'), '{}');
    await expect(openReplay(directory)).rejects.toThrow('format is not "skein-market-data"');
  });
});

describe('the recorded candles of ten tokens', () => {
  it('replay exactly', async (context) => {
    if (!hasSharedData) {
      expect(process.env.CI, 'recorded data is required in CI').toBeFalsy();
      return context.skip('the recorded data is not there; set SKEIN_SHARED_DATA');
    }
    const mints = sharedData('spot', 'candle_mints.json');
    const quiet = () => {};
    const run = (from: string, interval: string) =>
      importCandles({ from: sharedData('spot', from), mints, to: directory, interval }, quiet);
    expect(await run('candles_15m', '15m')).toEqual({ files: 4, rows: 9_318, refused: 0 });
    expect(await run('candles_1h', '1h')).toEqual({ files: 10, rows: 85_380, refused: 0 });
    const { source, tokens } = await openReplay(directory);
    const market = createMarketData(source, tokens);
    expect(market.coverage()).toEqual({
      startMs: Date.parse('2024-10-23T04:00:00Z'),
      endMs: Date.parse('2025-10-23T08:00:00Z'),
    });
    const sol = tokens.find((token) => token.symbol === 'SOL')?.mint ?? '';
    const bonk = tokens.find((token) => token.symbol === 'BONK')?.mint ?? '';
    // First rows of candles_15m/SOL.csv and candles_1h/BONK.csv.
    expect(market.quote(sol, Date.parse('2025-09-29T00:00:00Z'))?.mid).toBe(priceOf('210.7'));
    expect(market.quote(sol, Date.parse('2025-09-29T00:14:59Z'))?.mid).toBe(priceOf('209.72'));
    expect(market.quote(bonk, Date.parse('2024-10-23T04:00:00Z'))?.mid).toBe(priceOf('0.00002239'));
    const hours = readCandles(
      readFileSync(sharedData('spot', 'candles_1h', 'SOL.csv'), 'utf8'),
      HOUR_MS,
    ).candles;
    const day = market.candles(sol, {
      intervalMs: HOUR_MS,
      fromMs: Date.parse('2025-10-10T00:00:00Z'),
      toMs: Date.parse('2025-10-10T23:00:00Z'),
      limit: 24,
      nowMs: Date.parse('2025-10-20T00:00:00Z'),
    });
    const recorded = hours.filter((hour) => day.some((candle) => candle.atMs === hour.startMs));
    expect(day.length).toBe(24);
    // Hours put together from quarters are the recorded hours.
    expect(day.map(({ open, high, low, close }) => [open, high, low, close])).toEqual(
      recorded.map(({ open, high, low, close }) => [open, high, low, close]),
    );
  });
});
