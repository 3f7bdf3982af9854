import { describe, expect, test } from 'vitest';
import { clientIdOf, requireContent } from './inputs.ts';
import type { MessageType } from './tables.ts';

const fits = (type: MessageType, content: string): boolean => {
  try {
    requireContent(type, content);
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: 'VALIDATION_FAILED' });
    return false;
  }
};

describe('content', () => {
  test('of a text is not blank, at most 4,000 characters, and can be stored', () => {
    // One character each, two code units.
    const geese = (count: number) => '🪿'.repeat(count);
    expect(fits('TEXT', 'a')).toBe(true);
    expect(fits('TEXT', geese(4_000))).toBe(true);
    expect(fits('TEXT', geese(4_001))).toBe(false);
    for (const text of ['', ' \t\n', 'a\0', 'a\ud83e', '\udebfa']) {
      expect([text, fits('TEXT', text), fits('SYSTEM', text)]).toEqual([text, false, false]);
    }
  });

  test('of a sticker is its id', () => {
    for (const id of ['a', '0', 'goose_1-b', 'x'.repeat(64)])
      expect(fits('STICKER', id)).toBe(true);
    for (const id of ['', 'A', 'a b', 'x'.repeat(65), 'ä', 'a\n']) {
      expect([id, fits('STICKER', id)]).toEqual([id, false]);
    }
  });

  test('of an image is an https URL', () => {
    for (const url of ['https://a.b/c.png', 'HTTPS://a.b', 'https://a.b:8443/ö?q=1#x']) {
      expect([url, fits('IMAGE', url)]).toEqual([url, true]);
    }
    for (const url of ['http://a.b', 'https://', 'https:a.b', '//a.b', 'https://a b', 'data:,x']) {
      expect([url, fits('IMAGE', url)]).toEqual([url, false]);
    }
    const long = (characters: number) => `https://a.b/${'x'.repeat(characters - 12)}`;
    expect([fits('IMAGE', long(2_048)), fits('IMAGE', long(2_049))]).toEqual([true, false]);
  });
});

test('a client id has 1 to 64 characters of any kind', () => {
  expect([undefined, null, ' ', '🪿'.repeat(64)].map(clientIdOf)).toEqual([
    null,
    null,
    ' ',
    '🪿'.repeat(64),
  ]);
  for (const text of ['', 'x'.repeat(65), '\0', '\ud83e']) {
    expect(() => clientIdOf(text)).toThrow(expect.objectContaining({ code: 'VALIDATION_FAILED' }));
  }
});
