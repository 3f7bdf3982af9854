import type { Announcement } from '../../engine/command.ts';
import { assert } from '../../errors/app-error.ts';
import { formatPrice, formatRatio, formatUsdc } from '../../money/text.ts';
import { gainWords, priceWords } from '../orders/index.ts';
import type { SpotDeps } from './deps.ts';
import type { SpotOrder } from './order.ts';
import type { SpotProposalRow, SpotTradeRow } from './tables.ts';

type Market = Pick<SpotDeps, 'market'>;

/** Tells the group's chat of a call with its opening buy. */
export function announceOpening(
  { market }: Market,
  { trader, asset }: Pick<SpotOrder, 'trader' | 'asset'>,
  row: SpotProposalRow,
  trade: SpotTradeRow,
): Announcement {
  const symbol = symbolOf(market, asset.mint);
  const amountUsd = formatUsdc(trade.gross);
  const priceUsd = formatPrice(trade.price);
  return {
    ...named(row, trader.userId),
    id: trade.id,
    kind: 'PROPOSAL',
    text: `${trader.username} proposed ${symbol} with $${amountUsd} at ${priceWords(trade.price)}.`,
    metadata: { symbol, contractAddress: asset.mint, tradeId: trade.id, amountUsd, priceUsd },
  };
}

/** Tells the group's chat that a call is closed, with its creator's exit where there was one. */
export function announceClose(
  { market }: Market,
  { id, trader, asset }: Pick<SpotOrder, 'id' | 'trader' | 'asset'>,
  row: SpotProposalRow,
): Announcement {
  const symbol = symbolOf(market, asset.mint);
  const priceUsd = row.exitPrice === null ? null : formatPrice(row.exitPrice);
  const at = row.exitPrice === null ? '' : ` at ${priceWords(row.exitPrice)}`;
  const gain = row.exitPnl === null ? '' : `, ${gainWords(row.exitPnl)}`;
  return {
    ...named(row, trader.userId),
    id,
    kind: 'CLOSE',
    text: `${trader.username} closed ${symbol}${at}${gain}.`,
    metadata: {
      symbol,
      contractAddress: asset.mint,
      tradeId: row.closeTradeId,
      priceUsd,
      pnlUsd: row.exitPnl === null ? null : formatUsdc(row.exitPnl),
      pnlPct: row.exitPnlPct === null ? null : formatRatio(row.exitPnlPct),
    },
  };
}

const named = ({ id, groupId, vertical }: SpotProposalRow, senderId: string) => ({
  groupId,
  senderId,
  vertical: vertical as 'SPOT' | 'STOCK',
  proposalId: id,
});

function symbolOf(market: SpotDeps['market'], mint: string): string {
  const token = market.token(mint);
  assert(token, 'a call has its token');
  return token.symbol;
}
