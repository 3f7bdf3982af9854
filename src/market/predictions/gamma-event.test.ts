import { describe, expect, it } from 'vitest';
import { type Fields, gammaEvent } from '../../../test/helpers/gamma-fixtures.ts';
import { readGammaEvent } from './gamma-event.ts';
import { parseExactJson, type Raw, Refusal } from './gamma-values.ts';

const read = (fields: Fields = {}) =>
  readGammaEvent(parseExactJson(JSON.stringify(gammaEvent('some-event', [], fields))) as Raw);
const tagged = (...slugs: string[]): Fields => ({
  tags: slugs.map((slug) => ({ slug, label: slug.toUpperCase() })),
});

describe('an event in the shape of Gamma', () => {
  it('is read with its tags and times', () => {
    expect(read({ subtitle: 'More' })).toEqual({
      slug: 'some-event',
      gammaId: '77',
      title: 'Event some-event',
      subtitle: 'More',
      imageUrl: 'https://example.com/image.png',
      category: 'politics',
      tags: [{ slug: 'politics', label: 'Politics' }],
      aliases: [],
      recordedMs: Date.parse('2026-02-07T16:05:00Z'),
      startMs: Date.parse('2026-01-01T12:00:00Z'),
      endMs: Date.parse('2026-07-01T04:00:00Z'),
    });
  });

  it('may leave out its times, tags and image', () => {
    const none = { startDate: null, endDate: undefined, updatedAt: undefined, tags: undefined };
    expect(read({ ...none, image: '', icon: 'https://example.com/icon.png' })).toMatchObject({
      ...{ startMs: null, endMs: null, recordedMs: null, tags: [], category: 'other' },
      imageUrl: 'https://example.com/icon.png',
    });
    expect(read({ ...none, creationDate: '2025-12-01T00:00:00Z' })).toMatchObject({
      startMs: Date.UTC(2025, 11, 1),
      recordedMs: Date.UTC(2025, 11, 1),
    });
  });

  it.each([
    ['crypto', tagged('recurring', '5M', 'crypto')],
    ['politics', tagged('elections', 'politics')],
    ['recurring', tagged('recurring', '5M')],
    ['pop-culture', { ...tagged('all'), category: 'Pop-Culture ' }],
    ['us-current-affairs', { tags: [], category: 'US-current-affairs' }],
    ['sports', { ...tagged('sports'), category: 'Chess' }],
    ['other', { tags: [null, 'x', { label: 'no slug' }] }],
  ])('has the category %s', (category, fields) => {
    expect(read(fields).category).toBe(category);
  });

  it('gets its old category as a tag', () => {
    expect(read({ ...tagged('all'), category: 'Chess' }).tags).toEqual([
      { slug: 'chess', label: 'Chess' },
      { slug: 'all', label: 'ALL' },
    ]);
  });

  it.each<[string, Fields]>([
    ['slug is malformed: Not A Slug', { slug: 'Not A Slug' }],
    ['title is missing', { title: '' }],
    ['id is missing', { id: undefined }],
    ['endDate is no date: never', { endDate: 'never' }],
  ])('is refused because %s', (reason, fields) => {
    expect(() => read(fields)).toThrow(new Refusal(reason));
  });
});
