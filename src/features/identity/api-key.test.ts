import fc from 'fast-check';
import { expect, test } from 'vitest';
import { API_KEY_HEADER, hashKey, issueKey } from './api-key.ts';

test('the least and the greatest 256 bits make 43 base62 characters', () => {
  // 2^256 - 1 in base62 has 43 digits, so nothing is cut off and short values are padded.
  expect(issueKey((size) => new Uint8Array(size)).secret).toBe(`svc_${'0'.repeat(43)}`);
  expect(issueKey((size) => new Uint8Array(size).fill(255)).secret).toBe(
    'svc_yhjskwdA6OZ1AL1YmHWZWm8LLG7HjnuCA2j5rOw8Xp1',
  );
});

test('a hash is the SHA-256 of the whole key', () => {
  // FIPS 180-2, appendix B.1: SHA-256 of "abc".
  expect(hashKey('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

test('different bits make different keys, each a valid header with its own prefix', () => {
  const bits = fc.uint8Array({ minLength: 32, maxLength: 32 });
  fc.assert(
    fc.property(bits, bits, (a, b) => {
      const [first, second] = [issueKey(() => a), issueKey(() => b)];
      expect(first.secret === second.secret).toBe(Buffer.compare(a, b) === 0);
      expect(API_KEY_HEADER.exec(`Bearer ${first.secret}`)?.[1]).toBe(first.secret);
      expect(first.stored).toEqual({
        prefix: first.secret.slice(0, 10),
        secretHash: hashKey(first.secret),
      });
    }),
  );
});

test('only Bearer and one whole key are a header', () => {
  const key = `svc_${'a'.repeat(43)}`;
  expect(API_KEY_HEADER.test(`bearer ${key}`)).toBe(true);
  for (const header of [
    key,
    `Basic ${key}`,
    `Bearer  ${key}`,
    `Bearer ${key}a`,
    `Bearer ${key}\n`,
  ]) {
    expect(API_KEY_HEADER.test(header)).toBe(false);
  }
});
