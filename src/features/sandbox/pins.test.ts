import { afterAll, beforeAll, expect, test } from 'vitest';
import { BACKEND_START_MS, type Backend, openBackend } from '../../../test/helpers/backend.ts';
import { eventually } from '../../../test/helpers/eventually.ts';
import { openSandboxProcess } from '../../../test/helpers/sandbox-server.ts';
import { priceOf } from '../../money/text.ts';

const START = BACKEND_START_MS;
let backend: Backend;
type Process = Awaited<ReturnType<typeof openSandboxProcess>>;
let here: Process;
let there: Process;
let mints: readonly string[];

beforeAll(async () => {
  backend = await openBackend();
  here = await openSandboxProcess(backend);
  there = await openSandboxProcess(backend);
  mints = here.market.tokens().map(({ mint }) => mint);
});
afterAll(async () => {
  await here.close();
  await there.close();
  await backend.close();
});

const mintOf = (n: number): string => mints[n] as string;
const pinnedAt = ({ market, clock }: Process, mint: string): string | null => {
  const quote = market.quote(mint, clock.clock.now());
  return quote?.pinned ? String(quote.mid) : null;
};
const openPins = async (mint: string): Promise<number> => {
  const text = 'select count(*)::int4 as n from price_pin where instrument = $1 and to_at is null';
  const [row] = await backend.database.reads.query<{ n: number }>({ name: 'open', text }, [mint]);
  return row?.n ?? -1;
};

test('a pin counts when it is answered, then in other processes and after a restart', async () => {
  const mint = mintOf(0);
  const price = priceOf('150.250000000000000001');
  await here.pins.pin('token', mint, price);
  expect(pinnedAt(here, mint)).toBe(String(price));
  await eventually('the other process pins', () => pinnedAt(there, mint) === String(price));
  const restarted = await openSandboxProcess(backend);
  expect(restarted.market.pins()).toEqual([{ mint, price, fromMs: START, toMs: null }]);
  await restarted.close();
  await there.pins.unpin('token', mint);
  expect(pinnedAt(there, mint)).toBe(null);
  await eventually('the other process unpins', () => pinnedAt(here, mint) === null);
  await there.pins.unpin('token', mint);
});

test('candles of the past show pins that have ended, also after a restart', async () => {
  const mint = mintOf(1);
  await here.pins.pin('token', mint, priceOf('2'));
  backend.clock.advance(60_000);
  await here.pins.pin('token', mint, priceOf('4'));
  backend.clock.advance(60_000);
  await here.pins.unpin('token', mint);
  const restarted = await openSandboxProcess(backend);
  const nowMs = restarted.clock.clock.now();
  // 14:30 at 2 dollars, 14:31 at 4: exactly, since pinned is exact.
  const range = { intervalMs: 60_000, fromMs: START, toMs: START + 60_000, limit: 2, nowMs };
  for (const { market } of [here, restarted]) {
    const candles = market.candles(mint, range).map(({ open, high, low, close }) => {
      expect([high, low, close]).toEqual([open, open, open]);
      return open;
    });
    expect(candles).toEqual([priceOf('2'), priceOf('4')]);
  }
  await restarted.close();
});

test('of pins at one instant the last counts, and one that ends at once was never there', async () => {
  const mint = mintOf(2);
  await here.pins.pin('token', mint, priceOf('1'));
  await here.pins.pin('token', mint, priceOf('3'));
  expect(pinnedAt(here, mint)).toBe(String(priceOf('3')));
  expect(await openPins(mint)).toBe(1);
  await here.pins.unpin('token', mint);
  const restarted = await openSandboxProcess(backend);
  const nowMs = backend.clock.now();
  const range = { intervalMs: 1_000, fromMs: nowMs, toMs: nowMs, limit: 1, nowMs };
  const plain = restarted.market.quote(mint, nowMs)?.mid;
  expect(restarted.market.candles(mint, range).map(({ open }) => open)).toEqual([plain]);
  await restarted.close();
});

test('processes that pin one price at the same time leave one pin', async () => {
  const mint = mintOf(3);
  const wishes = Array.from({ length: 20 }, (_, n) => {
    backend.clock.advance(1);
    return (n % 2 ? here : there).pins.pin('token', mint, priceOf(String(n + 1)));
  });
  await Promise.all(wishes);
  expect(await openPins(mint)).toBe(1);
  await eventually('all agree', () => pinnedAt(here, mint) === pinnedAt(there, mint));
  expect(pinnedAt(here, mint)).not.toBe(null);
});
