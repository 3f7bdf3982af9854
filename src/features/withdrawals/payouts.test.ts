import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTrading, type Trading } from '../../../test/helpers/trading.ts';
import { SOME_ADDRESS } from '../../../test/helpers/withdrawal-audit-world.ts';
import { auditChecks } from '../../audit-checks.ts';
import { auditDatabase } from '../../ledger/audit.ts';
import { dollars } from '../../money/text.ts';
import { noFailpoint } from '../../platform/failpoint.ts';
import { cancelWithdrawal } from './cancel-withdrawal.ts';
import { SEND_LEASE_MS } from './limits.ts';
import { paperSender } from './paper-sender.ts';
import { createPayouts } from './payouts.ts';
import type { Payment, PaymentOutcome, WithdrawalSender } from './sender.ts';
import { settleWithdrawal } from './settle-withdrawal.ts';
import { withdraw } from './withdraw.ts';

let on: Trading;
let userId: string;
let step = 0;
beforeAll(async () => {
  on = await openTrading();
  ({ userId } = await on.user('ada', '100000'));
});
afterAll(() => on.close());

const origin = { ip: null, userAgent: null };
const log = { ...console, warn: () => undefined, error: () => undefined, info: () => undefined };

async function begin(amountUsd = '1', delayMs = 0): Promise<string> {
  step += 1;
  // A day later each, so that no limit is in the way.
  on.clock.advance(24 * 3_600_000);
  const wish = { userId, address: SOME_ADDRESS, amount: dollars(amountUsd), step, origin };
  const kind = withdraw({ dailyLimit: dollars('1000'), delayMs });
  return (await on.run(kind, wish, userId)).data.id;
}
const statusOf = async (id: string): Promise<string | undefined> =>
  (await on.rows<{ status: string }>('select status from withdrawal where id = $1', [id]))[0]
    ?.status;
const balances = async () =>
  (
    await on.rows<{ available: bigint; reserved: bigint }>(
      'select available, reserved from wallet where user_id = $1',
      [userId],
    )
  )[0];

const paper = () => paperSender({ database: on.database, wallClock: on.clock, confirms: false });
/** A process with this sender, and what was asked of it. */
function processWith(change: Partial<WithdrawalSender>) {
  const asked: string[] = [];
  const chain = { ...paper(), ...change };
  const sender: WithdrawalSender = {
    mode: chain.mode,
    send(payment) {
      asked.push(`send ${payment.attempt}`);
      return chain.send(payment);
    },
    find(payment) {
      asked.push(`find ${payment.attempt}`);
      return chain.find(payment);
    },
  };
  const payouts = createPayouts({
    engine: on.engine,
    sender,
    failpoint: noFailpoint,
    log: log as unknown as Trading['log'],
  });
  return { asked, payouts };
}

test('of several processes at once one sends', async () => {
  const id = await begin();
  const all = Array.from({ length: 6 }, () => processWith({}));
  const did = await Promise.all(all.map(({ payouts }) => payouts.payOut({ id, userId })));
  expect(did.filter(Boolean)).toEqual([true]);
  expect(all.flatMap(({ asked }) => asked)).toEqual(['send 1']);
  expect(await statusOf(id)).toBe('SENT');
});

test('a payment whose outcome is unknown is asked about, and never sent again once it was paid', async () => {
  const before = await balances();
  const id = await begin('5');
  const chain = paper();
  // It pays and its answer is lost.
  const lost = processWith({
    async send(payment) {
      await chain.send(payment);
      throw new Error('the connection was reset');
    },
  });
  await lost.payouts.payOut({ id, userId });
  expect(await statusOf(id)).toBe('PENDING');
  const canceled = on.run(cancelWithdrawal, { id, userId, origin }, userId);
  await expect(canceled).rejects.toThrow('is being sent');

  const next = processWith({});
  expect(await next.payouts.payOut({ id, userId })).toBe(false);
  on.clock.advance(SEND_LEASE_MS);
  expect(await next.payouts.payOut({ id, userId })).toBe(true);
  expect(next.asked).toEqual(['find 2']);
  expect(await statusOf(id)).toBe('SENT');
  // 5 have left.
  expect(await balances()).toEqual({
    available: (before?.available ?? 0n) - 5_000_000n,
    reserved: before?.reserved,
  });
});

