import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cutUnits,
  instantOf,
  parseEpoch,
  parseExactJson,
  parseInstant,
  plainDecimal,
  Refusal,
  textList,
  textOf,
} from './gamma-values.ts';

describe('numbers in recorded JSON', () => {
  it('keep all their digits as text, and texts stay what they are', () => {
    const text =
      '{"a": 5669354.219446001123456789, "b": "12", "c": [1e-7, -0.5], "d": "say \\"7\\" 8"}';
    expect(parseExactJson(text)).toEqual({
      a: '5669354.219446001123456789',
      b: '12',
      c: ['1e-7', '-0.5'],
      d: 'say "7" 8',
    });
    expect(parseExactJson('\uFEFF[true, null, "\\\\", 3]')).toEqual([true, null, '\\', '3']);
    expect(() => parseExactJson('{"a": 1,}')).toThrow(SyntaxError);
  });

  it('are the values JSON.parse finds', () => {
    const asText = (value: unknown): unknown =>
      JSON.parse(JSON.stringify(value), (_, inner) =>
        typeof inner === 'number' ? String(inner) : inner,
      );
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const plain = JSON.parse(JSON.stringify(value));
        expect(parseExactJson(JSON.stringify(plain))).toEqual(asText(plain));
      }),
    );
  });

  it.each([
    ['0.2200', '0.22'],
    ['007.50', '7.5'],
    ['5.0', '5'],
    ['1e-7', '0.0000001'],
    ['1.25E+3', '1250'],
    ['12.345e-1', '1.2345'],
    ['12.345e1', '123.45'],
    ['-0.50', '-0.5'],
    ['-0', '0'],
    ['0.0000006674303218562385350869825630040312', '0.0000006674303218562385350869825630040312'],
  ])('%s is %s in plain notation', (written, plain) => {
    expect(plainDecimal(written)).toBe(plain);
  });

  it.each(['', '.5', '5.', '1,000', '0x10', 'NaN', '1e', '1e5000', ' 1', 'Infinity'])(
    '"%s" is no decimal',
    (written) => expect(plainDecimal(written)).toBeNull(),
  );

  it('are cut, not rounded, to the units asked for', () => {
    expect(cutUnits('45033.8065199', 6)).toBe(45_033_806_519n);
    expect(cutUnits('1.5e-6', 6)).toBe(1n);
    expect(cutUnits('1e-7', 6)).toBe(0n);
    expect(cutUnits('-1.2345678', 6)).toBe(-1_234_567n);
    expect(cutUnits('many', 6)).toBeNull();
  });

  it('have the value of the float they were written from', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e12, noNaN: true }), (value) => {
        expect(`${plainDecimal(String(value))}`).not.toContain('e');
        expect(Number(plainDecimal(String(value)))).toBe(value);
      }),
    );
  });
});

describe('recorded dates', () => {
  it.each([
    ['2026-02-07T16:04:44.718158Z', '2026-02-07T16:04:44.718Z'],
    ['2022-07-27T14:40:02.53Z', '2022-07-27T14:40:02.530Z'],
    ['2026-08-11T19:19:13Z', '2026-08-11T19:19:13.000Z'],
    ['2026-01-23 20:56:36+00', '2026-01-23T20:56:36.000Z'],
    ['2026-01-23 20:56:36.5+00:00', '2026-01-23T20:56:36.500Z'],
    ['2026-01-23', '2026-01-23T00:00:00.000Z'],
  ])('%s is %s', (written, iso) => {
    expect(parseInstant(written)).toBe(Date.parse(iso));
  });

  it.each(['2026-02-30', '2026-01-23T25:00:00Z', '2026-01-23T10:00:00+02:00', 'May 1, 2026', ''])(
    '"%s" is none',
    (written) => expect(parseInstant(written)).toBeNull(),
  );

  it('are taken from the first field that says something', () => {
    const raw = { a: '', b: null, c: '2026-01-01', d: 'soon' };
    expect(instantOf(raw, 'a', 'b', 'c', 'd')).toBe(Date.UTC(2026, 0, 1));
    expect(instantOf(raw, 'a', 'b', 'x')).toBeNull();
    expect(() => instantOf(raw, 'd')).toThrow(new Refusal('d is no date: soon'));
  });

  it('can be counts of seconds or milliseconds, never mistaken for each other', () => {
    expect(parseEpoch('1770480499', 'seconds')).toBe(1_770_480_499_000);
    expect(parseEpoch('1770480499123', 'milliseconds')).toBe(1_770_480_499_123);
    expect(parseEpoch('1770480499123', 'seconds')).toBeNull();
    expect(parseEpoch('1770480499', 'milliseconds')).toBeNull();
    expect(parseEpoch('12', 'seconds')).toBeNull();
    expect(parseEpoch(undefined, 'seconds')).toBeNull();
  });
});

describe('recorded texts and lists', () => {
  it('are lists as JSON inside a text, or plain', () => {
    expect(textList({ a: '["0.5", 0.5]' }, 'a')).toEqual(['0.5', '0.5']);
    expect(textList({ a: ['Yes', 'No'] }, 'a')).toEqual(['Yes', 'No']);
    expect(() => textList({ a: '["Yes"' }, 'a')).toThrow('a is not a list of texts');
    expect(() => textList({ a: '[["Yes"]]' }, 'a')).toThrow('a is not a list of texts');
    expect(() => textList({}, 'a')).toThrow('a is missing');
  });

  it('are nothing when they are left out, null or blank', () => {
    expect([{}, { a: null }, { a: '' }, { a: ' ' }].map((raw) => textOf(raw, 'a'))).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect(textOf({ a: 'Pop-Culture ' }, 'a')).toBe('Pop-Culture');
    expect(() => textOf({ a: {} }, 'a')).toThrow('a is not a text');
  });
});
