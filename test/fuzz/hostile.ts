import type { Chance } from './chance.ts';

const MANY = 100_000;
const nested = (depth: number): unknown =>
  Array.from({ length: depth }).reduce<unknown>((inner) => [inner], 1);

/** Texts that have broken parsers, databases, logs and pages. */
const texts: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\u202e\u2066',
  '\ufeff1',
  '\uffff',
  'x'.repeat(501),
  'x'.repeat(MANY),
  '1'.repeat(MANY),
  '\u0663\u0664',
  '\u{1f9a2}'.repeat(300),
  "'; drop table app_user; --",
  '$1',
  '%00%ff',
  '../../etc/passwd',
  '<img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  'https://user:secret@127.0.0.1/',
  '__proto__',
  'constructor',
  'toString',
  'NaN',
  'Infinity',
  '-Infinity',
  'null',
  'undefined',
  '-0',
  '-1',
  '0',
  '0.0000001',
  '1e3',
  '1e-400',
  '0x10',
  '9'.repeat(40),
  `0.${'0'.repeat(60)}1`,
  '99999999999999999999.999999',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '9999-12-31T23:59:59.999Z',
  '+275760-09-13T00:00:00.000Z',
  '2026-02-30T00:00:00.000Z',
];

/** Values of every other kind. */
const others: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER + 1,
  [],
  {},
  [null],
  [[]],
  ['x', 1, null],
  { $gt: '' },
  { toString: null },
  { length: 3 },
  nested(40),
  Array.from({ length: 1_000 }, (_, i) => i),
];

/** A value that no field expects. */
export function hostileValue(chance: Chance): unknown {
  return chance.one(chance.likely(0.65) ? texts : others);
}

/** A text for a place where only texts can be, as in a path. */
export const hostileText = (chance: Chance): string => chance.one(texts);

/** Bodies that are no JSON, or not as a client would write it. */
const raw: readonly string[] = [
  '',
  ' ',
  'null',
  'true',
  '1',
  '"text"',
  '[]',
  '[[]]',
  '{',
  '{"a":',
  '{"a":1,}',
  "{'a':1}",
  '{"a":1}{"b":2}',
  '{"a":NaN}',
  '{"a":01}',
  '\u0000',
  '\ufeff{}',
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{"admin":true}}}',
  '{"amountUsd":"1","amountUsd":"2"}',
  `{"a":"${'x'.repeat(70_000)}"}`,
  `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
  `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
  '{"a":"\\ud800"}',
  '{"a":1e999}',
];

export const hostileBody = (chance: Chance): string => chance.one(raw);

/** Headers that a client may send, and should not; every one can be sent over HTTP. */
const headers: readonly Readonly<Record<string, string>>[] = [
  { 'idempotency-key': 'x'.repeat(256) },
  { 'idempotency-key': ' ' },
  { 'idempotency-key': 'k\u00e9y' },
  { 'x-request-id': 'x'.repeat(129) },
  { 'x-request-id': '"><script>' },
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/json; charset=utf-7' },
  { 'content-type': 'multipart/form-data' },
  { 'content-type': '' },
  { accept: 'application/xml' },
  { 'accept-encoding': 'br;q=x' },
  { 'x-forwarded-for': '::1, nonsense, 8.8.8.8' },
  { 'cf-ipcountry': 'ZZZ' },
  { authorization: 'Bearer' },
  { authorization: `Bearer svc_${'0'.repeat(43)}` },
  { authorization: `Bearer ${'x'.repeat(8_000)}` },
  { authorization: 'Basic dXNlcjpwYXNz' },
  { range: 'bytes=0-1' },
  { 'if-none-match': '*' },
];

export const hostileHeaders = (chance: Chance): Readonly<Record<string, string>> =>
  chance.one(headers);
