import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  ADDRESS,
  type Authenticator,
  askGraphQl,
  enrol,
  LIST,
  type Person,
  person,
  WITHDRAW,
  withdrawFor,
} from '../e2e/in-app-world.ts';
import { SANDBOX_TOKEN, startTestApp, type TestApp } from '../helpers/app.ts';
import { type Answer, send } from '../helpers/client.ts';
import { eventually } from '../helpers/eventually.ts';
import { casesOf, noteFault, stopwatch } from '../helpers/evidence.ts';
import { openServiceRunner, type ServiceRunner } from './service-process.ts';

/** Nothing waits, so that every withdrawal can be sent at once. */
const env = { SKEIN_WITHDRAWAL_DELAY_MS: '0', SKEIN_WITHDRAWAL_DAILY_LIMIT_USD: '100000' };

/** The process that outlives the others, on the same database. */
let survivor: TestApp;
let runner: ServiceRunner;
let ada: Person;
let authenticator: Authenticator;

beforeAll(async () => {
  [survivor, runner] = await Promise.all([startTestApp(env), openServiceRunner()]);
}, 60_000);
beforeEach(async ({ task }) => {
  ada = await person(survivor, `ada_${task.id.slice(-6).replaceAll('-', '_')}`);
  authenticator = await enrol(survivor, ada);
});
afterAll(async () => {
  await runner.close();
  await survivor.stop();
});

const rows = async (text: string, values: readonly unknown[]): Promise<unknown[]> =>
  survivor.app.services.database.withClient(
    async (client) => (await client.query(text, [...values])).rows,
  );
const dying = (point: string) =>
  runner.start({ ...env, DATABASE_URL: survivor.database.url }, point);
const settle = (at: { origin: string }, id: string): Promise<Answer> =>
  send(at.origin, {
    method: 'PUT',
    path: `/sandbox/v1/withdrawals/${id}`,
    token: SANDBOX_TOKEN,
    body: { status: 'SENT' },
  });
async function money(): Promise<readonly string[]> {
  const { cashBalanceUsd, reservedUsd } = await ada.get('/account');
  return [cashBalanceUsd, reservedUsd];
}

const requests = [
  { point: 'engine.after-claim', kept: false },
  { point: 'engine.before-commit', kept: false },
  { point: 'engine.after-commit', kept: true, quick: true },
];

test.each(casesOf(requests))(
  'a process killed at $point of a request withdraws and uses the code, or neither',
  async (death) => {
    const { point, kept } = death;
    const variables = { address: ADDRESS, amountUsd: '100', totp: authenticator.code() };
    const service = await dying(point);
    const [answer, end] = await Promise.all([
      askGraphQl(service.origin, ada.token, { query: WITHDRAW, variables }).catch(() => null),
      service.ended(),
    ]);
    expect([answer, end.signal]).toEqual([null, 'SIGKILL']);
    const recovering = stopwatch();
    // 1000 − 100, or all of it.
    expect(await money()).toEqual(kept ? ['900', '100'] : ['1000', '0']);
    const again = await ada.ask(WITHDRAW, variables);
    expect(again.body.errors?.[0].extensions.code).toBe(kept ? 'SECOND_FACTOR_INVALID' : undefined);
    expect((await ada.run(LIST)).withdrawals).toHaveLength(1);
    expect(await money()).toEqual(['900', '100']);
    await survivor.audit();
    const fault = `kill -9 at ${point} of a request to withdraw`;
    noteFault({ area: 'process', fault, operations: 1, recoveryMs: recovering() });
  },
  60_000,
);

/**
 * The steps of sending: a transaction that says who sends, the call, a transaction that notes what
 * came of it. `paid`: whether the call had been made when the process died.
 */
const payments = [
  { point: 'engine.before-commit', paid: false },
  { point: 'engine.after-commit', paid: false },
  { point: 'withdrawals.before-send', paid: false, quick: true },
  { point: 'withdrawals.after-send', paid: true, quick: true },
  { point: 'engine.before-commit:2', paid: true },
  { point: 'engine.after-commit:2', paid: true },
];

test.each(casesOf(payments))(
  'a process killed at $point of a payment pays once',
  async ({ point, paid }) => {
    const { id } = await withdrawFor(ada, authenticator, '100');
    const service = await dying(point);
    const [answer, end] = await Promise.all([
      settle(service, id).catch(() => null),
      service.ended(),
    ]);
    expect([answer, end.signal]).toEqual([null, 'SIGKILL']);
    const payouts = 'select 1 from paper_payout where withdrawal_id = $1 and sent_at is not null';
    expect(await rows(payouts, [id])).toHaveLength(paid ? 1 : 0);

    const recovering = stopwatch();
    // The lease of the dead process ends; who lives finds out, without sending.
    await rows(`update withdrawal_send set leased_until = '-infinity' where withdrawal_id = $1`, [
      id,
    ]);
    await eventually('nobody sends it', async () => {
      const sending = `select 1 from withdrawal_send where withdrawal_id = $1 and state = 'SENDING'`;
      return (await rows(sending, [id])).length === 0;
    });
    const [row] = (await ada.run(LIST)).withdrawals;
    expect(row).toMatchObject({ id, status: paid ? 'SENT' : 'PENDING' });
    expect(await money()).toEqual(paid ? ['900', '0'] : ['900', '100']);
    await survivor.audit();

    const { status, body } = await settle(survivor, id);
    expect([status, body.data?.status, body.data?.txSignature]).toEqual([
      200,
      'SENT',
      `paper_${id}`,
    ]);
    expect(await rows(payouts, [id])).toHaveLength(1);
    expect(await money()).toEqual(['900', '0']);
    await survivor.audit();
    const fault = `kill -9 at ${point} of a payment`;
    noteFault({ area: 'process', fault, operations: 1, recoveryMs: recovering() });
  },
  60_000,
);
