import type { PerpState } from '../../venues/paper/perps/position.ts';
import type { PerpPositionRow } from './tables.ts';

/** The position of a row as the margin engine takes it. */
export const stateOf = (row: PerpPositionRow): PerpState => ({
  baseLots: row.baseLots,
  virtualQuote: row.virtualQuote,
  collateral: row.collateral,
  fundingIndex: row.fundingIndex,
  accumulatedFunding: row.accumulatedFunding,
  totals: {
    initialCollateral: row.initialCollateral,
    addedCollateral: row.addedCollateral,
    withdrawnCollateral: row.withdrawnCollateral,
    pricePnl: row.pricePnl,
    funding: row.funding,
    fees: row.fees,
    penalty: row.penalty,
    closedLots: row.closedLots,
    closedQuote: row.closedQuote,
  },
});

/** The columns of a row that are the state of its position. */
export const stateColumns = ({ totals, ...state }: PerpState) => ({
  baseLots: state.baseLots,
  virtualQuote: state.virtualQuote,
  collateral: state.collateral,
  fundingIndex: state.fundingIndex,
  accumulatedFunding: state.accumulatedFunding,
  ...totals,
});
