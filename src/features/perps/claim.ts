import { type CommandKind, ref } from '../../engine/command.ts';
import { AppError, assert } from '../../errors/app-error.ts';
import { USDC_ASSET } from '../../ledger/accounts.ts';
import { systemPosting, transfer, userPosting } from '../../ledger/transfer.ts';
import { usdc } from '../../money/fixed.ts';
import { formatRatio, formatUsdc } from '../../money/text.ts';
import { isoTime } from '../../platform/clock.ts';
import type { PerpMarketParams } from '../../venues/paper/perps/market-params.ts';
import { lotsToUnits } from '../../venues/paper/perps/prices.ts';
import { realizedOf } from '../../venues/paper/perps/realized.ts';
import type { PerpPositionIdentity } from './identity.ts';
import { stateOf } from './position-state.ts';
import { freeSubaccount } from './subaccounts.ts';
import { perpAccountTable, perpPositionTable } from './tables.ts';

export interface ClaimPerp {
  readonly userId: string;
  readonly position: PerpPositionIdentity;
  readonly params: Pick<PerpMarketParams, 'tickSize' | 'baseLotsDecimals'>;
}

/**
 * Acknowledges a close by take-profit and drains its proceeds to the wallet, once (contract 8);
 * never gated by membership, region or the kill switch. NOT_CLAIMABLE.
 */
export const claim: CommandKind<ClaimPerp> = {
  name: 'perps.claim',
  needs: ({ userId, position }) => ({
    users: [userId],
    rows: [ref(perpPositionTable, position.id), ref(perpAccountTable, userId)],
  }),
  decide(state, { userId, position, params }, context) {
    const row = state.get(perpPositionTable, position.id);
    assert(row, 'a known position has its row');
    if (row.claimable === 0n) throw new AppError('NOT_CLAIMABLE');
    const id = context.ids.next();
    const proceeds = row.claimable;
    const realized = realizedOf(stateOf(row).totals);
    const claimed = { ...row, claimable: usdc(0n), claimedAt: context.now };
    const data = {
      assignmentId: row.id,
      proposalId: row.proposalId,
      marketSymbol: row.symbol,
      side: row.side,
      closePnlUsd: formatUsdc(realized.netPnl),
      closePnlPct: formatRatio(realized.netPct),
      closeProceedsUsd: formatUsdc(proceeds),
      closedBaseUnits: lotsToUnits(params, row.closedLots),
      claimedAt: isoTime(context.now),
    };
    return {
      transfers: [
        transfer(id, 'claim', [
          userPosting(userId, USDC_ASSET, proceeds),
          systemPosting('perpMargin', USDC_ASSET, -proceeds),
        ]),
      ],
      rows: [
        { table: perpPositionTable, row: claimed },
        freeSubaccount(state, userId, row.subaccount),
      ],
      events: [{ userId, type: 'perp.claimed', data }],
      answer: { status: 200, data },
    };
  },
};
