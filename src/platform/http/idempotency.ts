import { hash } from 'node:crypto';
import { invalid } from '../../errors/app-error.ts';

/** What the engine needs to answer a repeated request with the stored answer (contract 1.7). */
export interface Idempotency {
  /** The Idempotency-Key as sent. */
  readonly key: string;
  readonly method: string;
  /** The concrete path, ids included, without the query. */
  readonly path: string;
  /** 128 bits in hex over method, path and key: with the user, the scope of the key. */
  readonly scopeHash: string;
  /** 128 bits in hex over the parsed body, key order aside. */
  readonly bodyHash: string;
}

const PRINTABLE_ASCII = /^[\x20-\x7e]{1,255}$/;

const hash128 = (text: string): string => hash('sha256', text, 'hex').slice(0, 32);

/** Prints a parsed JSON value with the keys of every object sorted: equal values, equal text. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = value as Record<string, unknown>;
  const printed = Object.keys(fields)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(fields[key])}`);
  return `{${printed.join(',')}}`;
}

/** Reads the Idempotency-Key header; VALIDATION_FAILED unless it is 1-255 printable ASCII. */
export function idempotencyOf(
  header: string | string[] | undefined,
  request: { method: string; path: string; body: unknown },
): Idempotency | null {
  if (header === undefined) return null;
  if (typeof header !== 'string' || !PRINTABLE_ASCII.test(header)) {
    throw invalid('headers.idempotency-key must be 1 to 255 printable ASCII characters');
  }
  const { method, path, body } = request;
  return {
    key: header,
    method,
    path,
    // Neither a method nor a path can hold a line break, so no two scopes print alike.
    scopeHash: hash128(`${method}\n${path}\n${header}`),
    bodyHash: hash128(canonicalJson(body ?? {})),
  };
}
