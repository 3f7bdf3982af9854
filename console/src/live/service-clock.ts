import { useSyncExternalStore } from 'react';

/** How often times that are shown as so long ago are looked at again, in milliseconds. */
const LOOK_AGAIN_MS = 30_000;
/** Differences of less come from the way of a message, in milliseconds. */
const NEAR_MS = 2_000;

/** The clock of the service as it told it: its time, and its seconds in a second of the device. */
export interface ToldClock {
  readonly now: string;
  readonly rate: string;
}

// Until the service has told its clock, that of the device is as good as any.
let told = { atMs: Date.now(), readAtMs: Date.now(), rate: 1 };
let shownMs = told.atMs;
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

/** The time of the service, in milliseconds: what it writes and what it waits for follow it. */
export const serviceNow = (): number => told.atMs + (Date.now() - told.readAtMs) * told.rate;

function look(): void {
  shownMs = serviceNow();
  for (const listener of listeners) listener();
}

/** Takes over the clock that the service has just told; in a sandbox it may have leapt or stopped. */
export function setServiceClock({ now, rate }: ToldClock): void {
  told = { atMs: Date.parse(now), readAtMs: Date.now(), rate: +rate };
  look();
}

/** Whether an instant that has been is still to come by the clock that is known: it has leapt. */
export const clockHasLeapt = (at: string): boolean => Date.parse(at) - serviceNow() > NEAR_MS;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    timer = setInterval(look, LOOK_AGAIN_MS);
    shownMs = serviceNow();
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The time of the service for what is shown, in milliseconds; it goes on twice a minute. */
export const useServiceNow = (): number => useSyncExternalStore(subscribe, () => shownMs);
