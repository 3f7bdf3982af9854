import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson, idempotencyOf } from './idempotency.ts';

const first128 = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32);

test('hashes scope and body to the first 128 bits of SHA-256', () => {
  const found = idempotencyOf('k-1', {
    method: 'POST',
    path: '/api/v1/spot/proposals/7/buy',
    body: { b: [1, { d: null, c: 'x' }], a: '25' },
  });
  expect(found).toEqual({
    key: 'k-1',
    method: 'POST',
    path: '/api/v1/spot/proposals/7/buy',
    scopeHash: first128('POST\n/api/v1/spot/proposals/7/buy\nk-1'),
    bodyHash: first128('{"a":"25","b":[1,{"c":"x","d":null}]}'),
  });
});

test('equal values print alike whatever the key order, and the text is the value', () => {
  const reversed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(reversed);
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).reverse();
    return Object.fromEntries(entries.map(([key, inner]) => [key, reversed(inner)]));
  };
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const parsed = JSON.parse(JSON.stringify(value));
      expect(canonicalJson(reversed(parsed))).toBe(canonicalJson(parsed));
      expect(JSON.parse(canonicalJson(parsed))).toEqual(parsed);
    }),
  );
});

test('no body is the same as an empty object; no header is no idempotency', () => {
  const request = { method: 'POST', path: '/a' };
  const none = idempotencyOf('k', { ...request, body: undefined });
  expect(none).toEqual(idempotencyOf('k', { ...request, body: {} }));
  expect(idempotencyOf(undefined, { ...request, body: {} })).toBeNull();
});

test.each([['', 'a'.repeat(256), 'é', 'a\tb']].flat())('refuses the key %j', (key) => {
  expect(() => idempotencyOf(key, { method: 'POST', path: '/a', body: {} })).toThrow(
    'headers.idempotency-key must be 1 to 255 printable ASCII characters',
  );
});
