import { expect, test } from 'vitest';
import { newsOf } from './news.ts';

const news = (type: string, data: Record<string, unknown>) =>
  newsOf({ seq: 1, at: '2026-01-31T14:30:00.000Z', type, data });

test('a follow tells what became of it, and why', () => {
  expect(news('follow.result', { status: 'FILLED' })).toEqual({
    kind: 'good',
    title: 'Auto-buy followed a call',
    text: "Copied the leader's trade.",
  });
  expect(news('follow.result', { status: 'SKIPPED', code: 'PRICE_MOVED' })).toEqual({
    kind: 'info',
    title: 'Auto-buy left a call out',
    text: "The price had moved too far from the leader's.",
  });
  expect(news('follow.result', { status: 'UNKNOWN' })).toBe(null);
});

test('money and ends that come without a hand are told', () => {
  expect(news('deposit', { amountUsd: '250.5' })?.title).toBe('$250.50 came in');
  expect(news('perp.trade', { action: 'LIQUIDATION', marketSymbol: 'SOL' })?.title).toBe(
    'SOL was liquidated',
  );
  expect(
    news('perp.trade', { action: 'CLOSE', marketSymbol: 'SOL', closeReason: 'STOP_LOSS' })?.title,
  ).toBe('SOL was stopped out');
  expect(news('prediction.resolved', { didWin: true, claimableUsd: '12' })?.title).toBe(
    'A market resolved for you: $12.00 to claim',
  );
});

test('what one does by hand is not told twice', () => {
  expect(news('spot.trade', { tradeType: 'BUY' })).toBe(null);
  expect(news('perp.trade', { action: 'OPEN', marketSymbol: 'SOL', closeReason: null })).toBe(null);
});
