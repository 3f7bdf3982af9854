import { expect, test } from 'vitest';
import { groupRow, memberRow } from '../../../test/helpers/group-rows.ts';
import { decideOn, testId } from '../../../test/helpers/state.ts';
import { type WalletRow, walletTable } from '../../ledger/tables.ts';
import { usdc } from '../../money/fixed.ts';
import { dollars, priceOf } from '../../money/text.ts';
import { type MembershipRow, membershipTable } from '../groups/index.ts';
import { type IntentRow, intentTable } from '../orders/index.ts';
import { failFollow, reconcileFollow } from './reconcile.ts';
import { type FollowRow, followTable } from './tables.ts';

const NOW = Date.UTC(2026, 0, 31, 23, 59, 30);
const DAY = Math.floor(NOW / 86_400_000);
const [bob, leaderTradeId, tradeId] = [testId(2), testId(4), testId(5)];
const groupId = groupRow().id;

/** A follow of $10 whose order was sent shortly before midnight and is in flight. */
const row: FollowRow = {
  leaderTradeId,
  followerId: bob,
  id: testId(6),
  leaderId: testId(1),
  groupId,
  proposalId: testId(3),
  vertical: 'SPOT',
  side: 'BUY',
  amount: dollars('10'),
  leaderPrice: priceOf('2'),
  sold: null,
  held: null,
  status: 'UNKNOWN',
  code: null,
  message: null,
  tradeId,
  createdAt: NOW,
  deadlineAt: NOW + 60_000,
  settledAt: null,
  fence: 1,
  leaseUntil: NOW,
};
const intent: IntentRow = {
  id: tradeId,
  userId: bob,
  vertical: 'SPOT',
  kind: 'FOLLOW',
  status: 'FAILED',
  groupId,
  proposalId: row.proposalId,
  assetId: 1,
  reservedAsset: 0,
  reservedAmount: row.amount,
  payload: '',
  dueAt: NOW,
  keyHash: null,
  receiptGiven: false,
  errorCode: 'FUNDING_REFUNDED',
  errorMessage: '',
  tradeId: null,
  answerStatus: null,
  answer: null,
  createdAt: NOW,
  updatedAt: NOW,
};
const wallet: WalletRow = {
  userId: bob,
  available: dollars('100'),
  reserved: usdc(0n),
  eventSeq: 0n,
  country: null,
};

const limited = { dailyLimit: dollars('20'), spent: dollars('15'), spentDay: DAY };

function reconcile(change: {
  row?: Partial<FollowRow>;
  intent?: Partial<IntentRow>;
  member?: Partial<MembershipRow>;
  now?: number;
}) {
  const { outcome, set } = decideOn(
    reconcileFollow,
    { leaderTradeId, followerId: bob, groupId, tradeId },
    {
      now: change.now ?? NOW + 1_000,
      rows: [
        [followTable, { ...row, ...change.row }],
        [intentTable, { ...intent, ...change.intent }],
        [membershipTable, memberRow(bob, { ...limited, ...change.member })],
        [walletTable, wallet],
      ],
    },
  );
  return {
    outcome,
    result: set.get(followTable, leaderTradeId, bob),
    spent: set.get(membershipTable, groupId, bob)?.spent,
  };
}

test('a filled order makes the follow FILLED', () => {
  const { result, outcome, spent } = reconcile({ intent: { status: 'SETTLED' } });
  expect([result?.status, result?.settledAt]).toEqual(['FILLED', NOW + 1_000]);
  expect(outcome.events?.map(({ type }) => type)).toEqual(['follow.result']);
  expect(spent).toBe(dollars('15'));
});

test('a failed order makes it FAILED and frees what it took of the day', () => {
  const { result, spent } = reconcile({});
  expect([result?.status, result?.code]).toEqual(['FAILED', 'FUNDING_REFUNDED']);
  expect(spent).toBe(dollars('5'));
  // Without a limit nothing was counted, so there is nothing to free.
  expect(reconcile({ member: { dailyLimit: null } }).spent).toBe(dollars('15'));
});

test('what was taken of a day that is over is not given back to the next', () => {
  const tomorrow = { spentDay: DAY + 1, spent: dollars('15') };
  const { result, spent } = reconcile({ member: tomorrow, now: NOW + 3_600_000 });
  expect(result?.status).toBe('FAILED');
  expect(spent).toBe(dollars('15'));
});

test('an order in flight, or a result that is there, is left alone', () => {
  expect(reconcile({ intent: { status: 'UNKNOWN' } }).outcome).toEqual({});
  expect(reconcile({ row: { status: 'FILLED' } }).outcome).toEqual({});
});

test('a follow that the service could not make is FAILED, under its own claim only', () => {
  const fail = (fence: number, status = 'QUEUED') =>
    decideOn(
      failFollow,
      { leaderTradeId, followerId: bob, fence },
      {
        now: NOW,
        rows: [
          [followTable, { ...row, status, tradeId: null }],
          [walletTable, wallet],
        ],
      },
    ).set.get(followTable, leaderTradeId, bob);
  expect(fail(1)).toMatchObject({ status: 'FAILED', code: 'INTERNAL', settledAt: NOW });
  expect(fail(0)).toMatchObject({ status: 'QUEUED' });
  expect(fail(1, 'FILLED')).toMatchObject({ status: 'FILLED', code: null });
});
