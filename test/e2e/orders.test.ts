import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import {
  actionOf,
  actions,
  checkFunds,
  checkUntouched,
  nothing,
  order,
  script,
  world,
} from './order-world.ts';
import { mints } from './world.ts';

/** Waits for the venue, and then longer than any delay here. */
let test: TestApp;
/** Another process on the same database, which answers with a receipt at once. */
let hasty: TestApp;
beforeAll(async () => {
  test = await startTestApp();
  hasty = await startTestApp({ SKEIN_ORDER_WAIT_MS: '0' }, { database: test.database });
});
afterAll(async () => {
  await test.audit();
  await hasty.stop();
  await test.stop();
});

describe.each(actions)('$name', (action) => {
  it('waits for the venue as long as it may', async () => {
    const on = await world(test);
    await script(test, 'unknown-then-filled', { delayMs: 50, count: 1 });
    const answer = await order(test, on, action, 'k');
    expect(answer.status).toBe(action.status);
    const { data } = answer.body;
    expect(data.pending).toBe(false);
    if (action.kind === 'spot.swap') expect(data.success).toBe(true);
    else expect(data.trade).toMatchObject({ id: data.actionJobId, tokenAmount: action.tokens });
    const repeat = await order(test, on, action, 'k');
    expect([repeat.status, repeat.body]).toEqual([action.status, answer.body]);
    expect(repeat.headers.get('idempotency-replayed')).toBe('true');
    await checkFunds(on.user, action.cash, nothing);
  });

  it('is refused when it fails meanwhile, and may be tried again', async () => {
    const on = await world(test);
    await script(test, 'unknown-then-failed', { delayMs: 50, count: 1 });
    const answer = await order(test, on, action, 'k');
    expect([answer.status, answer.body.code]).toEqual([400, 'FUNDING_REFUNDED']);
    await checkUntouched(on);
    const again = await order(test, on, action, 'k');
    expect(again.status).toBe(action.status);
    expect(again.headers.get('idempotency-replayed')).toBeNull();
    await checkFunds(on.user, action.cash, nothing);
  });
});

it('counts an opening in flight as a duplicate, and its money as spent', async () => {
  const on = await world(hasty);
  const body = { groupId: on.groupId, contractAddress: mints.decimals6, amountUsd: '800' };
  await script(hasty, 'unknown-then-failed', { delayMs: 600, count: 1 });
  const { actionJobId } = (await on.user.call('POST', '/spot/proposals', body)).body.data;
  const duplicate = await on.user.call('POST', '/spot/proposals', { ...body, amountUsd: '10' });
  expect([duplicate.status, duplicate.body.code]).toEqual([400, 'DUPLICATE_PROPOSAL']);
  expect(duplicate.body.details).toEqual({ actionJobId });
  const broke = await on.user.call('POST', `/spot/proposals/${on.proposalId}/buy`, {
    amountUsd: '40.000001',
  });
  expect(broke.body.details).toEqual({
    required: '40.000001',
    available: '40',
    currency: 'USDC',
  });
  await hasty.sandbox('POST', '/drain');
  const { proposal } = await on.user.post('/spot/proposals', body);
  const again = await on.user.call('POST', '/spot/proposals', { ...body, amountUsd: '10' });
  expect(again.body.details).toEqual({ proposalId: proposal.id });
});

it('does not sell or close twice what is being sold', async () => {
  const on = await world(hasty);
  const path = `/spot/proposals/${on.proposalId}`;
  await script(hasty, 'pending', { delayMs: 600, count: 1 });
  expect((await on.user.call('POST', `${path}/sell`, { max: true })).status).toBe(202);
  const sale = await on.user.call('POST', `${path}/sell`, { amountUsd: '1' });
  expect([sale.status, sale.body.code]).toEqual([400, 'NO_POSITION']);
  const close = await on.user.call('POST', `${path}/close`);
  expect([close.status, close.body.code]).toEqual([400, 'PROPOSAL_PENDING']);
  await hasty.sandbox('POST', '/drain');
  expect((await on.user.post(`${path}/close`)).trade).toBeNull();
});

it('settles an entry that was in flight when the proposal was closed', async () => {
  const on = await world(hasty);
  const late = await hasty.user('late');
  await late.post(`/groups/${on.groupId}/join`);
  await script(hasty, 'pending', { delayMs: 600, count: 1 });
  const path = `/spot/proposals/${on.proposalId}`;
  expect((await late.call('POST', `${path}/buy`, { amountUsd: '50' })).status).toBe(202);
  await on.user.post(`${path}/close`);
  await hasty.sandbox('POST', '/drain');
  const { userPosition } = await late.get(path);
  expect([userPosition.hasPosition, userPosition.currentTokenAmountRaw]).toEqual([
    true,
    '331666666',
  ]);
  await late.post(`${path}/sell`, { max: true });
});

it('shows an action to its owner alone', async () => {
  const on = await world(test);
  const other = await test.user('other');
  const { actionJobId } = (await order(test, on, actionOf('buy'))).body.data;
  expect((await on.user.get(`/actions/${actionJobId}`)).status).toBe('SETTLED');
  for (const id of [actionJobId, 'x', other.userId]) {
    const { status, body } = await other.call('GET', `/actions/${id}`);
    expect([status, body.code]).toEqual([404, 'NOT_FOUND']);
  }
});

it('lets a repeat in another process wait for the same answer', async () => {
  const on = await world(test);
  const other = await startTestApp({}, { database: test.database });
  await script(test, 'unknown-then-filled', { delayMs: 400, count: 1 });
  const buy = actionOf('buy');
  const answers = await Promise.all([order(test, on, buy, 'k'), order(other, on, buy, 'k')]);
  for (const { status, body } of answers) expect([status, body]).toEqual([200, answers[0]?.body]);
  expect(answers.map(({ headers }) => headers.get('idempotency-replayed')).toSorted()).toEqual(
    ['true', null].toSorted(),
  );
  await checkFunds(on.user, buy.cash, nothing);
  await other.stop();
});
