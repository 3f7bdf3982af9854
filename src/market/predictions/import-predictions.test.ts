import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  clobBook,
  conditionId,
  gammaEvent,
  gammaMarket,
  tokenId,
} from '../../../test/helpers/gamma-fixtures.ts';
import { importFolder } from '../../../test/helpers/import-folder.ts';

const folder = importFolder();
const { put, run, source, printed } = folder;

const AT = Date.parse('2026-02-10T00:00:00Z');

describe('the shapes of recorded files', () => {
  it('are found in any folder: lists, answers, markets with their events', async () => {
    await put('a/list.json', [gammaEvent('one', [gammaMarket(1)])]);
    await put('a/single.json', gammaEvent('two', [gammaMarket(2)], { id: '78' }));
    await put('b/deep/search.json', {
      events: [gammaEvent('three', [gammaMarket(3)], { id: '79' })],
      tags: [{ id: '1', slug: 'all', label: 'All' }],
      profiles: [null, { name: 'somebody' }],
      pagination: { hasMore: false, totalResults: 1 },
    });
    const { markets: _, ...parent } = gammaEvent('four', [], { id: '80' });
    await put('c/markets.json', {
      fetched_at: '2026-02-13',
      markets: [gammaMarket(4, { events: [parent] }), gammaMarket(5, { events: [parent] })],
    });
    await put('c/market.json', gammaMarket(6));
    await put('c/notes.txt', 'not read');
    expect(await run()).toEqual({ event: [4, 1, 0], market: [6, 0, 0], tag: [0, 0, 1] });
    expect(printed).toEqual([
      'b/deep/search.json: tag (all): belongs to no event; the tags of events are imported with them',
      'event: 4 imported, 1 merged, 0 refused',
      'market: 6 imported, 0 merged, 0 refused',
      'tag: 0 imported, 0 merged, 1 refused',
      '12 elements, 1 refused',
    ]);
    const events = (await source()).events(AT);
    expect(events.map(({ slug, markets }) => [slug, markets.map((one) => one.slug)])).toEqual([
      ['one', ['market-1']],
      ['two', ['market-2']],
      ['three', ['market-3']],
      ['market-6', ['market-6']],
      ['four', ['market-4', 'market-5']],
    ]);
  });

  it('that hold nothing to replay are refused one by one', async () => {
    await put('good.json', gammaEvent('one', [gammaMarket(1)]));
    await put('kalshi.json', { events: [{ ticker: 'KXMARS-50', series_ticker: 'KXMARS' }] });
    await put('sports.json', [{ id: 1, sport: 'nba', ordering: 'home' }]);
    await put('tags.json', [{ id: '1', slug: 'all', label: 'All' }]);
    await put('trades.json', [
      { conditionId: '0x1', side: 'BUY', price: 1, transactionHash: '0xab' },
    ]);
    await put('ws.json', {
      change: { event_type: 'price_change', market: conditionId(1) },
      cancel: { order_owner: 'x', type: 'CANCELLATION' },
      nothing: null,
    });
    await put('torn.json', '{"events": [');
    await put('word.json', '"word"');
    await put('deep.json', '[[[[[[1]]]]]]');
    await put('empty.json', '[]');
    expect(await run()).toMatchObject({ event: [1, 0, 0], market: [1, 0, 0] });
    expect(printed.slice(0, -10)).toEqual([
      'deep.json: other (-): is none of the shapes that can be imported',
      'kalshi.json: Kalshi event (KXMARS-50): is of another venue; a ticker of it names no market of Polymarket',
      'sports.json: sport (nba): belongs to no event',
      'tags.json: tag (all): belongs to no event; the tags of events are imported with them',
      'torn.json: file (-): is not JSON',
      'trades.json: trade (0xab): is a single trade; a recording holds books and price histories',
      'word.json: other (-): is none of the shapes that can be imported',
      'ws.json: message (price_change): is a change or an order without the book it is about',
      'ws.json: message (CANCELLATION): is a change or an order without the book it is about',
      'ws.json: other (-): is none of the shapes that can be imported',
    ]);
    expect(printed.at(-1)).toBe('12 elements, 10 refused');
  });

  it('need something that can be imported', async () => {
    await expect(run()).rejects.toThrow(`${folder.from}: nothing to import`);
    await put('tags.json', [{ id: '1', slug: 'all', label: 'All' }]);
    await expect(run()).rejects.toThrow(`${folder.from}: nothing to import`);
    expect(printed.at(-1)).toBe('1 elements, 1 refused');
    await expect(readdir(folder.to)).rejects.toThrow('ENOENT');
  });
});

