import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestUser } from '../helpers/app.ts';
import type { Answer } from '../helpers/client.ts';
import { mints, openWorld, propose } from './world.ts';

const DAY_MS = 86_400_000;

let test: TestApp;
let leader: TestUser;
let member: TestUser;
let buyPath: string;

beforeAll(async () => {
  test = await startTestApp();
  let groupId: string;
  ({ leader, member, groupId } = await openWorld(test));
  const { proposal } = await propose(leader, groupId, '1');
  buyPath = `/spot/proposals/${proposal.id}/buy`;
});
afterAll(async () => {
  await test.audit();
  await test.stop();
});

const keyed = (key: string) => ({ 'idempotency-key': key });
const buy = (user: TestUser, amountUsd: string, key?: string): Promise<Answer> =>
  user.call('POST', buyPath, { amountUsd }, key === undefined ? {} : keyed(key));
const cashOf = async (user: TestUser): Promise<string> =>
  (await user.get('/account')).cashBalanceUsd;
const replayed = (answer: Answer): boolean => answer.headers.get('idempotency-replayed') === 'true';
const times = <T>(count: number, work: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, work));

function expectInProgress({ status, body, headers }: Answer) {
  expect(status).toBe(409);
  expect(body).toMatchObject({ code: 'IDEMPOTENCY_IN_PROGRESS', retryable: true });
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
}

it('makes one trade of 50 requests at once and answers all of them alike afterwards', async () => {
  const user = await test.user('fifty');
  const send = () =>
    user.call('POST', '/spot/swap', { sell: 'USDC', buy: mints.sol, amountUsd: '30' }, keyed('a'));
  const answers = await times(50, send);
  const done = answers.filter(({ status }) => status === 200);
  for (const answer of answers) if (answer.status !== 200) expectInProgress(answer);
  expect(done.filter((answer) => !replayed(answer))).toHaveLength(1);
  for (const { body } of done) expect(body).toEqual(done[0]?.body);
  const repeats = await times(50, send);
  for (const repeat of repeats) {
    expect(repeat.status).toBe(200);
    expect(replayed(repeat)).toBe(true);
    expect(repeat.body).toEqual(done[0]?.body);
  }
  // 1000 − 30, once; 30 − 0.15 fee = 29.85; 29.85 ÷ 150 = 0.199 SOL, once.
  expect(await cashOf(user)).toBe('970');
  const [, sol] = await user.get('/account/balances');
  expect(sol.balance).toBe('0.199');
});

it('refuses every repeat while the first request still runs', async () => {
  const before = await cashOf(member);
  await test.sandbox('PUT', '/venues/spot/behaviour', { mode: 'slow', delayMs: 1_000, count: 1 });
  const answers = await times(50, () => buy(member, '30', 'slow'));
  const [first, ...others] = answers.toSorted((a, b) => a.status - b.status);
  expect(first?.status).toBe(200);
  expect(others).toHaveLength(49);
  for (const other of others) expectInProgress(other);
  for (const repeat of await times(50, () => buy(member, '30', 'slow'))) {
    expect(repeat.status).toBe(200);
    expect(replayed(repeat)).toBe(true);
    expect(repeat.body).toEqual(first?.body);
  }
  expect([before, await cashOf(member)]).toEqual(['1000', '970']);
});

it('compares bodies as parsed values, key order and blanks aside', async () => {
  const first = await member.call('POST', buyPath, '{"amountUsd":"5","x":1}', keyed('body'));
  const same = await member.call('POST', buyPath, '{ "x": 1, "amountUsd": "5" }', keyed('body'));
  expect([first.status, same.status, replayed(same)]).toEqual([200, 200, true]);
  expect(same.body).toEqual(first.body);
  for (const body of [
    '{"amountUsd":"6","x":1}',
    '{"amountUsd":"5"}',
    '{"amountUsd":"5.0","x":1}',
  ]) {
    const other = await member.call('POST', buyPath, body, keyed('body'));
    expect(other.status).toBe(422);
    expect(other.body).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED', retryable: false });
  }
});

