import { invalid } from '../../errors/app-error.ts';

/** The scopes of a key without a list (contract 3). */
export const ordinaryScopes = [
  'read',
  'trade:spot',
  'trade:predictions',
  'trade:perps',
  'groups',
  'chat',
] as const;

/** Every scope; `groups:pay` moves money to other people and must be given by name (contract 18.11). */
export const keyScopes = [...ordinaryScopes, 'groups:pay'] as const;

const everyOrdinary: ReadonlySet<string> = new Set(ordinaryScopes);

/**
 * How a list of scopes is kept in its column: comma separated, each once, in the order of
 * `keyScopes`; '' for null, which means all ordinary scopes. VALIDATION_FAILED for an unknown
 * scope and for an empty list, which must never turn into a key that may do everything.
 */
export function scopeColumn(scopes: readonly string[] | null): string {
  if (scopes === null) return '';
  if (scopes.length === 0) throw invalid('scopes must name at least one scope');
  const unknown = scopes.filter((scope) => !(keyScopes as readonly string[]).includes(scope));
  if (unknown.length > 0) {
    throw invalid(...unknown.map((scope) => `scopes: "${scope}" is not a scope`));
  }
  return keyScopes.filter((scope) => scopes.includes(scope)).join(',');
}

/** The scopes of a stored column. */
export const scopesOf = (column: string): ReadonlySet<string> =>
  column === '' ? everyOrdinary : new Set(column.split(','));
