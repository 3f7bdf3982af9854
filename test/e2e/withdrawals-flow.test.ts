import { afterAll, beforeAll, expect, test } from 'vitest';
import { SANDBOX_TOKEN, startTestApp, type TestApp } from '../helpers/app.ts';
import { dataOf, send } from '../helpers/client.ts';
import { eventually } from '../helpers/eventually.ts';
import {
  ADDRESS,
  CANCEL,
  enrol,
  LIST,
  OTHER_ADDRESS,
  type Person,
  person,
  WITHDRAW,
  withdrawFor,
} from './in-app-world.ts';

const DAY_MS = 24 * 3_600_000;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await app.sandbox('POST', '/clock', { freeze: true });
});
afterAll(() => app.stop());

/** Moves business time on and waits for what that makes due. */
async function pass(ms: number): Promise<void> {
  await app.sandbox('POST', '/clock', { advanceMs: ms });
  await app.sandbox('POST', '/drain');
}
const settle = (id: string, status: string) =>
  send(app.origin, {
    method: 'PUT',
    path: `/sandbox/v1/withdrawals/${id}`,
    token: SANDBOX_TOKEN,
    body: { status },
  });
async function money(who: Person): Promise<readonly string[]> {
  const { cashBalanceUsd, reservedUsd, totalValueUsd } = await who.get('/account');
  return [cashBalanceUsd, reservedUsd, totalValueUsd];
}
const change = async (who: Person): Promise<string> =>
  (await who.get('/account/pnl?window=7d')).absoluteChange;
const statusOf = async (who: Person, id: string): Promise<string> =>
  (await who.run(LIST)).withdrawals.find((one: { id: string }) => one.id === id).status;

test('a withdrawal to a new address waits a day, is sent and is confirmed', async () => {
  const ada = await person(app, 'ada');
  const authenticator = await enrol(app, ada);
  const { now } = await app.sandbox('GET', '/clock');
  const made = await withdrawFor(ada, authenticator, '100.25');
  const availableAt = new Date(Date.parse(now) + DAY_MS).toISOString();
  expect(made).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    address: ADDRESS,
    amountUsd: '100.25',
    status: 'DELAYED',
    availableAt,
    txSignature: null,
    createdAt: now,
    updatedAt: now,
    cursor: expect.any(String),
  });
  const { id } = made;
  // 1000 − 100.25 = 899.75; what is held still belongs to the account.
  expect(await money(ada)).toEqual(['899.75', '100.25', '1000']);

  await pass(DAY_MS - 1);
  expect(await statusOf(ada, id)).toBe('DELAYED');
  expect((await settle(id, 'SENT')).status).toBe(400);
  await pass(1);
  expect(await statusOf(ada, id)).toBe('PENDING');
  expect(await money(ada)).toEqual(['899.75', '100.25', '1000']);

  const sent = dataOf(await settle(id, 'SENT'));
  expect(sent).toMatchObject({ id, status: 'SENT', txSignature: `paper_${id}` });
  expect(dataOf(await settle(id, 'SENT'))).toEqual(sent);
  expect(await money(ada)).toEqual(['899.75', '0', '899.75']);
  expect(dataOf(await settle(id, 'CONFIRMED'))).toMatchObject({ status: 'CONFIRMED' });
  expect((await settle(id, 'RETURNED')).body.code).toBe('VALIDATION_FAILED');
  expect(await money(ada)).toEqual(['899.75', '0', '899.75']);
  // Taking money out is no loss.
  expect(await change(ada)).toBe('0');

  const { entries } = await ada.get('/account/ledger');
  expect(entries.slice(0, 2)).toEqual([
    {
      id: `${id}-0`,
      at: expect.any(String),
      kind: 'withdrawal',
      amount: '-100.25',
      asset: 'USDC',
      balanceAfter: '899.75',
      ref: id,
    },
    expect.objectContaining({ kind: 'deposit', amount: '1000' }),
  ]);
  const { events } = await ada.get('/account/events?after=0&limit=50');
  const told = events.filter(({ type }: { type: string }) => type.startsWith('withdrawal.'));
  expect(told.map(({ type }: { type: string }) => type)).toEqual([
    'withdrawal.requested',
    'withdrawal.pending',
    'withdrawal.sent',
    'withdrawal.confirmed',
  ]);
  const { securityLog } = await ada.run('{ securityLog { kind } }');
  expect(securityLog.map(({ kind }: { kind: string }) => kind).slice(0, 3)).toEqual([
    'withdrawal_confirmed',
    'withdrawal_sent',
    'withdrawal_requested',
  ]);

  // Now the address is known; another one is not.
  expect(await withdrawFor(ada, authenticator, '1')).toMatchObject({ status: 'PENDING' });
  const other = await withdrawFor(ada, authenticator, '1', OTHER_ADDRESS);
  expect(other).toMatchObject({ status: 'DELAYED' });
  await app.audit();
});

