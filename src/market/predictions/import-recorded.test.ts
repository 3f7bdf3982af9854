import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasSharedData, sharedData } from '../../../test/helpers/shared-data.ts';
import { formatPrice, priceOf } from '../../money/text.ts';
import { openReplay } from '../replay.ts';
import { importPredictions } from './import-predictions.ts';
import type { PredictionCounts } from './import-report.ts';
import type { PredictionMarket, PredictionSource } from './prediction-market.ts';
import { bookProblem } from './recorded-record.ts';

const TOKEN = '111128191581505463501777127559667396812474366956707382672202929745167742497287';
const HISTORIES = ['1d-1440pts-2026-02-07', '1w-fidelity5-2013pts', '1m-fidelity10-4456pts'];
const PAGE = new URL('../../../docs/concepts/prediction-data.md', import.meta.url);

/** The rows of the page's table with this header, cells without blanks at their ends. */
async function tableOf(header: string): Promise<string[][]> {
  const [, body = ''] = (await readFile(PAGE, 'utf8')).split(`${header}\n`);
  const rows = body.split('\n\n')[0]?.split('\n').slice(1) ?? [];
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

describe.skipIf(!hasSharedData)('the recorded data of Polymarket', () => {
  const printed: string[] = [];
  let folder: string;
  let counts: PredictionCounts;
  let source: PredictionSource;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'skein-polymarket-'));
    const from = sharedData('polymarket');
    const tokens = HISTORIES.map((name) => `clob/prices-history-${name}.json=${TOKEN}`);
    counts = await importPredictions({ from, to: folder, tokens }, (line) => printed.push(line));
    const { predictions } = await openReplay(folder);
    if (predictions === null) throw new Error('the recording holds no prediction markets');
    source = predictions;
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const at = (time: string): number => Date.parse(time);
  const marketOf = (slug: string): PredictionMarket => {
    const market = source.market(slug);
    if (market === undefined) throw new Error(`${slug} is not imported`);
    return market;
  };
  /** Every event, each seen at some instant. */
  const everyEvent = () => {
    const instants = [...Array(84).keys()].map((month) => Date.UTC(2021, 8 + month, 28));
    return [...new Set(instants.flatMap((atMs) => source.events(atMs)))];
  };

  it('comes in or is refused element by element, as the documentation says', async () => {
    const rows = [...counts.kinds].map(([kind, { imported, merged, refused }]) =>
      [kind, imported + merged + refused, imported, merged, refused].map(String),
    );
    expect(rows).toEqual(await tableOf('| Element | Found | Imported | Merged | Refused |'));
    expect(counts.refused).toBe(524);
    expect(printed.at(-1)).toBe('1243 elements, 524 refused');
  });

  it('is refused for the reasons the documentation names', async () => {
    const tally = new Map<string, number>();
    for (const line of printed.slice(0, counts.refused)) {
      const [, kind, reason] = /^[^:]+: ([A-Za-z ]+) \(.*?\): (.+)$/.exec(line) ?? [];
      tally.set(`${kind}: ${reason}`, (tally.get(`${kind}: ${reason}`) ?? 0) + 1);
    }
    const rows = await tableOf('| Refused | Reason | Count |');
    const expected = rows.map(([kind, reason, count]) => [`${kind}: ${reason}`, Number(count)]);
    expect([...tally].sort()).toEqual(expected.sort());
  });

  it('is all there, and answers to every identifier', () => {
    const events = everyEvent();
    const markets = events.flatMap((event) => event.markets);
    expect([events.length, markets.length]).toEqual([59, 239]);
    expect(events.filter(({ gammaId }) => gammaId === '').length).toBe(10);
    const nowMs = at('2030-01-01');
    for (const event of events) {
      const own = [event.slug, event.gammaId].filter((identifier) => identifier !== '');
      const theirs = event.markets.flatMap((market) => [
        ...[market.slug, market.gammaId, market.conditionId],
        ...[market.yesOutcomeId, market.noOutcomeId],
      ]);
      for (const identifier of [...own, ...theirs]) {
        expect(source.event(identifier, nowMs), identifier).toBe(event);
      }
    }
  });

  it('has books on their ticks, bids below asks, whenever it has any', () => {
    const markets = everyEvent().flatMap((event) => event.markets);
    const instants = ['2021-11-01', '2026-01-04T19:25', '2026-02-07T12:00', '2026-02-13T19:30']
      .concat('2026-03-11T15:00', '2026-06-30', '2026-08-16T04:00', '2028-12-01')
      .map((time) => at(time.includes('T') ? `${time}:00Z` : time));
    const quoted = instants.map((atMs) => {
      const books = markets.map((market) => source.book(market, atMs));
      for (const book of books) if (book) expect(bookProblem(book)).toBeNull();
      return books.filter((book) => book !== undefined).length;
    });
    // 200 of the open list and 3 of MicroStrategy are quoted in February, when the fast ones of
    // January (2, before the history of one of the 3) are over. By 11 March 11 have ended and one
    // of that day has come; by 30 June 41 more, 33 of them at its midnight; by 16 August 82 more,
    // and 2 of that day have come. 26 outlived their ends when they were recorded.
    expect(quoted).toEqual([0, 204, 203, 203, 193, 152, 72, 26]);
  });

  it('resolves what was recorded as resolved, and nothing else', () => {
    const tally: Record<string, number> = {};
    for (const market of everyEvent().flatMap((event) => event.markets)) {
      const { status, result } = source.state(market, at('2029-01-01'));
      const key = result === null ? status : `${status} ${result}`;
      tally[key] = (tally[key] ?? 0) + 1;
    }
    expect(tally).toEqual({ active: 26, closed: 190, 'resolved NO': 16, 'resolved YES': 7 });
    const state = (slug: string, time: string) => source.state(marketOf(slug), at(time));
    // Proposed only; the CLOB names the winner. Closed on 9 May 2026 at 02:07:01.
    const ceasefire = 'russia-x-ukraine-ceasefire-by-end-of-2027';
    expect(state(ceasefire, '2026-05-09T02:07:00Z').status).toBe('active');
    expect(state(ceasefire, '2026-05-09T02:07:01Z')).toEqual({ status: 'resolved', result: 'YES' });
    // Of the automated maker, at 0.9999… for No.
    const carlsen = '2022-norway-chess-will-magnus-carlsen-lose-any-game';
    expect(state(carlsen, '2022-06-12')).toEqual({ status: 'resolved', result: 'NO' });
  });

  it('has the recorded book of the quarter of an hour, best first', () => {
    const market = marketOf('eth-updown-15m-1767640500');
    expect(market.title).toMatch(/^Ethereum Up or Down .*: Up$/);
    const book = source.book(market, at('2026-01-05T10:00:00Z'));
    const [bid, ask] = [book?.bids[0], book?.asks[0]];
    expect([book?.bids.length, book?.asks.length]).toEqual([20, 20]);
    expect(bid).toEqual({ price: priceOf('0.49'), size: 1_028_000_000n });
    expect(ask).toEqual({ price: priceOf('0.51'), size: 1_028_000_000n });
  });

  it('follows the recorded history', () => {
    const market = marketOf('microstrategy-sells-any-bitcoin-by-december-31-2026');
    const shown = (time: string) => {
      const book = source.book(market, at(time));
      const prices = [source.priceAt(market, at(time)), book?.bids[0]?.price, book?.asks[0]?.price];
      return prices.map((of) => of && formatPrice(of));
    };
    // First point 2026-01-07T16:10:12Z .185, last 2026-02-07T16:08:19Z .225; bid .22, ask .24.
    expect(shown('2026-01-07T16:10:11Z')).toEqual([undefined, undefined, undefined]);
    // (.185 − .23) ÷ .01 = −4.5 → −4
    expect(shown('2026-01-07T16:10:12Z')).toEqual(['0.185', '0.18', '0.2']);
    // (.225 − .23) ÷ .01 = −0.5 → 0
    expect(shown('2026-03-01T00:00:00Z')).toEqual(['0.225', '0.22', '0.24']);
  });

  it('takes fees from the schedules of its markets', () => {
    const rates = everyEvent().flatMap((event) => event.markets.map(({ feeRate }) => feeRate));
    const tally = (rate: bigint) => rates.filter((of) => of === rate * 10n ** 16n).length;
    expect([0n, 3n, 5n, 7n].map(tally)).toEqual([227, 2, 2, 8]);
  });
});
