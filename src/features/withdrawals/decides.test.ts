import { expect, test } from 'vitest';
import { decideOn, type Given, testId } from '../../../test/helpers/state.ts';
import { type CommandKind, ref } from '../../engine/command.ts';
import type { AppError } from '../../errors/app-error.ts';
import { walletTable } from '../../ledger/tables.ts';
import { usdc } from '../../money/fixed.ts';
import { dollars } from '../../money/text.ts';
import { cancelWithdrawal } from './cancel-withdrawal.ts';
import { claimSend } from './claim-send.ts';
import { SEND_LEASE_MS, WITHDRAWALS_PER_DAY } from './limits.ts';
import { accountMode, depositAddress, knownAddress, recentWithdrawals } from './lookups.ts';
import { recordOutcome } from './record-outcome.ts';
import { releaseWithdrawal } from './release-withdrawal.ts';
import { settleWithdrawal } from './settle-withdrawal.ts';
import { type WithdrawalRow, withdrawalSendTable, withdrawalTable } from './tables.ts';
import { type WithdrawCommand, withdraw } from './withdraw.ts';

const userId = testId(1);
const address = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin';
const now = Date.UTC(2026, 0, 31, 14, 30);
const HOUR = 3_600_000;
const rules = { dailyLimit: dollars('10000'), delayMs: 24 * HOUR };
const origin = { ip: '203.0.113.9', userAgent: 'browser' };
const wallet = {
  userId,
  available: dollars('500'),
  reserved: dollars('7'),
  eventSeq: 3n,
  country: null,
};
const paper = { ref: ref(accountMode, userId), row: { mode: 'paper' } };

const wish = (amountUsd: string, change: Partial<WithdrawCommand> = {}): WithdrawCommand => ({
  userId,
  address,
  amount: dollars(amountUsd),
  step: 100,
  origin,
  ...change,
});
const given = (change: Partial<Given> = {}): Given => ({
  now,
  rows: [[walletTable, wallet]],
  ...change,
  found: [paper, ...(change.found ?? [])],
});

function refusalOf<C>(kind: CommandKind<C>, command: C, from: Given) {
  try {
    decideOn(kind, command, from);
    return null;
  } catch (error) {
    const { code, details } = error as AppError;
    return { code, details };
  }
}

const known = (knownAt: number) => ({
  ref: ref(knownAddress, userId, address),
  row: { knownAt },
});
const recent = (...amounts: readonly [ago: number, usd: string][]) => ({
  ref: ref(recentWithdrawals, userId),
  row: {
    recent: amounts.map(([ago, usd], n) => ({
      id: testId(n),
      at: now - ago,
      amount: dollars(usd),
    })),
  },
});

test('a withdrawal to a new address holds the money for 24 hours, with log, mail and event', () => {
  // 500 − 120.5 = 379.5 spendable, 7 + 120.5 = 127.5 held.
  const { outcome, set } = decideOn(withdraw(rules), wish('120.5'), given());
  expect(set.wallet(userId)).toMatchObject({
    available: dollars('379.5'),
    reserved: dollars('127.5'),
  });
  const id = '00000000-0000-7000-8000-000000000001';
  expect(outcome.answer?.data).toMatchObject({
    id,
    address,
    amountUsd: '120.5',
    status: 'DELAYED',
    availableAt: '2026-02-01T14:30:00.000Z',
    txSignature: null,
  });
  const tables = outcome.rows?.map(({ table }) => table.name);
  expect(tables).toEqual(['withdrawal', 'totp_step', 'security_event', 'mail']);
  expect(outcome.rows?.[2]?.row).toMatchObject({
    kind: 'withdrawal_requested',
    ip: '203.0.113.9',
    userAgent: 'browser',
    details: JSON.stringify({ withdrawalId: id, address, amountUsd: '120.5', status: 'DELAYED' }),
  });
  expect(outcome.rows?.[3]?.row).toMatchObject({ subject: 'Withdrawal to a new address' });
  expect(set.events.map(({ type }) => type)).toEqual(['withdrawal.requested']);
});

test('to an address that is past its delay it is pending at once, without a mail', () => {
  const at = (knownAt: number) =>
    decideOn(withdraw(rules), wish('1'), given({ found: [known(knownAt)] })).outcome;
  expect(at(now).answer?.data).toMatchObject({ status: 'PENDING' });
  expect(at(now).rows?.map(({ table }) => table.name)).toEqual([
    'withdrawal',
    'totp_step',
    'security_event',
  ]);
  // A millisecond before the end of the other one's delay it waits a whole delay of its own.
  expect(at(now + 1).answer?.data).toMatchObject({
    status: 'DELAYED',
    availableAt: '2026-02-01T14:30:00.000Z',
  });
});

test('without a delay in the configuration nothing waits', () => {
  const { outcome } = decideOn(withdraw({ ...rules, delayMs: 0 }), wish('1'), given());
  expect(outcome.answer?.data).toMatchObject({ status: 'PENDING' });
});

