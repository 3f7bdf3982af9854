import { expect, test } from 'vitest';
import { type ClosingTrade, withLateExit } from './late-exit.ts';

const closing: ClosingTrade = {
  id: 'close',
  leaderId: 'leader',
  groupId: 'group',
  proposalId: 'proposal',
  vertical: 'SPOT',
  side: 'SELL',
  price: 5n,
};

test('a follow that filled after the close gets all of the exit, and gets it alone', () => {
  const own = { ...closing, id: 'other', price: 1n };
  expect(withLateExit({ leaderTrades: [own] }, 'follower', closing).leaderTrades).toEqual([
    own,
    { ...closing, sold: 1n, held: 1n, onlyFollowerId: 'follower' },
  ]);
});

test('a follow that filled before there was a close is left as it is', () => {
  const filled = { rows: [] };
  expect(withLateExit(filled, 'follower', { ...closing, id: null })).toBe(filled);
  expect(withLateExit(filled, 'follower', { ...closing, price: null })).toBe(filled);
});
