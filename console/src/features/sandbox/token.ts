import { useSyncExternalStore } from 'react';

let token: string | null = null;
const listeners = new Set<() => void>();

/** The operator's sandbox token: in the memory of this page and nowhere else. */
export const sandboxToken = {
  current: (): string | null => token,
  set(next: string | null): void {
    token = next;
    for (const listener of listeners) listener();
  },
};

export const useSandboxToken = (): string | null =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, sandboxToken.current);