test('what is proven not to have been sent is sent again, and who was too slow does nothing', async () => {
  const id = await begin();
  let late: Payment | undefined;
  const paused = processWith({
    async send(payment) {
      late = payment;
      return { status: 'UNKNOWN' };
    },
  });
  await paused.payouts.payOut({ id, userId });
  on.clock.advance(SEND_LEASE_MS);
  const next = processWith({});
  await next.payouts.payOut({ id, userId });
  if (!late) throw new Error('nothing was sent');
  // The paused process goes on where it stopped: the chain has shut its attempt out.
  expect(await paper().send(late)).toEqual({ status: 'UNKNOWN' });
  expect(await statusOf(id)).toBe('PENDING');
  await next.payouts.payOut({ id, userId });
  expect(next.asked).toEqual(['find 2', 'send 3']);
  expect(await statusOf(id)).toBe('SENT');
  expect(await paper().send({ ...late, attempt: 9 })).toEqual({ status: 'UNKNOWN' });
});

test('a sender that does not know keeps the money held', async () => {
  const id = await begin();
  const dumb = processWith({
    send: async () => ({ status: 'UNKNOWN' }),
    find: async () => ({ status: 'UNKNOWN' }),
  });
  for (let round = 0; round < 3; round += 1) {
    await dumb.payouts.payOut({ id, userId });
    on.clock.advance(SEND_LEASE_MS);
  }
  expect(dumb.asked).toEqual(['send 1', 'find 2', 'find 3']);
  expect(await statusOf(id)).toBe('PENDING');
  const refused = processWith({ find: async () => ({ status: 'RETURNED' }) });
  await refused.payouts.payOut({ id, userId });
  expect(await statusOf(id)).toBe('RETURNED');
});

test('a sender never pays for an account of the other mode', async () => {
  const id = await begin();
  const live = processWith({ mode: 'live' });
  expect(await live.payouts.payOut({ id, userId })).toBe(false);
  expect(live.asked).toEqual([]);
});

/** What a process may do, or what may happen to it, one after another. */
const acts = fc.array(
  fc.constantFrom('send', 'pay and die', 'die', 'late', 'wait', 'cancel', 'return', 'confirm'),
  { minLength: 1, maxLength: 9 },
);
type Act = 'send' | 'pay and die' | 'die' | 'late' | 'wait' | 'cancel' | 'return' | 'confirm';

async function act(what: Act, id: string, late: Payment[]): Promise<void> {
  const chain = paper();
  const died: PaymentOutcome = { status: 'UNKNOWN' };
  const payOut = (change: Partial<WithdrawalSender>) =>
    processWith(change).payouts.payOut({ id, userId });
  const settle = (status: 'CONFIRMED' | 'RETURNED') =>
    on.run(settleWithdrawal, { id, userId, status }, userId);
  const quietly = (work: Promise<unknown>) => work.catch(() => undefined);
  switch (what) {
    case 'send':
      return void (await payOut({}));
    case 'pay and die':
      return void (await payOut({
        send: async (payment) => {
          await chain.send(payment);
          return died;
        },
      }));
    case 'die':
      return void (await payOut({
        send: async (payment) => {
          late.push(payment);
          return died;
        },
      }));
    case 'late':
      for (const payment of late.splice(0)) await chain.send(payment);
      return;
    case 'wait':
      return on.clock.advance(SEND_LEASE_MS);
    case 'cancel':
      return void (await quietly(on.run(cancelWithdrawal, { id, userId, origin }, userId)));
    case 'return':
      return void (await quietly(settle('RETURNED')));
    case 'confirm':
      return void (await quietly(settle('CONFIRMED')));
  }
}

test('whatever happens, it is paid at most once and exactly when the money has left', async () => {
  await fc.assert(
    fc.asyncProperty(acts, async (all) => {
      const id = await begin('2.5');
      const late: Payment[] = [];
      for (const what of all) await act(what, id, late);
      // In the end somebody finds out, the last late payment included.
      await act('late', id, late);
      await act('wait', id, late);
      await act('send', id, late);
      const [paid] = await on.rows<{ count: bigint }>(
        'select count(*) from paper_payout where withdrawal_id = $1 and sent_at is not null',
        [id],
      );
      const [left] = await on.rows<{ count: bigint }>(
        'select count(*) from withdrawal where id = $1 and sent_at is not null',
        [id],
      );
      expect(paid).toEqual(left);
      const report = await auditDatabase(on.database, auditChecks, on.clock.now());
      expect(report.checks.filter(({ ok }) => !ok)).toEqual([]);
    }),
    { numRuns: 25 },
  );
}, 60_000);
