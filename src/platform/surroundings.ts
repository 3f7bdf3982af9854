import { randomBytes } from 'node:crypto';
import { type Clock, type MonotonicClock, monotonicClock, systemClock } from './clock.ts';
import type { Failpoint } from './failpoint.ts';
import { atOnce, type Turns } from './turns.ts';

/** What a process takes from the machine that it runs on; a simulation puts its own in its place. */
export interface Surroundings {
  /** Real time. */
  readonly wallClock: Clock;
  readonly monotonic: MonotonicClock;
  readonly random: (size: number) => Buffer;
  /** When background work begins. */
  readonly turns: Turns;
  /** One lane and one connection for reads, so that one order of requests has one order of effects. */
  readonly serial: boolean;
  /** In place of the failpoints of the configuration. */
  readonly failpoint?: Failpoint;
}

/** The surroundings of a real service. */
export const machine: Surroundings = {
  wallClock: systemClock,
  monotonic: monotonicClock,
  random: randomBytes,
  turns: atOnce,
  serial: false,
};
