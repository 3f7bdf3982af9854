import type { Price } from '../money/fixed.ts';

/** A span of business time, [fromMs, toMs), during which a price was pinned; null = still is. */
export interface Pin {
  readonly id: string;
  readonly price: Price;
  readonly fromMs: number;
  readonly toMs: number | null;
}

/** The pinned prices of all instruments and when they were in force, in memory. */
export interface PinBook {
  pin(id: string, price: Price, nowMs: number): void;
  /** Ends the pin; without one nothing happens. */
  unpin(id: string, nowMs: number): void;
  /** The pin in force now. */
  current(id: string): Pin | undefined;
  /** The pin in force at an instant of the past. */
  at(id: string, atMs: number): Pin | undefined;
  /** Pins that overlap [fromMs, toMs), oldest first. */
  within(id: string, fromMs: number, toMs: number): readonly Pin[];
  /** All pins in force. */
  all(): readonly Pin[];
  /** Replaces everything by rows that were kept, in any order. */
  load(rows: readonly Pin[]): void;
}

const endOf = (pin: Pin): number => pin.toMs ?? Number.POSITIVE_INFINITY;

export function createPinBook(): PinBook {
  /** Spans of an instrument in order of time; only the last one can be open. */
  const history = new Map<string, Pin[]>();

  function end(spans: Pin[], nowMs: number): void {
    const last = spans.at(-1);
    if (last === undefined || last.toMs !== null) return;
    spans.pop();
    if (nowMs > last.fromMs) spans.push({ ...last, toMs: nowMs });
  }

  function current(id: string): Pin | undefined {
    const last = history.get(id)?.at(-1);
    return last?.toMs === null ? last : undefined;
  }

  /** Index of the first span that ends after the instant. */
  function firstEndingAfter(spans: readonly Pin[], atMs: number): number {
    let low = 0;
    let high = spans.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (endOf(spans[middle] as Pin) > atMs) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  return {
    pin(id, price, nowMs) {
      const spans = history.get(id) ?? [];
      history.set(id, spans);
      end(spans, nowMs);
      spans.push({ id, price, fromMs: nowMs, toMs: null });
    },
    unpin(id, nowMs) {
      const spans = history.get(id);
      if (spans !== undefined) end(spans, nowMs);
    },
    current,
    at(id, atMs) {
      const spans = history.get(id) ?? [];
      const pin = spans[firstEndingAfter(spans, atMs)];
      return pin !== undefined && pin.fromMs <= atMs ? pin : undefined;
    },
    within(id, fromMs, toMs) {
      const spans = history.get(id) ?? [];
      const found: Pin[] = [];
      for (let i = firstEndingAfter(spans, fromMs); i < spans.length; i += 1) {
        const pin = spans[i] as Pin;
        if (pin.fromMs >= toMs) break;
        found.push(pin);
      }
      return found;
    },
    all: () => [...history.keys()].flatMap((id) => current(id) ?? []),
    load(rows) {
      history.clear();
      const ordered = [...rows].sort((a, b) => a.fromMs - b.fromMs || endOf(a) - endOf(b));
      for (const row of ordered) {
        const spans = history.get(row.id);
        if (spans === undefined) history.set(row.id, [row]);
        else spans.push(row);
      }
    },
  };
}
