import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Backend, openBackend } from '../../../test/helpers/backend.ts';
import { handMadeMarket as market } from '../../../test/helpers/perp-markets.ts';
import { testId } from '../../../test/helpers/state.ts';
import { usdc } from '../../money/fixed.ts';
import { rankForAdl } from '../../venues/paper/perps/adl.ts';
import { newPosition, type PerpState } from '../../venues/paper/perps/position.ts';
import { abs, fundingIndex, lots, ticks } from '../../venues/paper/perps/units.ts';
import { candidatesStatement } from './driver.sql.ts';

let backend: Backend;
beforeAll(async () => {
  backend = await openBackend();
});
afterAll(() => backend.close());

/** A tick of the market is 100 quote lots a lot. */
const MARK = 60_000n;
const INDEX = fundingIndex(500n);

const drawn = fc.record({
  size: fc.bigInt({ min: 1n, max: 300n }),
  entry: fc.bigInt({ min: 40_000n, max: 80_000n }),
  /** Of what the position has cost; below nothing where funding has eaten it up. */
  collateralPercent: fc.bigInt({ min: -20n, max: 60n }),
  index: fc.bigInt({ min: 0n, max: 2_000n }),
});
type Drawn = typeof drawn extends fc.Arbitrary<infer P> ? P : never;

const stateOf = ({ size, entry, collateralPercent, index }: Drawn, isLong: boolean): PerpState => {
  const cost = size * entry * market.tickSize;
  return {
    ...newPosition(usdc((cost * collateralPercent) / 100n), fundingIndex(index)),
    baseLots: lots(isLong ? size : -size),
    virtualQuote: usdc(isLong ? -cost : cost),
  };
};

/** Writes positions as they are, whatever else a row would need to make sense. */
async function insert(states: readonly PerpState[], isLong: boolean): Promise<void> {
  await backend.database.withClient(async (client) => {
    await client.query('delete from perp_position');
    await client.query(
      `insert into perp_position select (jsonb_populate_record(null::perp_position,
          jsonb_build_object('id', v.id, 'user_id', v.id, 'proposal_id', v.id, 'group_id', v.id,
            'symbol', 'HAND', 'side', $6::text, 'origin', 'OPEN', 'status', 'OPEN',
            'subaccount', 1, 'leverage', 100, 'base_lots', v.lots, 'virtual_quote', v.quote,
            'collateral', v.collateral, 'funding_index', v.index, 'accumulated_funding', 0,
            'initial_collateral', 1, 'added_collateral', 0, 'withdrawn_collateral', 0,
            'price_pnl', 0, 'funding', 0, 'fees', 0, 'penalty', 0, 'closed_lots', 0,
            'closed_quote', 0, 'followed', false, 'own_triggers', false, 'locked_lots', 0,
            'claimable', 0, 'opened_at', now()))).*
        from unnest($1::uuid[], $2::int8[], $3::int8[], $4::int8[], $5::int8[])
          v(id, lots, quote, collateral, index)`,
      [
        states.map((_, n) => testId(n + 1)),
        states.map(({ baseLots }) => baseLots),
        states.map(({ virtualQuote }) => virtualQuote),
        states.map(({ collateral }) => collateral),
        states.map((state) => state.fundingIndex),
        isLong ? 'LONG' : 'SHORT',
      ],
    );
  });
}

test('those who are asked to deleverage are the first by the rule, as many as are needed', async () => {
  let [cut, spared] = [0, 0];
  const property = fc.asyncProperty(
    fc.array(drawn, { maxLength: 25 }),
    fc.boolean(),
    fc.bigInt({ min: 1n, max: 1_500n }),
    // The loser was on the other side: a long that is closed above the mark, a short below it.
    fc.bigInt({ min: 0n, max: 12_000n }),
    async (all, isLong, needed, away) => {
      const price = isLong ? MARK - away : MARK + away;
      const states = all.map((one) => stateOf(one, isLong));
      await insert(states, isLong);
      const rows = await backend.database.reads.query<{ positionId: string }>(candidatesStatement, [
        'HAND',
        isLong ? 'LONG' : 'SHORT',
        (MARK * market.tickSize).toString(),
        INDEX.toString(),
        needed.toString(),
        (needed * price * market.tickSize).toString(),
        200,
      ]);
      const ranked = rankForAdl(
        market,
        states.map((state, n) => ({ id: testId(n + 1), state })),
        { markTicks: ticks(MARK), fundingIndex: INDEX },
      );
      const atPrice = (state: PerpState) =>
        state.virtualQuote + state.baseLots * price * market.tickSize;
      const winning = ranked.filter(({ state }) => atPrice(state) >= 0n);
      if (winning.length < ranked.length) spared += 1;
      let held = 0n;
      const expected = winning.filter(({ state }) => {
        const isNeeded = held < needed;
        held += abs(state.baseLots);
        return isNeeded;
      });
      if (expected.length < winning.length) cut += 1;
      expect(rows.map(({ positionId }) => positionId)).toEqual(expected.map(({ id }) => id));
    },
  );
  await fc.assert(property, { numRuns: 120 });
  expect(cut).toBeGreaterThan(3);
  expect(spared).toBeGreaterThan(3);
});
