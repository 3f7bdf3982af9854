import type { Turns } from '../../src/platform/turns.ts';

/** Background work that begins only when the simulation says so. */
export interface HeldTurns {
  readonly turns: Turns;
  /** Lets what waits under a name begin, and resolves when it has ended; nothing may wait. */
  run(name: string): Promise<void>;
  /** The same with all other work let through, which this one waits for to be done. */
  runAmongAll(name: string): Promise<void>;
  /** From now on everything begins at once: the process ends. */
  release(): void;
}

interface Waiting {
  readonly name: string;
  readonly begin: () => Promise<void>;
}

export function holdTurns(): HeldTurns {
  const waiting: Waiting[] = [];
  let released = false;
  let ended = false;
  const letThrough = (): void => {
    released = true;
    for (const { begin } of waiting.splice(0)) void begin();
  };
  const run = async (name: string): Promise<void> => {
    const at = waiting.findIndex((one) => one.name === name);
    if (at >= 0) await waiting.splice(at, 1)[0]?.begin();
  };
  return {
    turns(name, work) {
      if (released) return work();
      return new Promise<void>((resolve, reject) => {
        // How the work ends is told to whoever asked for it; the simulation only waits.
        const begin = () => work().then(resolve, reject);
        waiting.push({ name, begin });
      });
    },
    run,
    async runAmongAll(name) {
      const own = waiting.findIndex((one) => one.name === name);
      const [asked] = own < 0 ? [] : waiting.splice(own, 1);
      if (!asked) return;
      letThrough();
      await asked.begin();
      released = ended;
    },
    release() {
      ended = true;
      letThrough();
    },
  };
}
