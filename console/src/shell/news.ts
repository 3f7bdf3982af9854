import { followSentence } from '../features/home/follow-words.ts';
import type { StreamEvent } from '../live/account-stream.ts';
import { formatUsd } from '../money/format.ts';

/** A short message about something that happened without the user's doing. */
export interface News {
  readonly kind: 'good' | 'info';
  readonly title: string;
  readonly text?: string;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const tradeNews = ({ action, marketSymbol, closeReason }: StreamEvent['data']): News | null => {
  const market = textOf(marketSymbol);
  if (action === 'LIQUIDATION') return { kind: 'info', title: `${market} was liquidated` };
  if (action === 'ADL') return { kind: 'info', title: `${market} was deleveraged by the venue` };
  if (closeReason === 'TAKE_PROFIT') return { kind: 'good', title: `${market} took profit` };
  if (closeReason === 'STOP_LOSS') return { kind: 'info', title: `${market} was stopped out` };
  return null;
};

/** What an own event is worth telling, if anything; what the user did by hand is told there. */
export function newsOf({ type, data }: StreamEvent): News | null {
  switch (type) {
    case 'follow.result': {
      const { status, code } = data;
      if (status === 'QUEUED' || status === 'UNKNOWN') return null;
      const text = followSentence({ status: textOf(status), code: textOf(code) });
      return status === 'FILLED'
        ? { kind: 'good', title: 'Auto-buy followed a call', text }
        : { kind: 'info', title: 'Auto-buy left a call out', text };
    }
    case 'deposit':
      return { kind: 'good', title: `${formatUsd(textOf(data.amountUsd))} came in` };
    case 'order.failed':
      return { kind: 'info', title: 'An order failed', text: 'Your money is back.' };
    case 'prediction.resolved': {
      const won = data.didWin === true;
      const claim = formatUsd(textOf(data.claimableUsd));
      return won
        ? { kind: 'good', title: `A market resolved for you: ${claim} to claim` }
        : { kind: 'info', title: `A market resolved to ${textOf(data.result)}` };
    }
    case 'join_request.approved':
      return { kind: 'good', title: 'You were let into a group' };
    case 'perp.trade':
      return tradeNews(data);
    default:
      return null;
  }
}
