import { usdc } from '../../money/fixed.ts';
import type { Valuer } from '../account/index.ts';
import { valuedPositionsStatement } from './read.sql.ts';
import { type PerpReadDeps, type PositionRecord, valueOfRecord } from './read.ts';

/** Equity of open positions and take-profits that wait to be claimed (contract 4, 18.21). */
export const perpsValuer = (deps: PerpReadDeps): Valuer => ({
  field: 'perpsValueUsd',
  async value(userId) {
    const records = await deps.reads.query<PositionRecord>(valuedPositionsStatement, [userId]);
    return usdc(records.reduce((sum, record) => sum + valueOfRecord(deps, record), 0n));
  },
});
