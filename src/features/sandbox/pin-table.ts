import type { Price } from '../../money/fixed.ts';
import { fixed18, nullable, text, time } from '../../platform/db/column.ts';
import { defineLookup, defineTable, type RowOf } from '../../platform/db/table.ts';

const price = fixed18<Price>('price');
const oracle = nullable(fixed18<Price>('oracle'));

/**
 * A span of business time during which a price was pinned, [fromAt, toAt); null = still is. One
 * that ended at the instant at which it began was never in force.
 */
export const pricePinTable = defineTable({
  name: 'price_pin',
  key: ['kind', 'instrument', 'fromAt'],
  columns: {
    kind: text('kind'),
    instrument: text('instrument'),
    price,
    oracle,
    fromAt: time('from_at'),
    toAt: nullable(time('to_at')),
  },
});
export type PricePinRow = RowOf<typeof pricePinTable>;

/** The pin in force, by kind and instrument; exact only while the row `PIN_LOCK_KEY` is locked. */
export const openPinLookup = defineLookup<PricePinRow>({
  name: 'open pin',
  keySize: 2,
  text: `select v.n, p.kind, p.instrument, p.price, p.oracle, p.from_at
    from unnest($1::text[], $2::text[]) with ordinality v(kind, instrument, n)
    cross join lateral (select kind, instrument, price, oracle, from_at from price_pin
      where kind = v.kind and instrument = v.instrument and to_at is null
      order by from_at desc limit 1) p`,
  read: ([kind, instrument, priceRaw, oracleRaw, fromAt]) => ({
    kind: kind as string,
    instrument: instrument as string,
    price: price.read(priceRaw),
    oracle: oracle.read(oracleRaw),
    fromAt: fromAt as number,
    toAt: null,
  }),
});
