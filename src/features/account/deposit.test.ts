import { expect, test } from 'vitest';
import { decideOn, testId } from '../../../test/helpers/state.ts';
import { walletTable } from '../../ledger/tables.ts';
import { MAX_LEDGER_UNITS, usdc } from '../../money/fixed.ts';
import { dollars } from '../../money/text.ts';
import { deposit } from './deposit.ts';

const userId = testId(1);
const wallet = {
  userId,
  available: dollars('5'),
  reserved: dollars('2'),
  eventSeq: 3n,
  country: null,
};
const given = { now: 1_700_000_000_000, rows: [[walletTable, wallet]] as const };

test('a deposit comes from outside into the spendable balance, with its row and event', () => {
  // 5 spendable + 10.5 deposited = 15.5; the 2 that are reserved stay.
  const command = { userId, amount: dollars('10.5'), source: 'sandbox' };
  const { outcome, set } = decideOn(deposit, command, given);
  const id = '00000000-0000-7000-8000-000000000001';
  expect(set.wallet(userId)).toEqual({ ...wallet, available: 15_500_000n, eventSeq: 4n });
  expect(set.entries.map(({ account, amount, userId: of }) => [account, amount, of])).toEqual([
    [10, -10_500_000n, null],
    [0, 10_500_000n, userId],
  ]);
  expect(outcome.rows?.[0]?.row).toEqual({
    id,
    userId,
    amount: 10_500_000n,
    source: 'sandbox',
    createdAt: given.now,
  });
  expect(set.events).toEqual([
    {
      userId,
      seq: 4n,
      type: 'deposit',
      at: given.now,
      data: `{"depositId":"${id}","amountUsd":"10.5","source":"sandbox","cashBalanceUsd":"15.5"}`,
    },
  ]);
  expect(outcome.answer).toEqual({
    status: 200,
    data: { depositId: id, userId, amountUsd: '10.5', cashBalanceUsd: '15.5' },
  });
});

test('nothing, less than nothing and more than a wallet holds are refused', () => {
  // 5 + 2 held: the largest deposit that fits is the limit less 7 dollars.
  const room = usdc(MAX_LEDGER_UNITS - 7_000_000n);
  const of = (amount: bigint) => () =>
    decideOn(deposit, { userId, amount: usdc(amount), source: 'sandbox' }, given);
  expect(of(0n)).toThrow('amountUsd must be above 0');
  expect(of(-1n)).toThrow('amountUsd must be above 0');
  expect(of(room + 1n)).toThrow('amountUsd is more than a wallet can hold');
  expect(of(room)().set.wallet(userId)?.available).toBe(MAX_LEDGER_UNITS - 2_000_000n);
});

test('a user who does not exist gets nothing', () => {
  const command = { userId: testId(2), amount: dollars('1'), source: 'sandbox' };
  expect(() => decideOn(deposit, command, given)).toThrow(
    expect.objectContaining({ code: 'NOT_FOUND' }),
  );
});
