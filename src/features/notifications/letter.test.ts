import { expect, test } from 'vitest';
import { digestLetter, nextDigest } from './digest.ts';
import { MAX_NOTICE_LINES, noticeLetter } from './letter.ts';
import type { CallRow } from './notifications.sql.ts';
import { changedSettings, defaultSettings, settingsObject } from './settings.ts';

const follow = (status: string, code: string | null = null) => ({
  type: 'follow.result',
  data: JSON.stringify({ status, code, vertical: 'PERP', side: 'LONG' }),
});
const perp = (action: string) => ({
  type: 'perp.trade',
  data: JSON.stringify({
    action,
    marketSymbol: 'SOL',
    side: 'SHORT',
    sizeBaseUnits: '0.25',
    priceUsd: '150.5',
    penaltyUsd: '1.25',
  }),
});
const call = (change: Partial<CallRow> = {}): CallRow => ({
  groupId: 'g',
  name: 'Geese',
  content: 'ada proposed SOL with $25 at $150.',
  metadata: '{"kind":"PROPOSAL"}',
  createdAt: 1,
  own: false,
  ...change,
});
const linesOf = (...about: Parameters<typeof noticeLetter>): string[] =>
  noticeLetter(...about)?.body.split('\n') ?? [];

test('results of follows are told once they are final', () => {
  const events = [
    follow('UNKNOWN'),
    follow('FILLED'),
    follow('SKIPPED', 'PRICE_MOVED'),
    follow('FAILED', 'ORDER_REJECTED'),
  ];
  expect(linesOf('followResults', events, [])).toEqual([
    'A follow was filled: PERP LONG.',
    'A follow was skipped: PERP LONG, PRICE_MOVED.',
    'A follow was not made: PERP LONG, ORDER_REJECTED.',
  ]);
  expect(noticeLetter('calls,liquidations', events, [])).toBeNull();
});

test('of perpetual trades only what happened without the owner is told', () => {
  const events = ['OPEN', 'LIQUIDATION', 'ADL', 'CLOSE'].map(perp);
  expect(linesOf('liquidations', events, [])).toEqual([
    'A position was liquidated: SOL SHORT, 0.25 at $150.5, penalty $1.25.',
    'A position was deleveraged: SOL SHORT, 0.25 at $150.5.',
  ]);
  expect(noticeLetter('followResults,calls', events, [])).toBeNull();
});

test('calls of others are told with their group, not their ends and not own ones', () => {
  const calls = [call(), call({ own: true }), call({ metadata: '{"kind":"CLOSE"}' })];
  expect(linesOf('calls', [], calls)).toEqual(['Geese: ada proposed SOL with $25 at $150.']);
  expect(noticeLetter('followResults', [], calls)).toBeNull();
});

test('what is beyond the lines of one mail is counted', () => {
  const events = Array.from({ length: MAX_NOTICE_LINES + 3 }, () => follow('FILLED'));
  const lines = linesOf('followResults', events, []);
  expect(lines).toHaveLength(MAX_NOTICE_LINES + 1);
  expect(lines.at(-1)).toBe('… and 3 more.');
});

test('digests are due at midnight and count what there was', () => {
  const midnight = Date.UTC(2026, 0, 31);
  expect(nextDigest(midnight - 1)).toBe(midnight);
  expect(nextDigest(midnight)).toBe(Date.UTC(2026, 1, 1));
  const counts = new Map([
    ['follow.result', 2],
    ['spot.trade', 1],
    ['chat.read', 7],
  ]);
  expect(digestLetter('2026-01-30', counts, '12.5')).toEqual({
    subject: 'Your day on Skein: 2026-01-30',
    body: '- trades of tokens and stocks: 1\n- results of follows: 2\n\nYou can spend $12.5.',
  });
  expect(digestLetter('2026-01-30', new Map(), '0').body).toBe(
    'Nothing has happened in your account.\n\nYou can spend $0.',
  );
});

test('a change touches what it names; security is on whatever is stored', () => {
  const changed = changedSettings(defaultSettings, {
    calls: { mail: true },
    followResults: { inApp: false },
  });
  expect(changed).toEqual({ mail: 'calls', inApp: 'calls,liquidations,digest' });
  expect(settingsObject({ mail: '', inApp: '' }).security).toEqual({ mail: true, inApp: true });
  expect(settingsObject(changed).calls).toEqual({ mail: true, inApp: true });
});
