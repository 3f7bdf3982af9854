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
const { put, run, printed } = folder;

describe('recorded books', () => {
  const event = gammaEvent('one', [gammaMarket(1, { orderPriceMinTickSize: 0.001 })]);
  const yes = tokenId(1, 'yes');
  const levels = (book: { price: bigint; size: bigint }[]) =>
    book.map(({ price, size }) => [price / 10n ** 15n, size / 10_000n]);

  it('end with their best levels; sizes are cut to hundredths, empty levels left out', async () => {
    await put('1.json', event);
    const bids = [
      ['0.1', '7.129'],
      ['0.2', '0.009'],
      ['0.21', '3'],
      ['0.215', '5'],
    ] as const;
    await put(
      'book.json',
      clobBook(yes, bids, [
        ['0.99', '1'],
        ['0.23', '100.5'],
      ]),
    );
    expect(await run()).toMatchObject({ book: [1, 0, 0] });
    const [{ markets: [market] = [] } = {}] = (await folder.recorded()).events;
    expect(market?.book?.atMs).toBe(1_770_480_300_000);
    expect(levels([...(market?.book?.bids ?? [])])).toEqual([
      [215n, 500n],
      [210n, 300n],
      [100n, 712n],
    ]);
    expect(levels([...(market?.book?.asks ?? [])])).toEqual([
      [230n, 10_050n],
      [990n, 100n],
    ]);
  });

  it('of a NO token are mirrored, and the newest one counts', async () => {
    await put('1.json', event);
    const no = clobBook(tokenId(1, 'no'), [['0.7', '3']], [['0.8', '4']], { event_type: 'book' });
    const old = { timestamp: '1770480200000' };
    await put('books.json', [clobBook(yes, [['0.4', '1']], [['0.5', '1']], old), no]);
    expect(await run()).toMatchObject({ book: [1, 1, 0] });
    const [{ markets: [market] = [] } = {}] = (await folder.recorded()).events;
    expect(levels([...(market?.book?.bids ?? [])])).toEqual([[200n, 400n]]);
    expect(levels([...(market?.book?.asks ?? [])])).toEqual([[300n, 300n]]);
  });

  it.each([
    ['no imported market has this token', clobBook('5', [], [])],
    ['is empty', clobBook(yes, [], [['0.3', '0.001']])],
    ['price 0.2155 is not on the tick 0.001', clobBook(yes, [['0.2155', '5']], [])],
    ['price 1 is not on the tick 0.001', clobBook(yes, [], [['1', '5']])],
    ['best bid 0.5 is not below best ask 0.4', clobBook(yes, [['0.5', '5']], [['0.4', '1']])],
    [
      'levels are not sorted by price, best first',
      clobBook(
        yes,
        [
          ['0.1', '5'],
          ['0.10', '1'],
        ],
        [],
      ),
    ],
    ['price 0.21 is not on the tick 0.1', clobBook(yes, [['0.21', '5']], [], { tick_size: '0.1' })],
    ['0.2 is not a tick of the venue', clobBook(yes, [['0.2', '5']], [], { tick_size: '0.2' })],
    ['a level of bids is not a price and a size', clobBook(yes, [['0.2', '-5']], [])],
    ['bids is not a list', { ...clobBook(yes, [], []), bids: {} }],
    ['timestamp is not one', clobBook(yes, [['0.2', '5']], [], { timestamp: '2026' })],
    [
      'its market is not the one of its token',
      clobBook(yes, [['0.2', '5']], [], { market: conditionId(2) }),
    ],
  ])('are refused: %s', async (reason, book) => {
    await put('1.json', event);
    await put('book.json', book);
    await run();
    expect(printed[0]).toBe(`book.json: book (${book.asset_id}): ${reason}`);
  });
});
