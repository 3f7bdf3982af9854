import type { LeaderTrade, Write } from '../../engine/command.ts';
import { PRICE_DECIMALS } from '../../money/fixed.ts';
import { formatFixed } from '../../money/text.ts';
import { isoTime } from '../../platform/clock.ts';
import {
  openingFollowsStatement,
  perpExitFollowsStatement,
  predictionExitFollowsStatement,
  spotExitFollowsStatement,
} from './follow.sql.ts';

/** Business time a follow has to be made in (contract 9). */
export const FOLLOW_DEADLINE_MS = 60_000;

/**
 * The statement that writes the follow rows of a leader's trade, in the trade's own transaction:
 * for an opening one per member with auto-buy on, for an exit one per mirrored holding.
 */
export function followRows(trade: LeaderTrade, now: number): Write {
  const values: unknown[] = [
    trade.id,
    trade.leaderId,
    trade.groupId,
    trade.proposalId,
    trade.vertical,
    trade.side,
    formatFixed(trade.price, PRICE_DECIMALS),
    isoTime(now),
    isoTime(now + FOLLOW_DEADLINE_MS),
  ];
  if (trade.sold === undefined || trade.held === undefined) {
    return { statement: openingFollowsStatement, values };
  }
  const only = trade.onlyFollowerId ?? null;
  const exit = [...values, trade.sold, trade.held, only];
  if (trade.vertical === 'PERP') {
    return { statement: perpExitFollowsStatement, values: [...exit, trade.byTrigger === true] };
  }
  const statement =
    trade.vertical === 'PREDICTION' ? predictionExitFollowsStatement : spotExitFollowsStatement;
  return { statement, values: exit };
}
