import { afterAll, beforeAll, expect, test } from 'vitest';
import { SANDBOX_TOKEN, startTestApp, type TestApp } from '../helpers/app.ts';
import { send } from '../helpers/client.ts';
import {
  ADDRESS,
  type Authenticator,
  askGraphQl,
  CANCEL,
  enrol,
  OTHER_ADDRESS,
  type Person,
  person,
  WITHDRAW,
  withdrawFor,
} from './in-app-world.ts';

const DAY_MS = 24 * 3_600_000;
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';

let app: TestApp;
let other: TestApp;
let ada: Person;
let authenticator: Authenticator;
beforeAll(async () => {
  const env = { SKEIN_WITHDRAWAL_DAILY_LIMIT_USD: '300' };
  app = await startTestApp(env);
  other = await startTestApp(env, { database: app.database });
  await app.sandbox('POST', '/clock', { freeze: true });
  ada = await person(app, 'ada');
  authenticator = await enrol(app, ada);
});
afterAll(async () => {
  await other.stop();
  await app.stop();
});

/** The error of a wish with a good code, its code and details. */
async function refusal(who: Person, change: object) {
  await authenticator.renew();
  const wish = { address: ADDRESS, amountUsd: '10', totp: authenticator.code(), ...change };
  const { body } = await who.ask(WITHDRAW, wish);
  const { code, statusCode, details } = body.errors?.[0]?.extensions ?? {};
  return [code, statusCode, details];
}

test('without a second factor nothing is withdrawn', async () => {
  const bob = await person(app, 'bob');
  const wish = { address: ADDRESS, amountUsd: '10', totp: '123456' };
  expect(await bob.refused(WITHDRAW, wish)).toBe('SECOND_FACTOR_REQUIRED');
  expect(await bob.refused(WITHDRAW, { ...wish, totp: '' })).toBe('SECOND_FACTOR_REQUIRED');
});

test('a wrong code is refused, and another one’s', async () => {
  const cyd = await person(app, 'cyd');
  const theirs = await enrol(app, cyd);
  const wrong = String((BigInt(authenticator.code()) + 1n) % 1_000_000n).padStart(6, '0');
  expect(await refusal(ada, { totp: wrong })).toEqual(['SECOND_FACTOR_INVALID', 403, {}]);
  expect(await refusal(ada, { totp: 'abcdef' })).toEqual(['SECOND_FACTOR_INVALID', 403, {}]);
  const { securityLog } = await ada.run('{ securityLog(limit: 2) { kind details } }');
  const failed = { kind: 'second_factor_failed', details: '{"action":"withdraw"}' };
  expect(securityLog).toEqual([failed, failed]);
  if (theirs.code() !== authenticator.code()) {
    expect(await refusal(ada, { totp: theirs.code() })).toEqual(['SECOND_FACTOR_INVALID', 403, {}]);
  }
});

test('addresses that cannot receive are refused', async () => {
  const bob = await app.user('owner');
  const { walletAddress } = await bob.get('/account/deposit-address');
  const own = (await ada.get('/account/deposit-address')).walletAddress;
  const of = async (address: string) => (await refusal(ada, { address })).slice(0, 2);
  const addresses = [
    '',
    'not an address',
    `${ADDRESS}1`,
    ADDRESS.slice(0, 31),
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '11111111111111111111111111111111',
    USDC,
    'So11111111111111111111111111111111111111112',
    own,
    walletAddress,
  ];
  for (const address of addresses) expect(await of(address)).toEqual(['ADDRESS_INVALID', 400]);
});

test('amounts that do not fit are refused', async () => {
  const of = async (amountUsd: string) => (await refusal(ada, { amountUsd }))[0];
  for (const text of [
    '0',
    '-1',
    '1e3',
    '01',
    '1.0000001',
    'ten',
    '',
    ' 1',
    'NaN',
    '1'.repeat(70),
  ]) {
    expect([text, await of(text)]).toEqual([text, 'VALIDATION_FAILED']);
  }
  expect(await refusal(ada, { amountUsd: '0.99' })).toEqual([
    'AMOUNT_BELOW_MINIMUM',
    400,
    { minimumUsd: '1', amountUsd: '0.99' },
  ]);
  const poor = await person(app, 'poor', '5');
  const theirs = await enrol(app, poor);
  const { body } = await poor.ask(WITHDRAW, {
    address: ADDRESS,
    amountUsd: '5.000001',
    totp: theirs.code(),
  });
  expect(body.errors[0].extensions).toMatchObject({
    code: 'INSUFFICIENT_FUNDS',
    details: { required: '5.000001', available: '5', currency: 'USDC' },
  });
  // The refused wish has not used the code up.
  const wish = { address: ADDRESS, amountUsd: '5', totp: theirs.code() };
  expect((await poor.run(WITHDRAW, wish)).withdraw.status).toBe('DELAYED');
});

