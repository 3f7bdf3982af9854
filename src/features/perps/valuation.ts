import { type Usdc, usdc } from '../../money/fixed.ts';
import type { Valuer } from '../account/index.ts';
import type { PerpDeps } from './deps.ts';
import { positionValue } from './present.ts';
import { type ValuedPositionRow, valuedPositionsStatement } from './read.sql.ts';
import { indexOf, positionRow } from './read.ts';

/** Equity of open positions and take-profits that wait to be claimed (contract 4, 18.21). */
export const perpsValuer = (deps: Pick<PerpDeps, 'data'>): Valuer => ({
  field: 'perpsValueUsd',
  async load(query, userIds) {
    const records = await query.query<ValuedPositionRow>(valuedPositionsStatement, [userIds]);
    const values = new Map<string, ((atMs: number) => Usdc)[]>();
    for (const record of records) {
      const row = positionRow(record);
      const fundingIndex = indexOf(record);
      const value = (nowMs: number) => positionValue(row, { deps, fundingIndex, nowMs });
      const others = values.get(row.userId);
      if (others) others.push(value);
      else values.set(row.userId, [value]);
    }
    return (userId, _holdings, atMs) =>
      usdc((values.get(userId) ?? []).reduce((sum, value) => sum + value(atMs), 0n));
  },
});
