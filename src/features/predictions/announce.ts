import type { Announcement } from '../../engine/command.ts';
import { formatPrice, formatUsdc } from '../../money/text.ts';
import { gainWords, priceWords, type Trader } from '../orders/index.ts';
import { payoutOf } from './present.ts';
import type { PredictionPositionRow, PredictionProposalRow, PredictionTradeRow } from './tables.ts';

/** Tells the group's chat of a call with its opening buy. */
export function announceOpening(
  row: PredictionProposalRow,
  trade: PredictionTradeRow,
  { username }: Trader,
): Announcement {
  const amountUsd = formatUsdc(trade.gross);
  const priceUsd = formatPrice(trade.price);
  return {
    ...named(row, row.creatorId),
    id: trade.id,
    kind: 'PROPOSAL',
    text: `${username} proposed ${outcomeOf(row)} with $${amountUsd} at ${priceWords(trade.price)}.`,
    metadata: { ...about(row), tradeId: trade.id, amountUsd, priceUsd },
  };
}

/** Tells the group's chat that somebody has closed a call, with the sale where there was one. */
export function announceClose(
  id: string,
  row: PredictionProposalRow,
  { userId, username }: Pick<Trader, 'userId' | 'username'>,
  sale: { trade: PredictionTradeRow; position: PredictionPositionRow } | null,
): Announcement {
  const priceUsd = sale === null ? null : formatPrice(sale.trade.price);
  const pnl = sale === null ? null : sale.position.realizedPnl;
  const exit =
    sale === null
      ? ''
      : ` at ${priceWords(sale.trade.price)}, ${gainWords(sale.position.realizedPnl)}`;
  return {
    ...named(row, userId),
    id,
    kind: 'CLOSE',
    text: `${username} closed ${outcomeOf(row)}${exit}.`,
    metadata: {
      ...about(row),
      tradeId: sale?.trade.id ?? null,
      priceUsd,
      pnlUsd: pnl === null ? null : formatUsdc(pnl),
    },
  };
}

/** Tells the group's chat that the market of a call has ended: stopped trading, or resolved. */
export function announceEnd(id: string, row: PredictionProposalRow): Announcement {
  const payout = payoutOf(row);
  if (payout === undefined) {
    return {
      ...named(row, row.creatorId),
      id,
      kind: 'CLOSE',
      text: `${titleOf(row)} has stopped trading; its result is still to come.`,
      metadata: { ...about(row), tradeId: null, priceUsd: null, pnlUsd: null },
    };
  }
  const payoutUsd = formatPrice(payout);
  const how = row.result === 'VOID' ? 'was voided' : `resolved ${row.result}`;
  return {
    ...named(row, row.creatorId),
    id,
    kind: 'RESOLUTION',
    text: `${titleOf(row)} ${how}: a share of ${sideOf(row)} pays $${payoutUsd}.`,
    metadata: { ...about(row), result: row.result, payoutUsd },
  };
}

const named = ({ id, groupId }: PredictionProposalRow, senderId: string) => ({
  groupId,
  senderId,
  vertical: 'PREDICTION' as const,
  proposalId: id,
});

const sideOf = ({ isYes }: PredictionProposalRow): string => (isYes ? 'YES' : 'NO');

/** A market of an event of several is named with its event. */
function titleOf({ eventTitle, marketTitle, marketId }: PredictionProposalRow): string {
  const titles = [...new Set([eventTitle, marketTitle])].filter((title) => title !== null);
  return `“${titles.length === 0 ? marketId : titles.join(': ')}”`;
}

const outcomeOf = (row: PredictionProposalRow): string => `${sideOf(row)} on ${titleOf(row)}`;

const about = (row: PredictionProposalRow) => ({
  eventId: row.eventId,
  marketId: row.marketId,
  outcome: sideOf(row),
  eventTitle: row.eventTitle,
  marketTitle: row.marketTitle,
});
