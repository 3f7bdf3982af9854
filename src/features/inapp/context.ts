import type { Idempotency } from '../../engine/command.ts';
import type { Caller } from '../sessions/index.ts';

/** What a field knows of its request. */
export interface InAppContext extends Caller {
  /** The Idempotency-Key of the request, which a withdrawal honours. */
  readonly idempotency: Idempotency | null;
}
