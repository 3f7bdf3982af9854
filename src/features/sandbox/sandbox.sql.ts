import type { Statement } from '../../platform/db/table.ts';

/** Writes the first state of the clock. $1 key, $2 state, $3 business time. */
export const keepClock: Statement = {
  name: 'keep clock',
  text: `insert into setting (key, value, updated_at) values ($1, $2, $3)
    on conflict (key) do nothing`,
};

/** Replaces a state that is still the one that was read. $1 key, $2 before, $3 after, $4 time. */
export const replaceClock: Statement = {
  name: 'replace clock',
  text: 'update setting set value = $3, updated_at = $4 where key = $1 and value = $2',
};

/** The state of the clock. $1 key. */
export const clockValue: Statement = {
  name: 'clock value',
  text: 'select value from setting where key = $1',
};
export interface ClockValueRow {
  readonly value: string;
}

/** Makes the row that changes of pins lock. $1 key, $2 business time. */
export const keepPinLock: Statement = {
  name: 'keep pin lock',
  text: `insert into setting (key, value, updated_at) values ($1, '', $2)
    on conflict (key) do nothing`,
};

/** All pins that are or were in force. */
export const allPins: Statement = {
  name: 'all pins',
  text: `select kind, instrument, price::text, oracle::text, from_at as "fromMs", to_at as "toMs"
    from price_pin where to_at is null or to_at > from_at`,
};
export interface KeptPinRow {
  readonly kind: string;
  readonly instrument: string;
  readonly price: string;
  readonly oracle: string | null;
  readonly fromMs: number;
  readonly toMs: number | null;
}