test('who is asked for a new address is told by mail', async () => {
  const bob = await person(app, 'bob');
  const authenticator = await enrol(app, bob);
  const made = await withdrawFor(bob, authenticator, '7');
  const [row] = (
    await app.app.services.database.withClient((client) =>
      client.query<{ subject: string; body: string; recipient: string | null }>(
        `select subject, body, recipient from mail where user_id = $1
          and subject like 'Withdrawal%'`,
        [bob.userId],
      ),
    )
  ).rows;
  // A sandbox user has no address: the row is there, and its text goes to whoever has one.
  expect(row?.subject).toBe('Withdrawal to a new address');
  expect(row?.recipient).toBeNull();
  const { withdrawals } = await bob.run(LIST);
  expect(withdrawals).toEqual([made]);
});

test('a withdrawal is canceled while it waits; the money is back and the address stays new', async () => {
  const cyd = await person(app, 'cyd');
  const eve = await person(app, 'eve');
  const authenticator = await enrol(app, cyd);
  const { id } = await withdrawFor(cyd, authenticator, '400');
  expect(await money(cyd)).toEqual(['600', '400', '1000']);
  expect(await eve.refused(CANCEL, { id })).toBe('NOT_FOUND');
  expect(await cyd.refused(CANCEL, { id: 'nonsense' })).toBe('NOT_FOUND');
  const { cancelWithdrawal } = await cyd.run(CANCEL, { id });
  expect(cancelWithdrawal).toMatchObject({ id, status: 'CANCELED', txSignature: null });
  expect(await cyd.run(CANCEL, { id })).toEqual({ cancelWithdrawal });
  expect(await money(cyd)).toEqual(['1000', '0', '1000']);
  await pass(2 * DAY_MS);
  expect(await statusOf(cyd, id)).toBe('CANCELED');
  expect((await settle(id, 'SENT')).body.code).toBe('VALIDATION_FAILED');
  expect((await settle(id, 'RETURNED')).body.code).toBe('VALIDATION_FAILED');
  expect(await withdrawFor(cyd, authenticator, '1')).toMatchObject({ status: 'DELAYED' });
  expect(await change(cyd)).toBe('0');

  const sent = await withdrawFor(cyd, authenticator, '2');
  await pass(DAY_MS);
  dataOf(await settle(sent.id, 'SENT'));
  expect(await cyd.refused(CANCEL, { id: sent.id })).toBe('VALIDATION_FAILED');
  await app.audit();
});

test('what comes back is spendable again, whether it had left or not', async () => {
  const dan = await person(app, 'dan');
  const authenticator = await enrol(app, dan);
  const first = await withdrawFor(dan, authenticator, '10');
  await pass(DAY_MS);
  expect(dataOf(await settle(first.id, 'RETURNED'))).toMatchObject({
    status: 'RETURNED',
    txSignature: null,
  });
  expect(await money(dan)).toEqual(['1000', '0', '1000']);
  // Its delay had passed: the address is known.
  const second = await withdrawFor(dan, authenticator, '20');
  expect(second.status).toBe('PENDING');
  dataOf(await settle(second.id, 'SENT'));
  expect(await money(dan)).toEqual(['980', '0', '980']);
  const back = dataOf(await settle(second.id, 'RETURNED'));
  expect(back).toMatchObject({ status: 'RETURNED', txSignature: `paper_${second.id}` });
  expect(dataOf(await settle(second.id, 'RETURNED'))).toEqual(back);
  expect(await money(dan)).toEqual(['1000', '0', '1000']);
  expect(await change(dan)).toBe('0');
  const { entries } = await dan.get('/account/ledger');
  const shown = entries.map((entry: { kind: string; amount: string }) => [
    entry.kind,
    entry.amount,
  ]);
  expect(shown).toEqual([
    ['withdrawalReturn', '20'],
    ['withdrawal', '-20'],
    ['deposit', '1000'],
  ]);
  const third = await withdrawFor(dan, authenticator, '30');
  expect(dataOf(await settle(third.id, 'CONFIRMED'))).toMatchObject({
    status: 'CONFIRMED',
    txSignature: `paper_${third.id}`,
  });
  expect(await money(dan)).toEqual(['970', '0', '970']);
  await app.audit();
});

