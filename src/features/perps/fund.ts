import { type CommandKind, type RowWrite, ref } from '../../engine/command.ts';
import { assert } from '../../errors/app-error.ts';
import { USDC_ASSET } from '../../ledger/accounts.ts';
import { systemPosting, transfer } from '../../ledger/transfer.ts';
import { formatUsdc } from '../../money/text.ts';
import { settleFunding } from '../../venues/paper/perps/position.ts';
import { fundingIndex as indexOf, type Ticks } from '../../venues/paper/perps/units.ts';
import type { PerpDeps } from './deps.ts';
import { levelsAtAnyMark } from './levels.ts';
import { paramsOf } from './params.ts';
import { stateColumns, stateOf } from './position-state.ts';
import {
  DRIVER_ID,
  type PerpPositionRow,
  perpDriverTable,
  perpFundingPaymentTable,
  perpFundingTable,
  perpMarketTable,
  perpPositionTable,
} from './tables.ts';

/** One market's rate of the interval that has ended. */
export interface IntervalRate {
  readonly symbol: string;
  /** Quote lots per base lot; positive when longs pay. */
  readonly rate: bigint;
  readonly markTicks: Ticks;
}

/** A position that was opened when the interval was over, by somebody who was faster than the driver. */
export interface Latecomer {
  readonly positionId: string;
  readonly userId: string;
  readonly symbol: string;
}

export interface EndInterval {
  readonly startMs: number;
  readonly endMs: number;
  readonly rates: readonly IntervalRate[];
  readonly latecomers: readonly Latecomer[];
  readonly fence: number;
}

/**
 * Adds the rates of a funding interval to the markets' indexes, exactly once: a market that has this
 * interval already is left alone, and so is everything for a driver that is not the driver any more.
 * In the same transaction all marks before its end count as looked at, so that none of them is ever
 * judged by the new index, and positions that were not there yet begin after it. Answers whether the
 * driver still drives.
 */
export const endInterval: CommandKind<EndInterval> = {
  name: 'perps.endInterval',
  needs: ({ rates, latecomers }) => ({
    users: latecomers.map(({ userId }) => userId),
    rows: latecomers.map(({ positionId }) => ref(perpPositionTable, positionId)),
    update: [
      ref(perpDriverTable, DRIVER_ID),
      ...rates.map(({ symbol }) => ref(perpMarketTable, symbol)),
    ],
  }),
  decide(state, { startMs, endMs, rates, latecomers, fence }) {
    const driver = state.get(perpDriverTable, DRIVER_ID);
    if (driver?.fence !== fence) return { answer: { status: 200, data: { drives: false } } };
    const doneUntil = Math.max(driver.doneUntil ?? 0, endMs - 1);
    const due = rates.flatMap(({ symbol, rate, markTicks }) => {
      const market = state.get(perpMarketTable, symbol);
      assert(market, 'every market has its row');
      if (market.fundedUntil > startMs) return [];
      const indexAfter = indexOf(market.fundingIndex + rate);
      const late = latecomers
        .filter((position) => position.symbol === symbol)
        .flatMap(({ positionId }) => movedOn(state.get(perpPositionTable, positionId), rate));
      return [
        ...late,
        {
          table: perpMarketTable,
          row: { symbol, fundingIndex: indexAfter, fundedUntil: endMs },
        },
        {
          table: perpFundingTable,
          row: { symbol, intervalStart: startMs, rate, markTicks, indexAfter },
        },
      ];
    });
    return {
      rows: [...due, { table: perpDriverTable, row: { ...driver, doneUntil } }],
      answer: { status: 200, data: { drives: true } },
    };
  },
};

/** A position counts from behind an interval that it has had no part in. */
function movedOn(row: PerpPositionRow | undefined, rate: bigint): RowWrite[] {
  if (row?.status !== 'OPEN') return [];
  const fundingIndex = indexOf(row.fundingIndex + rate);
  return [{ table: perpPositionTable, row: { ...row, fundingIndex } }];
}

export interface SettleFunding {
  readonly positionId: string;
  readonly userId: string;
  readonly symbol: string;
  readonly markTicks: Ticks;
}

/**
 * Moves the funding that has accrued into the collateral of a position (venues/perps.md 3.5), as of
 * the end of the last interval, and watches it where it is now. Done twice it finds nothing to move.
 */
export const settlePositionFunding = (deps: PerpDeps): CommandKind<SettleFunding> => ({
  name: 'perps.settleFunding',
  needs: ({ positionId, userId, symbol }) => ({
    users: [userId],
    rows: [ref(perpPositionTable, positionId), ref(perpMarketTable, symbol)],
  }),
  decide(state, { positionId, userId, symbol, markTicks }, context) {
    const before = state.get(perpPositionTable, positionId);
    const market = state.get(perpMarketTable, symbol);
    const facts = deps.data.market(symbol);
    assert(facts && market, 'a position has its market');
    const { fundingIndex } = market;
    if (before?.status !== 'OPEN' || before.fundingIndex === fundingIndex) return {};
    const params = paramsOf(facts);
    const settled = settleFunding(stateOf(before), fundingIndex);
    const { funding } = settled;
    const row = {
      ...before,
      ...stateColumns(settled.state),
      ...levelsAtAnyMark(params, settled.state, before, { markTicks, fundingIndex }),
    };
    const position = { table: perpPositionTable, row };
    if (funding === 0n) return { rows: [position] };
    const id = context.ids.next();
    const payment = { id, userId, positionId, amount: funding, createdAt: market.fundedUntil };
    return {
      transfers: [
        transfer(id, 'funding', [
          systemPosting('perpMargin', USDC_ASSET, funding),
          systemPosting('perpVenue', USDC_ASSET, -funding),
        ]),
      ],
      rows: [position, { table: perpFundingPaymentTable, row: payment }],
      events: [
        {
          userId,
          type: 'perp.funding',
          data: { assignmentId: positionId, marketSymbol: symbol, amountUsd: formatUsdc(funding) },
        },
      ],
    };
  },
});
