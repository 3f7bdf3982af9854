import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hasSharedData, sharedData } from '../../../test/helpers/shared-data.ts';
import { formatPrice, formatRatio } from '../../money/text.ts';
import { readRecording } from '../recording.ts';
import { importPerps } from './import-perps.ts';
import { createPerpData, type PerpData } from './perp-data.ts';
import { openPerpReplay } from './perp-replay.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'skein-perp-replay-'));
  await mkdir(join(root, 'from'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function open(directory: string): Promise<PerpData> {
  const opened = await openPerpReplay(directory, await readRecording(directory));
  if (opened === null) throw new Error('no perpetuals recorded');
  return createPerpData(opened.source, opened.markets);
}

async function record(files: Record<string, readonly string[]>): Promise<PerpData> {
  for (const [file, lines] of Object.entries(files)) {
    await writeFile(join(root, 'from', `${file}.csv`), `${lines.join('\n')}\n`);
  }
  const from = join(root, 'from');
  const to = join(root, 'to');
  await importPerps({ from, to, symbols: [], interval: null }, () => undefined);
  return open(to);
}

const CANDLES = 'time,open,high,low,close,volume';
const FUNDING = 'time,rate';
const at = (time: string): number => Date.parse(`2025-03-01T${time}Z`);
const candle = (time: string, rest: string): string => `2025-03-01T${time}Z,${rest}`;

describe('replayed marks', () => {
  const hours = {
    BTC: [
      CANDLES,
      candle('10:00:00', '90000,90400.4,89000.6,90100,12'),
      candle('11:00:00', '90100,92000,90050,91999.5,8'),
      candle('13:00:00', '91000,91000,91000,91000,4'),
    ],
  };

  it('are the path of the candle on the nearest tick, and the oracle is the mark', async () => {
    const data = await record(hours);
    // The first candle: open, high 90,400.4 (nearer), low 89,000.6, close; three legs of 3,599 s.
    expect(data.markAt('BTC', at('10:00:00'))).toBe(90_000n);
    expect(data.markAt('BTC', at('10:59:59'))).toBe(90_100n);
    // 600 s of the first leg: 90,000 + 400.4 × 1,800 ÷ 3,599 = 90,200.2.
    expect(data.markAt('BTC', at('10:10:00'))).toBe(90_200n);
    // 91,999.5 lies between two ticks and goes to the even one.
    expect(data.markAt('BTC', at('11:59:59'))).toBe(92_000n);
    expect(data.oracleAt('BTC', at('10:10:00'))).toBe(90_200n);
    expect(data.markAt('BTC', at('09:59:59'))).toBe(undefined);
    expect(data.markAt('ETH', at('10:00:00'))).toBe(undefined);
    expect(data.quote('ETH', at('10:00:00'))).toBe(undefined);
    expect(data.markets()).toHaveLength(44);
    expect(data.coverage()).toEqual({ startMs: at('10:00:00'), endMs: at('14:00:00') });
  });

  it('are stale and without funding where nothing is recorded', async () => {
    const data = await record(hours);
    const quote = data.quote('BTC', at('12:30:00'));
    expect(quote).toMatchObject({ markTicks: 92_000n, atMs: at('12:00:00') - 1, pinned: null });
    expect(quote?.bidTicks && quote.bidTicks < 92_000n).toBe(true);
    expect(data.extremes('BTC', at('12:10:00'), at('12:50:00'))).toBe(undefined);
    expect(data.fundingRate('BTC', at('12:00:00'))).toBe(0n);
  });

  it('have the recorded extremes, of whole candles and of their seconds together', async () => {
    const data = await record(hours);
    const whole = data.extremes('BTC', at('09:59:59'), at('10:59:59'));
    expect(whole).toEqual({ lowTicks: 89_001n, highTicks: 90_400n, closeTicks: 90_100n });
    let [low, high] = [whole?.closeTicks ?? 0n, 0n];
    for (let atMs = at('09:59:59'); atMs < at('10:59:59'); atMs += 1_000) {
      const range = data.extremes('BTC', atMs, atMs + 1_000);
      if (range && range.lowTicks < low) low = range.lowTicks;
      if (range && range.highTicks > high) high = range.highTicks;
    }
    expect([low, high]).toEqual([89_001n, 90_400n]);
    // Over the gap, by way of the index.
    const day = data.extremes('BTC', at('00:00:00'), at('23:00:00'));
    expect(day).toEqual({ lowTicks: 89_001n, highTicks: 92_000n, closeTicks: 91_000n });
  });

  it('are walked candle by candle', async () => {
    const data = await record(hours);
    const spans = [];
    let fromMs = at('09:00:00');
    for (;;) {
      const span = data.nextSpan('BTC', fromMs, at('13:30:00'));
      if (span === undefined) break;
      spans.push([span.fromMs, span.toMs, span.lowTicks, span.highTicks]);
      fromMs = span.toMs;
    }
    expect(spans).toEqual([
      [at('10:00:00') - 1, at('11:00:00') - 1, 89_001n, 90_400n],
      [at('11:00:00') - 1, at('12:00:00') - 1, 90_050n, 92_000n],
      [at('13:00:00') - 1, at('13:30:00'), 91_000n, 91_000n],
    ]);
    const reach = { lowTicks: 89_500n, highTicks: null };
    const found = data.firstReach('BTC', at('09:00:00'), at('13:30:00'), reach);
    // From 90,400.4 to 89,000.6 in the second leg: 89,500.5, the highest that is 89,500 on the tick,
    // is 899.9 of 1,399.8 down it, 1,199.67 s × 1.64287 = 1,970.9 s after ten.
    expect(found?.toMs).toBe(at('10:32:51'));
    expect(found?.lowTicks).toBe(89_500n);
  });

  it('make candles of any interval, with volumes', async () => {
    const data = await record(hours);
    const range = {
      fromMs: at('00:00:00'),
      toMs: at('23:00:00'),
      limit: 100,
      nowMs: at('23:30:00'),
    };
    const candles = data.candles('BTC', { ...range, intervalMs: DAY_MS });
    const texts = candles.map(({ open, high, low, close, volume }) => [
      ...[open, high, low, close].map(formatPrice),
      volume,
    ]);
    expect(texts).toEqual([['90000', '92000', '89001', '91000', '24']]);
    expect(data.candles('BTC', { ...range, intervalMs: HOUR_MS })).toHaveLength(3);
  });
});

describe('replayed funding', () => {
  const still = (time: string) => candle(time, '80000,80000,80000,80000,1');

  it('is the recorded rate on the mark, hour by hour, and makes the oracle', async () => {
    const data = await record({
      BTC: [CANDLES, ...['08', '09', '10', '15', '16'].map((hour) => still(`${hour}:00:00`))],
      BTC_funding: [
        FUNDING,
        candle('00:00:00', '0.0003'),
        candle('08:00:00', '-0.0001'),
        candle('16:00:00', '0.00024'),
      ],
    });
    // 0.00024 for the eight hours to 16:00, an eighth an hour: 0.00003 × 80,000 × 100 = 240.
    expect(data.fundingRate('BTC', at('08:00:00'))).toBe(240n);
    expect(data.fundingRate('BTC', at('15:00:00'))).toBe(240n);
    expect(data.fundingRate('BTC', at('16:00:00'))).toBe(0n);
    // The premium that accrues so in an hour: 240 × 24 ÷ 100 = 57.6 ticks.
    expect(data.oracleAt('BTC', at('08:00:00'))).toBe(79_942n);
    expect(data.oracleAt('BTC', at('16:00:00'))).toBe(80_000n);
    expect(formatRatio(data.currentFundingRatePercentage('BTC', at('09:10:00')))).toBe('0.003');
  });

  it('prefers the finer rate, is cut towards zero and stays within the limit', async () => {
    const data = await record({
      BTC: [CANDLES, ...['08', '09', '10'].map((hour) => still(`${hour}:00:00`))],
      BTC_8h: [FUNDING, candle('08:00:00', '0.0008'), candle('16:00:00', '0.0008')],
      BTC_1h: [FUNDING, candle('10:00:00', '-0.0000001'), candle('11:00:00', '0.01')],
    });
    // An eighth of 0.0008 on 8,000,000; then -0.8; then 80,000, of which 16,000 is the limit.
    expect(data.fundingRate('BTC', at('08:00:00'))).toBe(800n);
    expect(data.fundingRate('BTC', at('09:00:00'))).toBe(0n);
    expect(data.fineFundingRate('BTC', at('09:00:00'))).toBe(-800_000n);
    expect(data.fundingRate('BTC', at('10:00:00'))).toBe(16_000n);
  });

  it('is that of a pin while the pin is in force', async () => {
    const data = await record({
      BTC: [CANDLES, still('08:00:00'), still('09:00:00')],
      BTC_funding: [FUNDING, candle('08:00:00', '0.00024'), candle('16:00:00', '0.00024')],
    });
    data.pin('BTC', 70_000n, 70_000n, at('08:30:00'));
    expect(data.fundingRate('BTC', at('08:00:00'))).toBe(120n);
    expect(data.fundingRate('BTC', at('09:00:00'))).toBe(0n);
  });
});

describe('a recording that is not sound', () => {
  const manifest = (instruments: readonly object[]) =>
    writeFile(
      join(root, 'manifest.json'),
      JSON.stringify({ format: 'skein-market-data', version: 1, instruments }),
    );
  const perp = {
    kind: 'perp',
    id: 'BTC',
    symbol: 'BTC',
    name: 'Bitcoin',
    decimals: 0,
    candles: [],
  };

  it('is refused with file and reason', async () => {
    await manifest([{ ...perp, id: 'DOGS' }]);
    await expect(open(root)).rejects.toThrow('there is no perpetual market DOGS');
    await manifest([{ ...perp, funding: { file: 'x' } }]);
    await expect(open(root)).rejects.toThrow('funding is not a list');
    await manifest([{ ...perp, funding: [{ interval: '3h', file: 'x', rows: 1 }] }]);
    await expect(open(root)).rejects.toThrow('interval of funding is not one of 1h, 2h, 4h, 8h');
    await manifest([{ ...perp, funding: [{ interval: '8h', file: '../x', rows: 1 }] }]);
    await expect(open(root)).rejects.toThrow('is not a path inside the recording');
    await manifest([{ ...perp, funding: [{ interval: '8h', file: 'f.csv', rows: 1 }] }]);
    await writeFile(join(root, 'f.csv'), 'time,rate\n2025-03-01T01:00:00.000Z,0.1\n');
    await expect(open(root)).rejects.toThrow(
      'f.csv:2: time 2025-03-01T01:00:00.000Z is not on the',
    );
    await writeFile(join(root, 'f.csv'), 'ts_ms,rate\n');
    await expect(open(root)).rejects.toThrow('f.csv:1: the header is not time,rate');
  });

  it('is none when it holds no perpetuals', async () => {
    await manifest([]);
    expect(await openPerpReplay(root, await readRecording(root))).toBe(null);
  });
});

describe.skipIf(!hasSharedData)('the recorded crash of 2025-10-10', () => {
  let folder: string;
  let data: PerpData;
  const crashMs = Date.UTC(2025, 9, 10, 21);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'skein-crash-'));
    const from = join(folder, 'from');
    await mkdir(from);
    for (const symbol of ['BTC', 'ETH', 'SOL']) {
      const file = `okx_${symbol}-USDT-SWAP_1h.csv`;
      await copyFile(sharedData('perps', 'candles', file), join(from, file));
      const rates = `okx_${symbol}-USDT-SWAP_8h.csv`;
      await copyFile(sharedData('perps', 'funding', rates), join(from, rates));
    }
    const to = join(folder, 'to');
    await importPerps({ from, to, symbols: [], interval: null }, () => undefined);
    data = await open(to);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  // The recorded lows, each on the nearest tick: BTC 101,482.7 on 1 USD, ETH 3,355.12 on 0.1, SOL
  // 143.04 on 0.01.
  it.each([
    ['BTC', 101_483n],
    ['ETH', 33_551n],
    ['SOL', 14_304n],
  ])('takes %s down to %s ticks in its hour', (symbol, lowTicks) => {
    expect(data.extremes(symbol, crashMs - 1, crashMs + HOUR_MS - 1)?.lowTicks).toBe(lowTicks);
    const week = data.extremes(symbol, crashMs - 3 * DAY_MS, crashMs + 4 * DAY_MS);
    expect(week?.lowTicks).toBe(lowTicks);
    const hour = data.nextSpan(symbol, crashMs - 1, crashMs + DAY_MS);
    expect([hour?.toMs, hour?.lowTicks]).toEqual([crashMs + HOUR_MS - 1, lowTicks]);
  });

  it.each([
    // A tenfold long opened at 20:00 is liquidated there (venues/perps.md 3.9).
    ['BTC', 107_668n],
    ['ETH', 36_891n],
    ['SOL', 19_113n],
  ])('reaches the liquidation price of a tenfold long of %s within the hour', (symbol, ticks) => {
    const reach = { lowTicks: ticks, highTicks: null };
    const startMs = crashMs - HOUR_MS;
    const found = data.firstReach(symbol, startMs, crashMs + 2 * DAY_MS, reach);
    expect(found && Math.floor(found.toMs / HOUR_MS)).toBe(crashMs / HOUR_MS);
    expect(data.firstReach(symbol, startMs, crashMs - 1, reach)).toBe(undefined);
  });

  it('spares a threefold long of SOL for three days', () => {
    const reach = { lowTicks: 14_160n, highTicks: null };
    const startMs = crashMs - HOUR_MS;
    expect(data.firstReach('SOL', startMs, startMs + 3 * DAY_MS, reach)).toBe(undefined);
  });

  it('pays the recorded rate of the last eight hours', () => {
    // 0.0001 for the eight hours to 2026-08-22T16:00, an eighth of it an hour on some 77,400 USD:
    // 0.0000125 × 7,740,000 = 96.75 quote lots, by the mark of each minute.
    const rate = data.fineFundingRate('BTC', Date.UTC(2026, 7, 22, 15));
    expect(rate > 96_000_000n && rate < 98_000_000n).toBe(true);
    expect(data.fundingRate('BTC', Date.UTC(2026, 7, 22, 16))).toBe(0n);
  });
});
