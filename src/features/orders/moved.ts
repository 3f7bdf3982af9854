import { AppError } from '../../errors/app-error.ts';

/** How often a request is resolved to a proposal before it is refused with OVERLOADED. */
export const MOVED_ATTEMPTS = 10;

/**
 * The proposal that a request had been resolved to is not the one that counts any more. Nothing was
 * done; whoever resolved it does so again.
 */
export class Moved extends AppError {
  constructor() {
    super('OVERLOADED', { retryAfterSeconds: 1 });
  }
}

/** Runs what may find itself Moved, resolving anew each time. */
export async function untilSettled<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let left = MOVED_ATTEMPTS - 1; left > 0; left--) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof Moved)) throw error;
    }
  }
  return attempt();
}
