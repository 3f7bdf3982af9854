import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../helpers/app.ts';
import {
  type Action,
  actionOf,
  actions,
  checkFunds,
  checkUntouched,
  nothing,
  OTHERS,
  order,
  type Setting,
  script,
  setting,
} from './prediction-flow.ts';
import { type PredictionWorld, startPredictionWorld } from './prediction-world.ts';

/** Answers with a receipt at once. */
let world: PredictionWorld;
let test: TestApp;
beforeAll(async () => {
  world = await startPredictionWorld({ SKEIN_ORDER_WAIT_MS: '0' });
  ({ test } = world);
});
afterAll(async () => {
  await test.audit();
  await test.stop();
});

/** Long enough to look at orders in flight. */
const DELAY_MS = 800;

interface Placed {
  readonly on: Setting;
  readonly status: string;
  // biome-ignore lint/suspicious/noExplicitAny: the body of a receipt.
  readonly receipt: any;
  readonly actionJobId: string;
}

async function place(on: Setting, action: Action, mode: string, status: string): Promise<Placed> {
  await script(test, mode, { delayMs: DELAY_MS, count: 1 });
  const answer = await order(test, on, action, 'k');
  expect(answer.status).toBe(202);
  return { on, status, receipt: answer.body, actionJobId: answer.body.data.actionJobId };
}

/** The usual keys of the route: the proposal as it stands, null for what is not known yet. */
function checkReceipt({ on, receipt }: Placed, { name }: Action) {
  const { proposal, ...rest } = receipt.data;
  expect(rest).toEqual({ trade: null, pending: true, actionJobId: expect.any(String) });
  if (name === 'predict' || name === 'sell') {
    expect(proposal).toBeUndefined();
    return;
  }
  expect(proposal).toMatchObject({
    groupId: on.flock.groupId,
    createdById: on.user.userId,
    status: name === 'propose' ? 'PENDING' : 'ACTIVE',
    result: null,
    didWin: false,
  });
}

async function checkInFlight({ on, status, receipt, actionJobId }: Placed, action: Action) {
  const waiting = await on.user.get(`/actions/${actionJobId}`);
  const { proposal } = receipt.data;
  expect(waiting).toEqual({
    id: actionJobId,
    kind: action.kind,
    status,
    proposalId: proposal?.id ?? on.proposalId,
    createdAt: '2026-03-03T15:30:00.000Z',
    updatedAt: '2026-03-03T15:30:00.000Z',
  });
  // 959 less the whole of what may be spent.
  const cash = { '41.203': '917.797', '20.503': '938.497' }[action.reserved[0]] ?? '959';
  await checkFunds(on.user, cash, action.reserved);
  // Cash, what is reserved and 80 shares at 0.5: nothing is lost on the way.
  const account = await on.user.get('/account');
  expect([account.predictionsValueUsd, account.totalValueUsd]).toEqual(['40', '999']);
}

async function checkSettled({ on, receipt, actionJobId }: Placed, action: Action) {
  const settled = await on.user.get(`/actions/${actionJobId}`);
  expect(settled).toMatchObject({ status: 'SETTLED', kind: action.kind });
  expect(settled.trade).toMatchObject({
    id: actionJobId,
    tokenAmount: action.shares,
    pricePerTokenUsd: action.price,
    totalCostUsd: action.total,
    venueFeeUsd: action.fee,
  });
  await checkFunds(on.user, action.cash, nothing);
  const [line] = (await on.user.get('/account/ledger?limit=1')).entries;
  expect([line.kind, line.ref]).toEqual(['trade', actionJobId]);
  // The receipt was given out: it replays as it was.
  const repeats = Array.from({ length: 5 }, () => order(test, on, action, 'k'));
  for (const repeat of await Promise.all(repeats)) {
    expect([repeat.status, repeat.body]).toEqual([202, receipt]);
    expect(repeat.headers.get('idempotency-replayed')).toBe('true');
  }
  const { proposal } = await on.user.get(`/predictions/proposals/${settled.proposalId}`);
  expect(proposal.status).toBe(action.name === 'close' ? 'CLOSED' : 'ACTIVE');
  if (action.name === 'propose') expect(proposal.reason).toBe('Why not.');
}

describe.each(actions)('$name', (action) => {
  it('answers a receipt and fills later, at the price of submission', async () => {
    const [one, two, three] = [await setting(world), await setting(world), await setting(world)];
    const placed = [
      await place(one, action, 'slow', 'SUBMITTED'),
      await place(two, action, 'pending', 'SUBMITTED'),
      await place(three, action, 'unknown-then-filled', 'UNKNOWN'),
    ];
    for (const each of placed) checkReceipt(each, action);
    await Promise.all(placed.map((each) => checkInFlight(each, action)));
    await world.pin('0.9');
    await world.pin('0.9', OTHERS[0]?.marketId);
    await world.drain();
    for (const each of placed) await checkSettled(each, action);
  });

  it('gives everything back when the venue turns out to have failed', async () => {
    const on = await setting(world);
    await script(test, 'unknown-then-failed', { delayMs: 300, count: 1 });
    const receipt = await order(test, on, action, 'k');
    const { actionJobId } = receipt.body.data;
    expect((await on.user.get(`/actions/${actionJobId}`)).status).toBe('UNKNOWN');
    await world.drain();
    const failed = await on.user.get(`/actions/${actionJobId}`);
    expect(failed).toMatchObject({ status: 'FAILED', error: { code: 'FUNDING_REFUNDED' } });
    expect(failed.error.message).toMatch(/^[A-Z].+\.$/);
    expect(failed.trade).toBeUndefined();
    await checkUntouched(on);
    const repeat = await order(test, on, action, 'k');
    expect([repeat.status, repeat.body]).toEqual([202, receipt.body]);
    expect((await order(test, on, action)).status).toBe(action.status);
    await checkFunds(on.user, action.cash, nothing);
  });

  it.each([
    ['down', 503, 'VENUE_UNAVAILABLE', true, {}],
    ['reject', 400, 'ORDER_REJECTED', false, { reason: 'The venue rejected the order.' }],
    ['no-liquidity', 400, 'NO_LIQUIDITY', false, {}],
  ] as const)('is refused by a venue in mode %s, and nothing moves', async (...expected) => {
    const [mode, status, code, retryable, details] = expected;
    const on = await setting(world);
    await script(test, mode);
    const answer = await order(test, on, action, 'k');
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ code, retryable, details });
    expect(answer.headers.has('retry-after')).toBe(retryable);
    await checkUntouched(on);
    await script(test, 'ok');
    const again = await order(test, on, action, 'k');
    expect(again.status).toBe(action.status);
    expect(again.headers.get('idempotency-replayed')).toBeNull();
    await checkFunds(on.user, action.cash, nothing);
  });
});

it('a script affects as many orders as it says, then none', async () => {
  const on = await setting(world);
  const scripted = await script(test, 'reject', { count: 2 });
  expect(scripted).toEqual({ vertical: 'predictions', mode: 'reject', delayMs: 1_000, count: 2 });
  const statuses = [];
  for (let n = 0; n < 3; n += 1) {
    statuses.push((await order(test, on, actionOf('predict'))).status);
  }
  expect(statuses).toEqual([400, 400, 200]);
});

it('settles after a restart what was in flight before it', async () => {
  const placed = [];
  for (const action of actions) {
    placed.push({ action, ...(await place(await setting(world), action, 'pending', '')) });
  }
  await test.restart();
  await world.drain();
  for (const { on, action, ...one } of placed) {
    await checkSettled({ ...one, on: { ...on, user: test.at(on.user) } }, action);
  }
});