describe('several records of one thing', () => {
  const older = '2026-02-01T00:00:00Z';
  const newer = '2026-02-09T00:00:00Z';

  it('make one: the newest counts whole, its markets join those of the others', async () => {
    const tags = [{ slug: 'crypto', label: 'Crypto' }];
    await put('1.json', [
      gammaEvent(
        'one',
        [gammaMarket(1, { updatedAt: newer, bestBid: 0.21 }), gammaMarket(2, { question: 'Two?' })],
        { updatedAt: older, tags, title: 'Old' },
      ),
    ]);
    await put('2.json', [
      gammaEvent('one', [gammaMarket(1, { updatedAt: older, bestBid: 0.2, bestAsk: 0.3 })], {
        ...{ updatedAt: newer, tags: undefined, title: 'New' },
      }),
    ]);
    expect(await run()).toEqual({ event: [1, 1, 0], market: [2, 1, 0] });
    const predictions = await folder.source();
    const event = predictions.event('one', AT);
    expect(event).toMatchObject({ title: 'New', category: 'crypto', tags });
    expect(event?.markets.map(({ slug }) => slug)).toEqual(['market-1', 'market-2']);
    const [{ markets = [] } = {}] = (await folder.recorded()).events;
    expect(markets[0]).toMatchObject({ bestBid: 21n * 10n ** 16n, bestAsk: 24n * 10n ** 16n });
  });

  it('take part in the next import into the same recording', async () => {
    await put('1.json', gammaEvent('one', [gammaMarket(1), gammaMarket(2)]));
    await put('book.json', clobBook(tokenId(1, 'yes'), [['0.2', '10']], [['0.3', '10']]));
    await put('history.json', { history: [{ t: 1770394157, p: 0.2 }] });
    await run(`history.json=${tokenId(1, 'yes')}`);
    const before = await readFile(join(folder.to, 'predictions/events.json'), 'utf8');
    await rm(folder.from, { recursive: true });
    await put('same.json', gammaEvent('one', [gammaMarket(1)]));
    expect(await run()).toEqual({ event: [0, 1, 0], market: [0, 1, 0] });
    expect(await readFile(join(folder.to, 'predictions/events.json'), 'utf8')).toBe(before);
    await put('same.json', gammaMarket(1, { slug: 'renamed', updatedAt: newer }));
    await run();
    const predictions = await folder.recorded();
    expect(predictions.events[0]?.markets.map(({ slug }) => slug)).toEqual(['renamed', 'market-2']);
    expect(predictions.events[0]?.markets[0]?.book?.bids[0]?.price).toBe(2n * 10n ** 17n);
    expect([...predictions.histories.keys()]).toEqual(['renamed']);
    expect((await readdir(join(folder.to, 'predictions'))).sort()).toEqual([
      'events.json',
      'history',
    ]);
  });

  it('leave the rest of the recording as it is', async () => {
    const manifest = { format: 'skein-market-data', version: 1, instruments: [], note: 'kept' };
    await mkdir(folder.to);
    await writeFile(join(folder.to, 'manifest.json'), JSON.stringify(manifest));
    await put('1.json', gammaEvent('one', [gammaMarket(1)]));
    await run();
    expect(JSON.parse(await readFile(join(folder.to, 'manifest.json'), 'utf8'))).toEqual({
      ...manifest,
      predictions: { events: 'predictions/events.json', histories: [] },
    });
    await writeFile(join(folder.to, 'manifest.json'), '{}');
    await expect(run()).rejects.toThrow('format is not "skein-market-data"');
  });

  it('are refused with what they belong to, and when they claim what is another market’s', async () => {
    await put('1.json', [
      gammaEvent('Bad Slug', [gammaMarket(1)]),
      gammaEvent('empty', [gammaMarket(2, { outcomes: '["A","B","C"]' })]),
      gammaEvent('good', [
        gammaMarket(3),
        gammaMarket(4, { slug: 'market-3' }),
        gammaMarket(5, { id: '1003' }),
        gammaMarket(6, { clobTokenIds: JSON.stringify(['5', tokenId(3, 'no')]) }),
        null,
      ]),
    ]);
    expect(await run()).toEqual({ event: [1, 0, 2], market: [1, 0, 6] });
    expect(printed.slice(0, 8)).toEqual([
      '1.json: event (Bad Slug): slug is malformed: Bad Slug',
      '1.json: market (market-1): its event Bad Slug could not be imported',
      '1.json: event (empty): none of its markets could be imported',
      '1.json: market (market-2): has 3 outcomes, not 2',
      `1.json: market (market-3): its slug market-3 is that of ${conditionId(3)}`,
      `1.json: market (market-5): its id 1003 is that of ${conditionId(3)}`,
      `1.json: market (market-6): its token ${tokenId(3, 'no')} is that of ${conditionId(3)}`,
      '1.json: market (-): slug is missing',
    ]);
  });
});

it('no recorded data ends the import or makes a recording that cannot be read', async () => {
  const odd = fc.oneof(
    fc.jsonValue({ maxDepth: 1 }),
    fc.constantFrom('', '[]', '0.5', '2026-01-01'),
  );
  const [event, market, book, history] = [
    gammaEvent('one', []),
    gammaMarket(1),
    clobBook(tokenId(2, 'yes'), [['0.1', '5']], [['0.2', '5']]),
    { history: [{ t: 1770394157, p: 0.5 }] },
  ];
  const change = (of: object) =>
    fc.dictionary(fc.constantFrom(...Object.keys(of)), odd, { maxKeys: 2 });
  const changes = fc.tuple(change(event), change(market), change(book), change(history));
  await fc.assert(
    fc.asyncProperty(
      changes,
      fc.jsonValue(),
      async ([ofEvent, ofMarket, ofBook, ofHistory], any) => {
        await put('1.json', { ...event, ...{ markets: [{ ...market, ...ofMarket }] }, ...ofEvent });
        await put('2.json', gammaEvent('two', [gammaMarket(2)]));
        await put('3.json', [{ ...book, ...ofBook }]);
        await put(`4-${tokenId(2, 'yes')}.json`, { ...history, ...ofHistory });
        await put('5.json', JSON.stringify(any));
        await source();
      },
    ),
    { numRuns: 60 },
  );
});
