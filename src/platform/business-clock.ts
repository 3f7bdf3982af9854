import { invalid } from '../errors/app-error.ts';
import { type Clock, isoTime } from './clock.ts';

/** The last instant that four digits of a year can name. */
export const LATEST_INSTANT_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** How business time runs; kept as one setting, so that processes and restarts agree on it. */
export interface ClockState {
  readonly frozen: boolean;
  /** The business instant at `realAtMs`; while frozen, at any time. */
  readonly atMs: number;
  readonly realAtMs: number;
  /** Business seconds in a real second; other than 1 only in a replay. */
  readonly speed: number;
}

/** What a caller may do to the clock: first set or advance it, then stop it or let it go on. */
export interface ClockChange {
  readonly freeze?: boolean | undefined;
  readonly setMs?: number | undefined;
  readonly advanceMs?: number | undefined;
}

/** The clock of the service: real time with an offset, or at a speed, or standing still. */
export interface BusinessClock extends Clock {
  readonly frozen: boolean;
  state(): ClockState;
  /** Stops the clock, or lets it go on from the instant at which it stands. */
  freeze(frozen: boolean): void;
  /** VALIDATION_FAILED for an instant before the present one. */
  set(atMs: number): void;
  /** VALIDATION_FAILED for a step back. */
  advance(ms: number): void;
  /** Takes over the state that another process, or this one before its restart, has left. */
  adopt(state: ClockState): void;
  /** Calls the listener after each change, not while time merely passes. */
  onChange(listener: () => void): () => void;
}

/** A clock that stands at `atMs` now and runs. */
export const runningClock = (atMs: number, realAtMs: number, speed = 1): ClockState => ({
  frozen: false,
  atMs,
  realAtMs,
  speed,
});

/** The business instant of a state at a real instant, in whole milliseconds. */
export const instantOf = (state: ClockState, realMs: number): number =>
  state.frozen ? state.atMs : state.atMs + Math.floor((realMs - state.realAtMs) * state.speed);

/**
 * The state after a change of a clock that stands at `nowMs`. VALIDATION_FAILED when it would go
 * back (contract 15) or beyond the year 9999.
 */
export function changedClock(
  before: { readonly state: ClockState; readonly nowMs: number; readonly realMs: number },
  { freeze, setMs, advanceMs = 0 }: ClockChange,
): ClockState {
  const { state, nowMs, realMs } = before;
  const fromMs = setMs ?? nowMs;
  if (fromMs < nowMs) {
    throw invalid(`set must not be before the present instant of the clock, ${isoTime(nowMs)}`);
  }
  if (advanceMs < 0) throw invalid('advanceMs must not be negative');
  const atMs = fromMs + advanceMs;
  if (atMs > LATEST_INSTANT_MS) throw invalid('the clock cannot go beyond the year 9999');
  return { frozen: freeze ?? state.frozen, atMs, realAtMs: realMs, speed: state.speed };
}

/**
 * Makes the business clock. It never goes back by itself: when the machine's clock is set back, or
 * another process has stopped the clock a moment ago, it stands until time has caught up.
 */
export function businessClock({
  wallClock,
  initial,
}: {
  wallClock: Clock;
  initial?: ClockState | undefined;
}): BusinessClock {
  const startMs = wallClock.now();
  let state = initial ?? runningClock(startMs, startMs);
  let latestMs = Number.NEGATIVE_INFINITY;
  const listeners = new Set<() => void>();

  const now = (): number => {
    const atMs = instantOf(state, wallClock.now());
    if (atMs > latestMs) latestMs = atMs;
    return latestMs;
  };
  const adopt = (next: ClockState): void => {
    // What was shown until now counts, also when nobody has asked since.
    now();
    state = next;
    for (const listener of listeners) listener();
  };
  const change = (wish: ClockChange): void =>
    adopt(changedClock({ state, nowMs: now(), realMs: wallClock.now() }, wish));

  return {
    now,
    get frozen() {
      return state.frozen;
    },
    state: () => state,
    freeze: (frozen) => change({ freeze: frozen }),
    set: (setMs) => change({ setMs }),
    advance: (advanceMs) => change({ advanceMs }),
    adopt,
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
