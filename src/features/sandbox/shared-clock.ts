import { assert } from '../../errors/app-error.ts';
import {
  type BusinessClock,
  businessClock,
  type ClockState,
  instantOf,
  runningClock,
} from '../../platform/business-clock.ts';
import { type Clock, isoTime } from '../../platform/clock.ts';
import type { Bus } from '../../platform/db/bus.ts';
import type { Database } from '../../platform/db/pool.ts';
import type { Log } from '../../platform/log.ts';
import { refresher } from '../../platform/refresher.ts';
import { SETTING_TOPIC } from '../controls/index.ts';
import { type ClockValueRow, clockValue, keepClock, replaceClock } from './sandbox.sql.ts';
import { CLOCK_KEY, parseClock, printClock } from './set-clock.ts';

/** Where business time begins in a replay, and how fast it runs (contract 17). */
export interface ReplayPace {
  readonly startMs: number;
  /** Recorded seconds in a real second. */
  readonly speed: number;
}

export interface SharedClockDeps {
  readonly database: Pick<Database, 'reads' | 'withClient'>;
  readonly bus: Pick<Bus, 'publish' | 'subscribe' | 'onReset'>;
  /** Real time. */
  readonly wallClock: Clock;
  readonly log: Log;
  /** Null: the model, whose business time is real time until somebody changes it. */
  readonly replay: ReplayPace | null;
}

/** The business clock of this process, kept in step with that of all others. */
export interface SharedClock {
  readonly clock: BusinessClock;
  /** Takes over the committed state and tells every other process to do so. */
  changed(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the clock as it was left: frozen at its instant, or running with its offset and the real
 * time that has passed meanwhile. The first process writes the state, the others find it. A replay
 * is never before its start; with another speed than before it goes on from where it is.
 */
export async function openSharedClock(deps: SharedClockDeps): Promise<SharedClock> {
  const { database, bus, wallClock, log } = deps;
  const read = async (): Promise<ClockState> => {
    const [row] = await database.reads.query<ClockValueRow>(clockValue, [CLOCK_KEY]);
    assert(row, 'the state of the clock is there until the database goes');
    return parseClock(row.value);
  };
  await keepFirstState(deps);
  const clock = businessClock({ wallClock, initial: await read() });
  const refresh = refresher(async () => {
    const state = await read();
    if (printClock(state) !== printClock(clock.state())) clock.adopt(state);
  });
  const refreshLater = () =>
    refresh().catch((err: unknown) => log.warn({ err }, 'the clock could not be read again'));
  const stops = [
    bus.subscribe(SETTING_TOPIC, (key) => {
      if (key === CLOCK_KEY) void refreshLater();
    }),
    bus.onReset(() => void refreshLater()),
  ];
  return {
    clock,
    async changed() {
      await refresh();
      await database.withClient((client) => bus.publish(client, SETTING_TOPIC, CLOCK_KEY));
    },
    async close() {
      for (const stop of stops) stop();
      await refreshLater();
    },
  };
}

async function keepFirstState({ database, bus, wallClock, replay }: SharedClockDeps) {
  const realMs = wallClock.now();
  const speed = replay?.speed ?? 1;
  const first = runningClock(replay?.startMs ?? realMs, realMs, speed);
  await database.withClient(async (client) => {
    const values = [CLOCK_KEY, printClock(first), isoTime(first.atMs)];
    await client.query({ ...keepClock, values });
    const { rows } = await client.query<ClockValueRow>({ ...clockValue, values: [CLOCK_KEY] });
    const before = rows[0]?.value;
    assert(before, 'the first state of the clock was just written');
    const state = parseClock(before);
    const keptMs = instantOf(state, realMs);
    const atMs = Math.max(keptMs, replay?.startMs ?? keptMs);
    if (state.speed === speed && atMs === keptMs) return;
    const after = printClock({ ...state, atMs, realAtMs: realMs, speed });
    const changed = [CLOCK_KEY, before, after, isoTime(atMs)];
    await client.query({ ...replaceClock, values: changed });
    await bus.publish(client, SETTING_TOPIC, CLOCK_KEY);
  });
}
