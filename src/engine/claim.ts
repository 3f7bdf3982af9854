import type { Idempotency } from './command.ts';

/** The engine's claim of a request's Idempotency-Key: scoped to user, method and path. */
export const claimOf = (
  userId: string,
  idempotency: { readonly scopeHash: string; readonly bodyHash: string } | null,
): Idempotency | null =>
  idempotency && { userId, keyHash: idempotency.scopeHash, bodyHash: idempotency.bodyHash };
