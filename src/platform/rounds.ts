import { atOnce, type Turns } from './turns.ts';

/** Work that is done round after round, here and in every other process alike. */
export interface Rounds {
  /** Begins a round at once, or another one after that which runs. */
  wake(): void;
  /** Resolves when no round runs and none has been asked for. */
  idle(): Promise<void>;
  /** No further round begins; resolves when the last one has ended. */
  stop(): Promise<void>;
}

export interface RoundsOptions {
  /** One round; true when there is more to do, so that the next follows at once. */
  readonly round: () => Promise<boolean>;
  /** How often a round begins without being asked for, in milliseconds. */
  readonly intervalMs: number;
  /** Hears of a round that failed; what it left is for the next one. */
  readonly failed: (error: unknown) => void;
  /** What the rounds are called, and who lets them begin; by default they begin at once. */
  readonly name?: string;
  readonly turns?: Turns | undefined;
}

/** Begins with a round; never runs two at once. */
export function startRounds({
  round,
  intervalMs,
  failed,
  name = 'rounds',
  turns = atOnce,
}: RoundsOptions): Rounds {
  let running: Promise<void> | null = null;
  let again = false;
  let stopped = false;

  const all = async (): Promise<void> => {
    try {
      while (!stopped && (await round()));
    } catch (error) {
      failed(error);
    }
  };
  const wake = (): void => {
    if (stopped) return;
    if (running) {
      again = true;
      return;
    }
    running = turns(name, all).finally(() => {
      running = null;
      if (!again) return;
      again = false;
      wake();
    });
  };
  const idle = async (): Promise<void> => {
    while (running) await running;
  };
  const timer = setInterval(wake, intervalMs);
  timer.unref();
  wake();
  return {
    wake,
    idle,
    async stop() {
      stopped = true;
      again = false;
      clearInterval(timer);
      await idle();
    },
  };
}
