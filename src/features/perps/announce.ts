import type { Announcement } from '../../engine/command.ts';
import { type Price, pow10, type Ratio } from '../../money/fixed.ts';
import { formatPrice, formatRatio, formatUsdc } from '../../money/text.ts';
import { realizedOf } from '../../venues/paper/perps/realized.ts';
import { gainWords, priceWords } from '../orders/index.ts';
import type { Booked } from './book.ts';
import type { PerpOrder } from './order.ts';
import { stateOf } from './position-state.ts';
import type { PerpProposalRow } from './tables.ts';

/** Tells the group's chat of a call with its opening position. */
export function announceOpening(
  { trader, leverage, collateral, ...order }: PerpOrder,
  { trade }: Pick<Booked, 'trade'>,
): Announcement {
  const times = formatRatio((leverage * pow10(16)) as Ratio);
  const collateralUsd = formatUsdc(collateral);
  const priceUsd = trade.price === null ? null : formatPrice(trade.price);
  return {
    ...named({ ...order, id: order.proposalId, creatorId: trader.userId }),
    id: order.id,
    kind: 'PROPOSAL',
    text:
      `${trader.username} proposed a ${times}x ${callOf(order)} with $${collateralUsd}` +
      `${atPrice(trade.price)}.`,
    metadata: {
      ...about(order),
      tradeId: order.id,
      leverage: times,
      collateralUsd,
      priceUsd,
    },
  };
}

/** Tells the group's chat that a call is closed while the creator's exit is still to come, or none. */
export const announceClose = (
  id: string,
  proposal: PerpProposalRow,
  username: string,
): Announcement => ({
  ...named(proposal),
  id,
  kind: 'CLOSE',
  text: `${username} closed the ${callOf(proposal)}.`,
  metadata: {
    ...about(proposal),
    reason: 'USER',
    tradeId: null,
    priceUsd: null,
    pnlUsd: null,
    pnlPct: null,
  },
});

/**
 * Tells the group's chat how a call ended with its first position: by hand, by a trigger, by
 * liquidation. Nothing for a call that had been closed before.
 */
export function announceEnd(
  proposal: PerpProposalRow,
  { row, trade }: Pick<Booked, 'row' | 'trade'>,
  username: string | null,
): Announcement[] {
  if (proposal.closedAt !== null) return [];
  const { netPnl, netPct } = realizedOf(stateOf(row).totals);
  const priceUsd = trade.price === null ? null : formatPrice(trade.price);
  const how = howItEnded(row.closeReason, callOf(proposal), username);
  return [
    {
      ...named(proposal),
      id: trade.id,
      kind: 'CLOSE',
      text: `${how}${atPrice(trade.price)}, ${gainWords(netPnl)}.`,
      metadata: {
        ...about(proposal),
        reason: row.closeReason,
        tradeId: trade.id,
        priceUsd,
        pnlUsd: formatUsdc(netPnl),
        pnlPct: formatRatio(netPct),
      },
    },
  ];
}

function howItEnded(reason: string | null, call: string, username: string | null): string {
  switch (reason) {
    case 'STOP_LOSS':
      return `The stop loss closed the ${call}`;
    case 'TAKE_PROFIT':
      return `The take profit closed the ${call}`;
    case 'LIQUIDATED':
      return `The ${call} was liquidated`;
    case 'ADL_CLOSED':
      return `The ${call} was closed by auto-deleveraging`;
    default:
      return username === null ? `The ${call} was closed` : `${username} closed the ${call}`;
  }
}

const named = (of: Pick<PerpProposalRow, 'id' | 'groupId' | 'creatorId'>) => ({
  groupId: of.groupId,
  senderId: of.creatorId,
  vertical: 'PERP' as const,
  proposalId: of.id,
});

const atPrice = (price: Price | null): string => (price === null ? '' : ` at ${priceWords(price)}`);

const callOf = ({ side, symbol }: Pick<PerpProposalRow, 'side' | 'symbol'>): string =>
  `${side.toLowerCase()} on ${symbol}`;

const about = ({
  symbol,
  side,
  positionId,
}: Pick<PerpProposalRow, 'symbol' | 'side' | 'positionId'>) => ({
  symbol,
  side,
  positionId,
});
