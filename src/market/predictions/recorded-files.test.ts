import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  clobBook,
  gammaEvent,
  gammaMarket,
  tokenId,
} from '../../../test/helpers/gamma-fixtures.ts';
import { importFolder } from '../../../test/helpers/import-folder.ts';
import { openReplay } from '../replay.ts';

const folder = importFolder();
const { put, run } = folder;
const EVENTS = 'predictions/events.json';
const HISTORY = 'predictions/history/market-1.csv';

async function recording(): Promise<void> {
  await put('1.json', gammaEvent('one', [gammaMarket(1), gammaMarket(2)]));
  await put('2.json', clobBook(tokenId(1, 'yes'), [['0.2', '5']], [['0.3', '5']]));
  await put('3.json', { history: [{ t: 1770394157, p: 0.2 }] });
  await run(`3.json=${tokenId(1, 'yes')}`);
}

/** Replaces a text of a file of the recording. */
async function change(file: string, from: string, to: string): Promise<void> {
  const path = join(folder.to, file);
  const text = await readFile(path, 'utf8');
  expect(text).toContain(from);
  await writeFile(path, text.replace(from, to));
}

const flaw = async (): Promise<string> => {
  const problem = await openReplay(folder.to).catch((thrown: Error) => thrown);
  return problem instanceof Error ? problem.message.replace(`${folder.to}/`, '') : 'none';
};

describe('a recording of prediction markets', () => {
  it('is plain decimals and ISO times, and names its files in the manifest', async () => {
    await recording();
    const read = async (file: string) => JSON.parse(await readFile(join(folder.to, file), 'utf8'));
    expect(await read('manifest.json')).toEqual({
      ...{ format: 'skein-market-data', version: 1, instruments: [] },
      predictions: { events: EVENTS, histories: [{ market: 'market-1', file: HISTORY, rows: 1 }] },
    });
    const [event] = await read(EVENTS);
    expect(event).toMatchObject({ slug: 'one', endMs: '2026-07-01T04:00:00.000Z', aliases: [] });
    expect(event.markets[0]).toMatchObject({
      ...{ tickSize: '0.01', minOrderSize: '5', bestBid: '0.22', volume24h: '6263.101253' },
      ...{ status: 'open', closedMs: null, recordedMs: '2026-02-07T16:04:44.718Z' },
      book: {
        ...{ tickSize: '0.01', atMs: '2026-02-07T16:05:00.000Z' },
        ...{ bids: [{ price: '0.2', size: '5' }], asks: [{ price: '0.3', size: '5' }] },
      },
    });
    expect(await flaw()).toBe('none');
  });

  it('without any has no source of them', async () => {
    const manifest = { format: 'skein-market-data', version: 1, instruments: [] };
    await put('../to/manifest.json', manifest);
    expect((await openReplay(folder.to)).predictions).toBeNull();
  });

  it.each([
    [EVENTS, '"bestBid": "0.22"', '"bestBid": 0.22', '[0] markets [0] bestBid is not a plain'],
    [EVENTS, '"bestBid": "0.22"', '"bestBid": "0.225"', 'market market-1: best price 0.225 is not'],
    [EVENTS, '"bestBid": "0.22"', '"bestBid": "-0.22"', '[0] markets [0] bestBid is not a plain'],
    [EVENTS, '"volume": "225', '"volume": "9999999999225', '[0] markets [0] volume is too large'],
    [
      EVENTS,
      '"size": "5"',
      '"size": "5.001"',
      'market market-1: a size is not in whole hundredths',
    ],
    [EVENTS, '"price": "0.2"', '"price": "0.4"', 'market market-1: best bid 0.4 is not below best'],
    [EVENTS, '"status": "open"', '"status": "shut"', '[0] markets [0] status is not one of open,'],
    [EVENTS, '"status": "open"', '"status": "closed"', 'market market-1: is closed at no time'],
    [EVENTS, '"result": null', '"result": "YES"', 'market market-1: is resolved but not closed'],
    [EVENTS, '"slug": "one"', '"slug": "One!"', '[0] slug is missing or malformed'],
    [EVENTS, '"aliases": []', '"aliases": 5', '[0] aliases is not a list'],
    [EVENTS, '"negRisk": false', '"negRisk": 0', '[0] markets [0] negRisk is not true or false'],
    [EVENTS, '"startMs": "2026', '"startMs": "26', '[0] startMs is not an ISO time'],
    [EVENTS, '"slug": "market-2"', '"slug": "market-1"', 'market market-1 is there twice'],
    [EVENTS, '"tags": [', '"tags": [null,', '[0] tags [0] is not an object'],
    [EVENTS, '[', '{', 'Expected property name'],
    [HISTORY, 'time,price', 'when,price', 'the header is not time,price'],
    [HISTORY, ',0.2', ',1.2', 'line 2: price 1.2 is not between 0 and 1'],
    [HISTORY, ',0.2', ',2e-1', 'line 2: price is not a plain decimal: 2e-1'],
    [HISTORY, ',0.2', ',0.2,5', 'line 2: has more than two columns'],
    [HISTORY, '2026-02', '2026-13', 'line 2: time is not ISO 8601 UTC: 2026-13'],
    [
      HISTORY,
      ',0.2',
      ',0.2\n2026-01-01T00:00:00.000Z,0.2',
      'line 3: time 2026-01-01T00:00:00.000Z is',
    ],
    ['manifest.json', EVENTS, '../events.json', 'predictions: events is not a path inside'],
    [
      'manifest.json',
      HISTORY,
      '/etc/passwd',
      'predictions: file is not a path inside the recording',
    ],
    ['manifest.json', '"market": "market-1"', '"market": 1', 'predictions: a history names no'],
  ])('with a flaw in %s is refused: %s → %s', async (file, from, to, reason) => {
    await recording();
    await change(file, from, to);
    expect((await flaw()).startsWith(`${file}: ${reason}`)).toBe(true);
  });

  it('has one history of a market it holds', async () => {
    await recording();
    await change('manifest.json', '"market": "market-1"', '"market": "market-3"');
    expect(await flaw()).toContain(`${HISTORY}: `);
    await change('manifest.json', '"market": "market-3"', '"market": "market-1"');
    await change(
      'manifest.json',
      '"histories": [',
      `"histories": [{"market":"market-1","file":"${HISTORY}"},`,
    );
    expect(await flaw()).toBe(`${HISTORY}: market-1 has another history`);
  });
});