test('a code works once, and none before it works after it', () => {
  const [used] = decideOn(withdraw(rules), wish('1'), given()).outcome.rows?.slice(1) ?? [];
  if (!used) throw new Error('no step was noted');
  const from = given({
    rows: [
      [walletTable, wallet],
      [used.table, used.row],
    ],
  });
  const refused = { code: 'SECOND_FACTOR_INVALID', details: {} };
  expect(refusalOf(withdraw(rules), wish('1', { step: 100 }), from)).toEqual(refused);
  expect(refusalOf(withdraw(rules), wish('1', { step: 99 }), from)).toEqual(refused);
  expect(refusalOf(withdraw(rules), wish('1', { step: 101 }), from)).toBeNull();
});

test('too little, too much and deposit addresses are refused', () => {
  const of = (amountUsd: string, from = given()) =>
    refusalOf(withdraw(rules), wish(amountUsd), from);
  expect(of('0.999999')).toEqual({
    code: 'AMOUNT_BELOW_MINIMUM',
    details: { minimumUsd: '1', amountUsd: '0.999999' },
  });
  expect(of('1')).toBeNull();
  expect(of('500')).toBeNull();
  expect(of('500.000001')).toEqual({
    code: 'INSUFFICIENT_FUNDS',
    details: { required: '500.000001', available: '500', currency: 'USDC' },
  });
  const own = { ref: ref(depositAddress, address), row: { userId } };
  expect(of('1', given({ found: [own] }))?.code).toBe('ADDRESS_INVALID');
});

test('what left in the last 24 hours counts against the limit, to the millisecond', () => {
  const of = (amountUsd: string, ...amounts: readonly [ago: number, usd: string][]) =>
    refusalOf(withdraw({ ...rules, dailyLimit: dollars('300') }), wish(amountUsd), {
      ...given({ found: [recent(...amounts)] }),
    });
  // 300 − 200 = 100 are left; what is 24 hours old counts no more.
  expect(of('100', [1, '200'])).toBeNull();
  expect(of('100.000001', [1, '200'])).toEqual({
    code: 'WITHDRAWAL_LIMIT',
    details: { dailyLimitUsd: '300', remainingUsd: '100', amountUsd: '100.000001' },
  });
  expect(of('100', [24 * HOUR - 1, '200.000001'])?.code).toBe('WITHDRAWAL_LIMIT');
  expect(of('300', [24 * HOUR, '200.000001'])).toBeNull();
  // Lowered below what has left already: nothing more, but no less than nothing.
  expect(of('1', [1, '301'])?.details.remainingUsd).toBe('0');
});

test('there is a greatest number of withdrawals in 24 hours', () => {
  const many = (count: number) =>
    recent(...Array.from({ length: count }, () => [1, '1'] as [number, string]));
  const of = (count: number) =>
    refusalOf(withdraw(rules), wish('1'), given({ found: [many(count)] }))?.code;
  expect(of(WITHDRAWALS_PER_DAY - 1)).toBeUndefined();
  expect(of(WITHDRAWALS_PER_DAY)).toBe('WITHDRAWAL_LIMIT');
});

const id = testId(9);
const row = (change: Partial<WithdrawalRow> = {}): WithdrawalRow => ({
  id,
  userId,
  mode: 'paper',
  address,
  amount: dollars('7'),
  status: 'PENDING',
  availableAt: now,
  signature: null,
  createdAt: now - HOUR,
  updatedAt: now - HOUR,
  sentAt: null,
  closedAt: null,
  ...change,
});
const send = (change: object = {}) => ({
  withdrawalId: id,
  userId,
  fence: 4,
  state: 'SENDING',
  leasedUntil: now + 1,
  ...change,
});
const having = (change: Partial<WithdrawalRow>, sending?: object): Given =>
  given({
    rows: [
      [walletTable, wallet],
      [withdrawalTable, row(change)],
      ...(sending ? [[withdrawalSendTable, send(sending)] as const] : []),
    ],
  });

test('the delay ends at its instant and not before', () => {
  const of = (availableAt: number) =>
    decideOn(releaseWithdrawal, { id, userId }, having({ status: 'DELAYED', availableAt })).outcome;
  expect(of(now + 1)).toEqual({});
  expect(of(now).rows?.[0]?.row).toEqual(row({ status: 'PENDING', updatedAt: now }));
  expect(decideOn(releaseWithdrawal, { id, userId }, having({})).outcome).toEqual({});
});

test('what is canceled is spendable again; sent or being sent it is too late', () => {
  const cancel = { id, userId, origin };
  for (const status of ['DELAYED', 'PENDING']) {
    const { outcome, set } = decideOn(cancelWithdrawal, cancel, having({ status }));
    // 500 + 7 spendable, nothing held.
    expect(set.wallet(userId)).toMatchObject({ available: dollars('507'), reserved: usdc(0n) });
    expect(outcome.answer?.data).toMatchObject({ status: 'CANCELED' });
  }
  const again = decideOn(cancelWithdrawal, cancel, having({ status: 'CANCELED' })).outcome;
  expect([again.transfers, again.rows, again.answer?.status]).toEqual([undefined, undefined, 200]);
  const of = (from: Given, command = cancel) => refusalOf(cancelWithdrawal, command, from)?.code;
  for (const status of ['SENT', 'CONFIRMED', 'RETURNED']) {
    expect(of(having({ status }))).toBe('VALIDATION_FAILED');
  }
  expect(of(having({}, { state: 'SENDING' }))).toBe('VALIDATION_FAILED');
  expect(of(having({}, { state: 'IDLE' }))).toBeUndefined();
  const other = having({ userId: testId(2) });
  expect(of(other)).toBe('NOT_FOUND');
});

