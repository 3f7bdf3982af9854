import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import {
  call,
  closeCall,
  predictInto,
  propose,
  sellOf,
} from '../../../test/helpers/prediction-orders.ts';
import { openTrading, type Trading } from '../../../test/helpers/trading.ts';
import { FRESHNESS_LIMIT_MS } from '../../market/freshness.ts';
import type { Trader } from '../orders/index.ts';

let on: Trading;
let ada: Trader;
let group: string;
let id: string;

beforeAll(async () => {
  on = await openTrading();
  ada = await on.user('ada');
  group = await on.group(ada);
  id = await call(on, ada, group, { market: 'rain', amount: '41' });
});
afterAll(() => on.close());

/** While every book is so old, and no price is pinned. */
async function aged<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const { data } = on.predictions;
  const quote = data.quote.bind(data);
  const spy = vi.spyOn(data, 'quote').mockImplementation((market, atMs) => {
    const found = quote(market, atMs);
    return found && { ...found, atMs: atMs - ms, pinned: null };
  });
  return work().finally(() => spy.mockRestore());
}

const orders = {
  propose: () => propose(on, ada, group, { market: 'snow', amount: '41' }),
  predict: () => predictInto(on, ada, id, '41'),
  sell: () => sellOf(on, ada, id, 'max'),
  'sell a part': () => sellOf(on, ada, id, '10'),
  close: () => closeCall(on, ada, id),
};

it.each(Object.entries(orders))(
  'at a book that is too old nothing is traded: %s',
  async (_, order) => {
    const late = aged(FRESHNESS_LIMIT_MS + 1, order);
    await expect(late).rejects.toMatchObject({ code: 'PRICE_UNAVAILABLE' });
  },
);

it('one that is just fresh enough is traded at', async () => {
  expect((await aged(FRESHNESS_LIMIT_MS, orders.predict)).status).toBe(200);
  expect((await aged(FRESHNESS_LIMIT_MS, orders['sell a part'])).status).toBe(200);
});
