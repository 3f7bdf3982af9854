import { AppError } from '../errors/app-error.ts';
import type { Idempotency } from './command.ts';

/** Keys whose request is still running in this process. */
export interface InFlight {
  /** Runs the work unless the key is running already: then IDEMPOTENCY_IN_PROGRESS. */
  run<T>(idempotency: Idempotency | null, work: () => Promise<T>): Promise<T>;
}

export function inFlightKeys(): InFlight {
  const running = new Set<string>();
  return {
    async run(idempotency, work) {
      if (!idempotency) return work();
      const key = `${idempotency.userId} ${idempotency.keyHash}`;
      if (running.has(key)) throw new AppError('IDEMPOTENCY_IN_PROGRESS', { retryAfterSeconds: 1 });
      running.add(key);
      try {
        return await work();
      } finally {
        running.delete(key);
      }
    },
  };
}
