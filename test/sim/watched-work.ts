import type { Services } from '../../src/app/services.ts';

/** Turns of the event loop in a row without anything under way. */
const QUIET_TURNS = 3;

/** Tells when nothing is under way in a process any more. */
interface WatchedWork {
  idle(): Promise<void>;
}

interface Replaceable {
  // biome-ignore lint/suspicious/noExplicitAny: any method that answers later.
  [method: string]: (...values: any[]) => Promise<unknown>;
}

/** Counts what a process has under way: commands, reads and work on lent connections. */
export function watchWork({ engine, database }: Services): WatchedWork {
  let underWay = 0;
  let quiet: (() => void) | null = null;
  const count = (owner: object, method: string): void => {
    const methods = owner as Replaceable;
    const original = (methods[method] as Replaceable[string]).bind(owner);
    methods[method] = (...values) => {
      underWay += 1;
      return original(...values).finally(() => {
        underWay -= 1;
        if (underWay === 0) quiet?.();
      });
    };
  };
  count(engine, 'submit');
  count(database.reads, 'query');
  count(database, 'withClient');
  return {
    async idle() {
      for (let turns = 0; turns < QUIET_TURNS; turns += 1) {
        await new Promise((resolve) => setImmediate(resolve));
        if (underWay === 0) continue;
        turns = 0;
        await new Promise<void>((resolve) => {
          quiet = resolve;
        });
      }
    },
  };
}
