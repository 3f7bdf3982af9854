/**
 * Lets one read run at a time, so that an older answer never overwrites a newer one. The promise of
 * a call resolves after a read that has begun later than the call; calls that wait share one.
 */
export function refresher(read: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const start = (): Promise<void> => {
    running = read().finally(() => {
      running = null;
    });
    return running;
  };
  return () => {
    if (next !== null) return next;
    if (running === null) return start();
    const again = () => {
      next = null;
      return start();
    };
    next = running.then(again, again);
    return next;
  };
}
