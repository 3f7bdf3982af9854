import { compareDecimals } from '../money/decimal.ts';

/** What is told of a price: its text, and whether it went up (1), down (-1) or is new (0). */
export type PriceListener = (priceUsd: string, direction: -1 | 0 | 1) => void;

export interface PriceBoard {
  /** Tells the listener the newest price of a subject once per frame at most; returns its end. */
  watch(subject: string, listener: PriceListener): () => void;
  /** Takes a price in; listeners hear of it with the next frame. */
  put(subject: string, priceUsd: string): void;
  /** The newest price that is known. */
  price(subject: string): string | undefined;
}

interface Line {
  price: string | undefined;
  direction: -1 | 0 | 1;
  readonly listeners: Set<PriceListener>;
}

/**
 * Prices of many subjects for a screen with many rows: however often they come, listeners are told
 * once per frame, all in one go, and write into their own text nodes without a render of React.
 * `onFirst` and `onLast` tell when a subject is wanted and no longer wanted.
 */
export function createPriceBoard(deps: {
  nextFrame: (flush: () => void) => void;
  onFirst: (subject: string) => void;
  onLast: (subject: string) => void;
}): PriceBoard {
  const lines = new Map<string, Line>();
  const changed = new Set<string>();
  let scheduled = false;

  function flush(): void {
    scheduled = false;
    for (const subject of changed) {
      const line = lines.get(subject);
      if (line?.price === undefined) continue;
      for (const listener of line.listeners) listener(line.price, line.direction);
    }
    changed.clear();
  }

  return {
    watch(subject, listener) {
      const line = lines.get(subject) ?? { price: undefined, direction: 0, listeners: new Set() };
      lines.set(subject, line);
      line.listeners.add(listener);
      if (line.listeners.size === 1) deps.onFirst(subject);
      if (line.price !== undefined) listener(line.price, 0);
      return () => {
        line.listeners.delete(listener);
        if (line.listeners.size > 0) return;
        lines.delete(subject);
        deps.onLast(subject);
      };
    },
    put(subject, priceUsd) {
      const line = lines.get(subject);
      if (!line || line.price === priceUsd) return;
      line.direction = line.price === undefined ? 0 : compareDecimals(priceUsd, line.price);
      line.price = priceUsd;
      changed.add(subject);
      if (scheduled) return;
      scheduled = true;
      deps.nextFrame(flush);
    },
    price: (subject) => lines.get(subject)?.price,
  };
}
