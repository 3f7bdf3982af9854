import { setTimeout as delay } from 'node:timers/promises';
import type { Chance } from '../fuzz/chance.ts';
import type { Recorder } from './recorder.ts';
import type { Stage } from './stage.ts';
import { refreshMarkets, type World } from './world.ts';

const HOUR_MS = 3_600_000;
/** Business hours that go by at once: funding, housekeeping, snapshots, renewals come due. */
const HOURS = 2;
const SHOCK_MS = 4_000;
const LOOK_MS = 200;

export interface Nature {
  /** Business hours that the clock was advanced by. */
  readonly hours: number;
  pause(): Promise<void>;
  resume(): void;
  stop(): Promise<void>;
}

interface NatureDeps {
  readonly stage: Stage;
  readonly recorder: Recorder;
  readonly world: World;
  readonly chance: Chance;
}

/** Lets hours go by, markets jump and end, as they do without anybody's order. */
export function startNature(deps: NatureDeps, minutes: number): Nature {
  const { stage, world, chance, recorder } = deps;
  let hours = 0;
  const passTime = async () => {
    await stage.sandbox('POST', '/clock', { advanceMs: HOURS * HOUR_MS });
    hours += HOURS;
  };
  /** A perpetual market leaps by a few percent and comes back: stop losses, liquidations. */
  const shock = async () => {
    const symbol = chance.one(world.symbols);
    const market = await recorder.read(world.users[0] as never, `/api/v1/perps/markets/${symbol}`);
    if (market === null) return;
    const percent = chance.one([90n, 94n, 97n, 103n, 106n, 110n]);
    const priceUsd = scaled(market.markPriceUsd, percent);
    await stage.sandbox('PUT', `/prices/perp/${symbol}`, { priceUsd, oracleUsd: priceUsd });
    await delay(SHOCK_MS);
    await stage.sandbox('DELETE', `/prices/perp/${symbol}`);
  };
  const endMarket = async () => {
    const [call] = chance.one(world.groups).predictions;
    if (call === undefined) return;
    const result = chance.one(['YES', 'NO', 'VOID']);
    const path = `/predictions/markets/${call.instrument}/resolve`;
    await stage.sandbox('POST', path, { result });
  };
  const scale = Math.min(1, minutes / 4);
  const jobs = [
    { everySeconds: 60 * scale, run: passTime },
    { everySeconds: 25, run: shock },
    { everySeconds: 40, run: endMarket },
    { everySeconds: 15, run: () => refreshMarkets(stage, recorder, world) },
  ].map((job) => ({ ...job, atMs: performance.now() + job.everySeconds * 1_000 }));
  let isPaused = false;
  let present: Promise<void> | null = null;
  const timer = setInterval(() => {
    const next = jobs.reduce((a, b) => (a.atMs <= b.atMs ? a : b));
    if (isPaused || present !== null || next.atMs > performance.now()) return;
    next.atMs = performance.now() + next.everySeconds * 1_000;
    // A market that has ended meanwhile, a price that a leap cannot have: the next one comes.
    present = next
      .run()
      .catch(() => undefined)
      .finally(() => {
        present = null;
      });
  }, LOOK_MS);
  const pause = async () => {
    isPaused = true;
    await present;
  };
  return {
    get hours() {
      return hours;
    },
    pause,
    resume: () => {
      isPaused = false;
    },
    async stop() {
      clearInterval(timer);
      await pause();
    },
  };
}

/** So many percent of a price, with as many decimals as it has. */
function scaled(priceUsd: string, percent: bigint): string {
  const [whole = '0', decimals = ''] = priceUsd.split('.');
  const units = `${(BigInt(whole + decimals) * percent) / 100n}`.padStart(decimals.length + 1, '0');
  const point = units.length - decimals.length;
  return decimals === '' ? units : `${units.slice(0, point)}.${units.slice(point)}`;
}
