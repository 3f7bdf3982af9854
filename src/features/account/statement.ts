import type { Static } from 'typebox';
import { transferKindName } from '../../ledger/accounts.ts';
import { formatFixed } from '../../money/text.ts';
import { isoTime } from '../../platform/clock.ts';
import { cutPage } from '../../platform/http/cursor.ts';
import { type StatementRow, statementPage } from './account.sql.ts';
import { type PageQuery, statementCursor } from './cursors.ts';
import type { AccountDeps } from './deps.ts';
import type { statementSchema } from './schemas.ts';

/** A page of the movements of a user's money, newest first. VALIDATION_FAILED for a bad cursor. */
export async function readStatement(
  { database }: Pick<AccountDeps, 'database'>,
  userId: string,
  { limit, cursor }: PageQuery,
): Promise<Static<typeof statementSchema>> {
  const values = [userId, ...statementCursor(cursor), limit + 1];
  const read = await database.reads.query<StatementRow>(statementPage, values);
  const { kept, nextCursor } = cutPage(read, limit, ({ transferId, n }) => [transferId, n]);
  const entries = kept.map((row) => {
    const { symbol, decimals } = row;
    return {
      id: `${row.transferId}-${row.n}`,
      at: isoTime(row.at),
      kind: transferKindName(row.kind),
      amount: formatFixed(row.amount, decimals),
      asset: symbol,
      balanceAfter: formatFixed(row.balanceAfter, decimals),
      ref: row.transferId,
    };
  });
  return { entries, nextCursor };
}
