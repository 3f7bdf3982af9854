import { expect } from 'vitest';
import type { Model } from './recorded-predictions-model.ts';
import { compareWallets } from './recorded-predictions-settling.ts';
import type { World } from './recorded-predictions-world.ts';

/** Accounts of the ledger that belong to nobody, which hold dollars in these runs. */
const EXTERNAL = 10;
const PREDICTION_VENUE = 21;
const VENUE_FEES = 22;

/** What is paid is what is owed, no dollar was made or lost, and the ledger proves itself. */
export async function expectMoney(world: World, owed: bigint): Promise<void> {
  const { deposits, venue, fees, paid } = world.model.totals;
  expect(paid).toBe(owed);
  expect(await compareWallets(world)).toBe(deposits - venue - fees);
  expect(world.model.problems).toEqual([]);
  const { reads } = world.app.app.services.database;
  const books = await reads.query<{ account: number; sum: bigint }>({
    name: 'dollars of system accounts',
    text: `select account::int4 as account, sum(amount)::int8 as sum from entry
      where user_id is null and asset_id = 0 group by account order by account`,
  });
  const right = [
    [EXTERNAL, -deposits],
    [PREDICTION_VENUE, venue],
    [VENUE_FEES, fees],
  ];
  // Without fees nothing is booked on their account.
  expect(books.map(({ account, sum }) => [account, sum])).toEqual(
    right.filter(([, sum]) => sum !== 0n),
  );
  await world.app.audit();
  await expectPairs(world, owed);
}

interface Claims extends Record<string, unknown> {
  readonly market: string;
  readonly yes: boolean;
  readonly paid: bigint;
  readonly size: bigint;
}

/** A YES and a NO share of one market have paid one dollar together. */
async function expectPairs({ app, model }: World, owed: bigint): Promise<void> {
  const claims = await app.app.services.database.reads.query<Claims>({
    name: 'claims by side',
    text: `select p.market_id as market, p.is_yes as yes, sum(t.gross)::int8 as paid,
        sum(t.quantity)::int8 as size
      from prediction_trade t join prediction_proposal p on p.id = t.proposal_id
      where t.side = 'CLAIM' group by 1, 2`,
  });
  expect(claims.reduce((sum, row) => sum + row.paid, 0n)).toBe(owed);
  const results = resultsOf(model);
  for (const { market, yes, paid, size } of claims) {
    const result = results.get(market);
    // Twice the dollars of a share: 2 of the side that won, 1 of each side of a VOID market.
    const twice = result === 'VOID' ? 1n : result === (yes ? 'YES' : 'NO') ? 2n : 0n;
    expect([market, yes, paid * 2n]).toEqual([market, yes, size * twice]);
  }
}

const resultsOf = ({ calls }: Model) => new Map(calls.map(({ slug, result }) => [slug, result]));