test('a code works once, one after another and at two processes at once', async () => {
  await authenticator.renew();
  const totp = authenticator.code();
  const wish = { address: ADDRESS, amountUsd: '1', totp };
  const there = { ...ada, ask: askAt(other, ada) };
  const answers = await Promise.all(
    Array.from({ length: 4 }, (_, n) => (n % 2 === 0 ? ada : there).ask(WITHDRAW, wish)),
  );
  const made = answers.filter(({ body }) => !body.errors);
  expect(made).toHaveLength(1);
  const codes = answers
    .filter(({ body }) => body.errors)
    .map(({ body }) => body.errors[0].extensions.code);
  expect(new Set(codes)).toEqual(new Set(['SECOND_FACTOR_INVALID']));
  expect(await ada.refused(WITHDRAW, wish)).toBe('SECOND_FACTOR_INVALID');
  const again = { ...wish, address: OTHER_ADDRESS, amountUsd: '2' };
  expect(await ada.refused(WITHDRAW, again)).toBe('SECOND_FACTOR_INVALID');
  await ada.run(CANCEL, { id: made[0]?.body.data.withdraw.id });
});

const askAt =
  (at: TestApp, who: Person): Person['ask'] =>
  (query, variables = {}) =>
    askGraphQl(at.origin, who.token, { query, variables });

test('no more than the limit leaves in any 24 hours, canceled ones aside', async () => {
  const LIMITS = '{ withdrawalLimits { minimumUsd dailyLimitUsd remainingUsd delayMs } }';
  const left = async () => (await ada.run(LIMITS)).withdrawalLimits.remainingUsd;
  expect((await ada.run(LIMITS)).withdrawalLimits).toEqual({
    minimumUsd: '1',
    dailyLimitUsd: '300',
    remainingUsd: '300',
    delayMs: DAY_MS,
  });
  const first = await withdrawFor(ada, authenticator, '200');
  expect(await left()).toBe('100');
  expect(await refusal(ada, { amountUsd: '100.000001' })).toEqual([
    'WITHDRAWAL_LIMIT',
    400,
    { dailyLimitUsd: '300', remainingUsd: '100', amountUsd: '100.000001' },
  ]);
  await ada.run(CANCEL, { id: first.id });
  expect(await left()).toBe('300');
  await withdrawFor(ada, authenticator, '250');
  expect((await refusal(ada, { amountUsd: '51' }))[0]).toBe('WITHDRAWAL_LIMIT');
  await app.sandbox('POST', '/clock', { advanceMs: DAY_MS - 1 });
  expect((await refusal(ada, { amountUsd: '51' }))[0]).toBe('WITHDRAWAL_LIMIT');
  await app.sandbox('POST', '/clock', { advanceMs: 1 });
  expect(await left()).toBe('300');
  expect((await withdrawFor(ada, authenticator, '51')).amountUsd).toBe('51');
  await app.audit();
});

test('the sandbox settles only what there is, with its own token', async () => {
  const put = (token: string, id: string, status: string) =>
    send(app.origin, {
      method: 'PUT',
      path: `/sandbox/v1/withdrawals/${id}`,
      token,
      body: { status },
    });
  const { id } = await withdrawFor(ada, authenticator, '1', OTHER_ADDRESS);
  const sandbox = SANDBOX_TOKEN;
  expect((await put(ada.apiKey, id, 'SENT')).status).toBe(401);
  expect((await put(ada.token, id, 'SENT')).status).toBe(401);
  expect((await put(sandbox, ada.userId, 'SENT')).status).toBe(404);
  expect((await put(sandbox, 'nonsense', 'SENT')).status).toBe(404);
  expect((await put(sandbox, id, 'CANCELED')).status).toBe(400);
  // It waits for its delay to be over.
  expect((await put(sandbox, id, 'SENT')).status).toBe(400);
  await app.sandbox('POST', '/clock', { advanceMs: DAY_MS });
  await app.sandbox('POST', '/drain');
  expect((await put(sandbox, id, 'SENT')).status).toBe(200);
});