test('delays end in the order in which they are due, also when days pass at once', async () => {
  const fay = await person(app, 'fay');
  const authenticator = await enrol(app, fay);
  const ids: string[] = [];
  for (const amountUsd of ['3', '4', '5']) {
    ids.push((await withdrawFor(fay, authenticator, amountUsd)).id);
    await app.sandbox('POST', '/clock', { advanceMs: 1_000 });
  }
  await pass(3 * DAY_MS);
  const { events } = await fay.get('/account/events?after=0&limit=100');
  const ended = events
    .filter(({ type }: { type: string }) => type === 'withdrawal.pending')
    .map(({ data }: { data: { withdrawalId: string } }) => data.withdrawalId);
  expect(ended).toEqual(ids);
});

test('a delay ends at its instant, whoever looks first', async () => {
  const joe = await person(app, 'joe');
  const authenticator = await enrol(app, joe);
  for (let n = 0; n < 5; n += 1) {
    const address = n % 2 === 0 ? ADDRESS : OTHER_ADDRESS;
    const { id, status } = await withdrawFor(joe, authenticator, '1', address);
    expect(status).toBe(n < 2 ? 'DELAYED' : 'PENDING');
    if (n < 2) await app.sandbox('POST', '/clock', { advanceMs: DAY_MS });
    expect(await statusOf(joe, id)).toBe('PENDING');
    expect(dataOf(await settle(id, 'CONFIRMED')).status).toBe('CONFIRMED');
  }
  await app.audit();
});

test('withdrawals are paged from the newest on', async () => {
  const gus = await person(app, 'gus');
  const authenticator = await enrol(app, gus);
  const made: string[] = [];
  for (const amountUsd of ['1', '2', '3']) {
    made.unshift((await withdrawFor(gus, authenticator, amountUsd)).id);
  }
  const first = (await gus.run(LIST, { limit: 2 })).withdrawals;
  const { cursor } = first[1];
  const rest = (await gus.run(LIST, { limit: 2, cursor })).withdrawals;
  expect([...first, ...rest].map(({ id }: { id: string }) => id)).toEqual(made);
  expect(await gus.refused(LIST, { limit: 0 })).toBe('VALIDATION_FAILED');
});

test('a repeated Idempotency-Key withdraws once', async () => {
  const hal = await person(app, 'hal');
  const authenticator = await enrol(app, hal);
  const wish = { address: ADDRESS, amountUsd: '50', totp: authenticator.code() };
  const headers = { 'idempotency-key': 'once' };
  const first = await hal.run(WITHDRAW, wish, headers);
  expect(await hal.run(WITHDRAW, wish, headers)).toEqual(first);
  expect(await money(hal)).toEqual(['950', '50', '1000']);
  const changed = await hal.ask(WITHDRAW, { ...wish, amountUsd: '51' }, headers);
  expect(changed.body.errors[0].extensions.code).toBe('IDEMPOTENCY_KEY_REUSED');
});

test('without a sandbox it is sent and final by itself', async () => {
  const ivy = await person(app, 'ivy');
  const authenticator = await enrol(app, ivy);
  await withdrawFor(ivy, authenticator, '12');
  await app.sandbox('POST', '/clock', { freeze: false, advanceMs: DAY_MS });
  const closed = await startTestApp({ SKEIN_SANDBOX: '0' }, { database: app.database });
  try {
    await eventually('the withdrawal is final', async () => {
      const { withdrawals } = await ivy.run(LIST);
      return withdrawals[0].status === 'CONFIRMED';
    });
    expect(await money(ivy)).toEqual(['988', '0', '988']);
  } finally {
    await closed.stop();
  }
  await app.audit();
});
