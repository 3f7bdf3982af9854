import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conditionId, mintAddress, numericId, type Place, placeOf, tokenId } from './model-ids.ts';

const places: fc.Arbitrary<Place> = fc.record({
  code: fc.integer({ min: 0, max: 2 ** 16 - 1 }),
  index: fc.integer({ min: 1, max: 2 ** 21 - 1 }),
  slot: fc.integer({ min: 0, max: 31 }),
});

describe('ids', () => {
  it('lead back to their place, whatever the seed and the slug', () => {
    fc.assert(
      fc.property(places, fc.string(), fc.string(), (place, seed, slug) => {
        expect(placeOf(numericId(place))).toEqual(place);
        expect(placeOf(conditionId(seed, slug, place))).toEqual(place);
        expect(placeOf(mintAddress(seed, slug, place))).toEqual(place);
        expect(placeOf(tokenId(seed, slug, 'YES', place))).toEqual(place);
        expect(placeOf(tokenId(seed, slug, 'NO', place))).toEqual(place);
      }),
    );
  });

  it('look like those of the venue', () => {
    fc.assert(
      fc.property(places, fc.string(), (place, slug) => {
        expect(numericId(place)).toMatch(/^[1-9]\d{4,12}$/);
        expect(conditionId('s', slug, place)).toMatch(/^0x[0-9a-f]{64}$/);
        expect(tokenId('s', slug, 'NO', place)).toMatch(/^[1-9]\d{76}$/);
        expect(mintAddress('s', slug, place)).toMatch(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/);
      }),
    );
  });

  it('are fixed: these never change between versions or machines', () => {
    const place = { code: 513, index: 20_784, slot: 2 };
    // (20784 × 65536 + 513) × 32 + 2
    expect(numericId(place)).toBe('43587223586');
    expect(conditionId('skein', 'a-market', place)).toMatchInlineSnapshot(
      `"0x6a424d5331d37c3b932befdd3ead8a1af23423957b4a7c4605107963d1f46a33"`,
    );
    expect(tokenId('skein', 'a-market', 'YES', place)).toMatchInlineSnapshot(
      `"26937952050271630896772151192376417076868542732497798985369843048750473719414"`,
    );
    expect(mintAddress('skein', 'a-market', place)).toMatchInlineSnapshot(
      `"5PYGdp1hjHro8T2So2wrQRuHx6iFQPtxXJDmNprt6cU7"`,
    );
  });

  it('of other shapes lead nowhere', () => {
    const strangers = ['', 'bitcoin', '0', '007', '-5', '1.5', `0x${'A'.repeat(64)}`, '0x12'];
    const long = ['9'.repeat(16), '9'.repeat(78), 'l'.repeat(44)];
    for (const id of [...strangers, ...long]) expect(placeOf(id), id).toBeUndefined();
  });
});