it('decides a refusal anew', async () => {
  const poor = await test.user('poor', { depositUsd: '10' });
  const send = () =>
    poor.call('POST', '/spot/swap', { sell: 'USDC', buy: mints.sol, amountUsd: '20' }, keyed('n'));
  const refused = await send();
  expect([refused.status, refused.body.code]).toEqual([400, 'INSUFFICIENT_FUNDS']);
  await test.sandbox('POST', `/users/${poor.userId}/deposits`, { amountUsd: '15' });
  const answered = await send();
  expect([answered.status, replayed(answered)]).toEqual([200, false]);
  expect([(await send()).status, replayed(await send())]).toEqual([200, true]);
  // 10 + 15 − 20
  expect(await cashOf(poor)).toBe('5');
});

it('keeps a key to its user and path', async () => {
  const mine = await buy(member, '2', 'scope');
  const theirs = await buy(leader, '2', 'scope');
  const swap = { sell: 'USDC', buy: mints.sol, amountUsd: '2' };
  const elsewhere = await member.call('POST', '/spot/swap', swap, keyed('scope'));
  for (const answer of [mine, theirs, elsewhere]) {
    expect([answer.status, replayed(answer)]).toEqual([200, false]);
  }
  expect(theirs.body.data.trade.id).not.toBe(mine.body.data.trade.id);
});

it('takes two requests without a key for two orders', async () => {
  const before = Number(await cashOf(leader));
  const [one, two] = await Promise.all([buy(leader, '1'), buy(leader, '1')]);
  expect(one?.body.data.trade.id).not.toBe(two?.body.data.trade.id);
  expect(Number(await cashOf(leader))).toBe(before - 2);
});

it('takes keys of 1 to 255 printable ASCII characters only', async () => {
  expect((await buy(leader, '1', 'k'.repeat(255))).status).toBe(200);
  for (const key of ['', 'k'.repeat(256), 'k\u00e9y', 'tab\tkey']) {
    const answer = await buy(leader, '1', key);
    expect([key.length, answer.status, answer.body.code]).toEqual([
      key.length,
      400,
      'VALIDATION_FAILED',
    ]);
  }
});

it('frees a key 24 hours of business time after its use', async () => {
  await test.sandbox('POST', '/clock', { freeze: true, advanceMs: 60_000 });
  const first = await buy(member, '3', 'day');
  await test.sandbox('POST', '/clock', { advanceMs: DAY_MS - 1 });
  const last = await buy(member, '3', 'day');
  expect([last.status, replayed(last), last.body]).toEqual([200, true, first.body]);
  expect((await buy(member, '4', 'day')).status).toBe(422);
  await test.sandbox('POST', '/clock', { advanceMs: 1 });
  const next = await buy(member, '4', 'day');
  expect([next.status, replayed(next)]).toEqual([200, false]);
  expect(next.body.data.trade.totalCostUsd).toBe('4');
  expect(replayed(await buy(member, '4', 'day'))).toBe(true);
  await test.sandbox('POST', '/clock', { freeze: false });
});

it('keeps answers over a restart and shares them between processes', async () => {
  const first = await buy(member, '7', 'kept');
  await test.restart();
  const kept = await buy(member, '7', 'kept');
  expect([kept.status, replayed(kept), kept.body]).toEqual([200, true, first.body]);

  const other = await startTestApp({}, { database: test.database });
  const there = other.at(member);
  const answers = await Promise.all(
    [member, there, member, there].map((user) => buy(user, '8', 'both')),
  );
  const done = answers.filter(({ status }) => status === 200);
  for (const answer of answers) if (answer.status !== 200) expectInProgress(answer);
  expect(done.filter((answer) => !replayed(answer))).toHaveLength(1);
  for (const { body } of done) expect(body).toEqual(done[0]?.body);
  for (const user of [member, there]) expect(replayed(await buy(user, '8', 'both'))).toBe(true);
  await other.stop();
});