test('one process sends, and another only asks once the lease is over', () => {
  const claimed = (from: Given, mode = 'paper') =>
    decideOn(claimSend, { id, userId, mode }, from).outcome;
  const first = claimed(having({}));
  expect(first.answer?.data).toEqual({
    claim: 'send',
    payment: { id, mode: 'paper', address, amount: '7000000', attempt: 1 },
  });
  expect(first.rows?.[0]?.row).toEqual({
    withdrawalId: id,
    userId,
    fence: 1,
    state: 'SENDING',
    leasedUntil: now + SEND_LEASE_MS,
  });
  const nothing = { claim: null, payment: null };
  expect(claimed(having({}, { leasedUntil: now + 1 })).answer?.data).toEqual(nothing);
  expect(claimed(having({}, { leasedUntil: now })).answer?.data).toMatchObject({
    claim: 'find',
    payment: { attempt: 5 },
  });
  // Proven not to have been sent: it may be sent anew, under a greater fence.
  expect(claimed(having({}, { state: 'IDLE' })).answer?.data).toMatchObject({
    claim: 'send',
    payment: { attempt: 5 },
  });
  for (const status of ['DELAYED', 'SENT', 'CONFIRMED', 'CANCELED', 'RETURNED']) {
    expect(claimed(having({ status })).answer?.data).toEqual(nothing);
  }
  expect(claimed(having({}), 'live').answer?.data).toEqual(nothing);
});

test('what was sent has left, what was refused is back, what is unknown stays', () => {
  const noted = (outcome: Parameters<typeof recordOutcome.decide>[1]['outcome'], attempt = 4) =>
    decideOn(recordOutcome, { id, userId, attempt, outcome }, having({}, {}));
  const sent = noted({ status: 'SENT', signature: 'paper_x' });
  // 500 spendable as before, nothing held, 7 outside.
  expect(sent.set.wallet(userId)).toMatchObject({ available: dollars('500'), reserved: usdc(0n) });
  const outside = sent.set.entries.filter(({ account }) => account === 10);
  expect(outside.map(({ amount, transferId }) => [amount, transferId])).toEqual([[7_000_000n, id]]);
  expect(sent.outcome.rows?.[0]?.row).toEqual(
    row({ status: 'SENT', signature: 'paper_x', updatedAt: now, sentAt: now }),
  );
  const back = noted({ status: 'RETURNED' });
  expect(back.set.wallet(userId)).toMatchObject({ available: dollars('507'), reserved: usdc(0n) });
  expect(noted({ status: 'UNKNOWN' }).outcome).toEqual({});
  expect(noted({ status: 'NOT_SENT' }).outcome.rows?.map((write) => write.row)).toEqual([
    send({ state: 'IDLE' }),
  ]);
  // A later attempt has the word.
  expect(noted({ status: 'SENT', signature: 'paper_x' }, 3).outcome).toEqual({});
});

test('a withdrawal ends once, and only as its status allows', () => {
  const settled = (status: 'CONFIRMED' | 'RETURNED', from: Given) =>
    decideOn(settleWithdrawal, { id, userId, status }, from);
  const left = { status: 'SENT', signature: 'paper_x', sentAt: now };
  const confirmed = settled('CONFIRMED', having(left));
  expect(confirmed.outcome.transfers).toBeUndefined();
  expect(confirmed.outcome.answer?.data).toMatchObject({ status: 'CONFIRMED' });
  // It had left: it comes from outside into the 500; the 7 are held for something else.
  const back = settled('RETURNED', having(left));
  expect(back.set.wallet(userId)).toMatchObject({
    available: dollars('507'),
    reserved: dollars('7'),
  });
  const held = settled('RETURNED', having({}));
  expect(held.set.wallet(userId)).toMatchObject({ available: dollars('507'), reserved: usdc(0n) });
  for (const status of ['CONFIRMED', 'RETURNED'] as const) {
    expect(settled(status, having({ status })).outcome.transfers).toBeUndefined();
  }
  const of = (status: 'CONFIRMED' | 'RETURNED', from: Given) =>
    refusalOf(settleWithdrawal, { id, userId, status }, from)?.code;
  expect(of('CONFIRMED', having({}))).toBe('VALIDATION_FAILED');
  expect(of('RETURNED', having({}, { state: 'SENDING' }))).toBe('VALIDATION_FAILED');
  expect(of('RETURNED', having({ status: 'CONFIRMED' }))).toBe('VALIDATION_FAILED');
  for (const status of ['DELAYED', 'CANCELED']) {
    expect(of('CONFIRMED', having({ status }))).toBe('VALIDATION_FAILED');
    expect(of('RETURNED', having({ status }))).toBe('VALIDATION_FAILED');
  }
});
