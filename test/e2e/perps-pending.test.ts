import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import {
  type Action,
  actions,
  checkFunds,
  checkUntouched,
  order,
  type Setting,
  setting,
  tradeOf,
} from './perp-flow.ts';
import { type PerpWorld, refusal, startPerpWorld } from './perp-world.ts';

/** Answers with a receipt at once. */
let world: PerpWorld;
/** Another process on the same database, which waits for the venue longer than any delay here. */
let patient: TestApp;
beforeAll(async () => {
  world = await startPerpWorld({ SKEIN_ORDER_WAIT_MS: '0' });
  patient = await startTestApp({}, { database: world.test.database });
});
afterAll(async () => {
  await world.test.audit();
  await patient.stop();
  await world.test.stop();
});

/** Long enough to look at orders in flight. */
const DELAY_MS = 1_000;

interface Placed {
  readonly on: Setting;
  readonly status: string;
  // biome-ignore lint/suspicious/noExplicitAny: the body of a receipt.
  readonly receipt: any;
  readonly actionJobId: string;
}

async function place(on: Setting, action: Action, mode: string, status: string): Promise<Placed> {
  await world.script(mode, { delayMs: DELAY_MS, count: 1 });
  const answer = await order(world.test, on, action, 'k');
  expect(answer.status).toBe(202);
  return { on, status, receipt: answer.body, actionJobId: answer.body.data.actionJobId };
}

/** The usual keys of the route with null for what is not known yet (contract 18.3). */
function checkReceipt({ on, receipt, actionJobId }: Placed, { name }: Action) {
  const isNew = name === 'open' || name === 'join';
  const result = {
    assignmentId: isNew ? null : on.assignmentId,
    proposalId: name === 'open' ? null : on.proposalId,
    subaccountIndex: isNew ? 2 : 1,
    txSignature: null,
    marketSymbol: 'SOL',
    side: name === 'open' ? 'SHORT' : 'LONG',
    closePnlUsd: null,
    closePnlPct: null,
    closeProceedsUsd: null,
    closedBaseUnits: null,
    isFullClose: null,
    pending: true,
    actionJobId: expect.any(String),
  };
  const close = { success: null, results: [result], pending: true, actionJobId };
  expect(receipt.data).toEqual(name === 'close' ? close : result);
}

async function checkInFlight({ on, status, actionJobId }: Placed, action: Action) {
  const waiting = await on.user.get(`/actions/${actionJobId}`);
  expect(waiting).toMatchObject({ id: actionJobId, kind: action.kind, status });
  expect([waiting.trade, waiting.error]).toEqual([undefined, undefined]);
  expect(waiting.proposalId).toBe(action.name === 'open' ? undefined : on.proposalId);
  await checkFunds(on.user, action.reserved === '0' ? '900' : '850', action.reserved);
  // Cash, what is reserved, and the position as it was: nothing is lost, nothing has changed.
  expect((await on.user.get('/account')).totalValueUsd).toBe('999.65');
  const [held] = await on.user.get('/perps/positions?filter=all');
  expect([held.status, held.currentSizeBaseLots]).toEqual(['OPEN', '1000']);
  const calls = await on.user.get(`/perps/proposals?groupId=${on.flock.groupId}&status=open`);
  expect(calls).toHaveLength(1);
}

async function checkSettled({ on, receipt, actionJobId }: Placed, action: Action) {
  const settled = await on.user.get(`/actions/${actionJobId}`);
  expect(settled).toMatchObject({ status: 'SETTLED', kind: action.kind });
  expect(tradeOf(settled.trade)).toEqual(action.trade);
  await checkFunds(on.user, action.cash, '0');
  // The receipt was given out: it replays as it was.
  const repeats = Array.from({ length: 3 }, () => order(world.test, on, action, 'k'));
  for (const repeat of await Promise.all(repeats)) {
    expect([repeat.status, repeat.body]).toEqual([202, receipt]);
    expect(repeat.headers.get('idempotency-replayed')).toBe('true');
  }
  const calls = await on.user.get(`/perps/proposals?groupId=${on.flock.groupId}`);
  if (action.name === 'open') {
    expect(calls[0]).toMatchObject({ id: settled.proposalId, reason: 'Why not.', side: 'SHORT' });
  }
  const last = calls.at(-1);
  expect([last.id, last.closedAt === null]).toEqual([on.proposalId, action.name !== 'close']);
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
    await world.pin('SOL', '103');
    await world.drain();
    for (const each of placed) await checkSettled(each, action);
  });

  it('gives everything back when the venue turns out to have failed', async () => {
    const on = await setting(world);
    await world.script('unknown-then-failed', { delayMs: 300, count: 1 });
    const { actionJobId } = (await order(world.test, on, action, 'k')).body.data;
    expect((await on.user.get(`/actions/${actionJobId}`)).status).toBe('UNKNOWN');
    await world.drain();
    const failed = await on.user.get(`/actions/${actionJobId}`);
    expect(failed).toMatchObject({ status: 'FAILED', error: { code: 'FUNDING_REFUNDED' } });
    expect(failed.trade).toBeUndefined();
    await checkUntouched(on);
    // The receipt stands; another order of the same kind goes through.
    expect((await order(world.test, on, action, 'k')).status).toBe(202);
    expect((await order(world.test, on, action)).status).toBe(action.status);
    await checkFunds(on.user, action.cash, '0');
  });

  it('waits for the venue as long as it may, and answers as usual', async () => {
    const on = await setting(world);
    await patient.sandbox('PUT', '/venues/perps/behaviour', {
      mode: 'unknown-then-filled',
      delayMs: 50,
      count: 1,
    });
    const answer = await order(patient, on, action, 'k');
    expect(answer.status).toBe(action.status);
    const { data } = answer.body;
    const { trade, status } = await on.user.get(`/actions/${data.actionJobId}`);
    expect([data.pending, status, tradeOf(trade)]).toEqual([false, 'SETTLED', action.trade]);
    const [result] = action.name === 'close' ? data.results : [data];
    expect(result).toMatchObject({
      txSignature: `paper_${trade.id}`,
      isFullClose: action.name === 'close',
      closePnlUsd: action.name === 'close' ? '-0.7' : null,
      pending: false,
    });
    if (action.name === 'close') expect([data.success, data.results.length]).toEqual([true, 1]);
    const repeat = await order(patient, on, action, 'k');
    expect([repeat.status, repeat.body]).toEqual([action.status, answer.body]);
    await checkFunds(on.user, action.cash, '0');
  });

  it('is refused when it fails meanwhile, and may be tried again under the same key', async () => {
    const on = await setting(world);
    await patient.sandbox('PUT', '/venues/perps/behaviour', {
      mode: 'unknown-then-failed',
      delayMs: 50,
      count: 1,
    });
    const answer = await order(patient, on, action, 'k');
    expect(refusal(answer)).toEqual([400, 'FUNDING_REFUNDED', { actionJobId: expect.any(String) }]);
    await checkUntouched(on);
    const again = await order(patient, on, action, 'k');
    expect(again.status).toBe(action.status);
    expect(again.headers.get('idempotency-replayed')).toBeNull();
    await checkFunds(on.user, action.cash, '0');
  });

  it.each([
    ['down', 503, 'VENUE_UNAVAILABLE', true],
    ['reject', 400, 'ORDER_REJECTED', false],
    ['no-liquidity', 400, 'NO_LIQUIDITY', false],
  ] as const)('is refused at once where the venue is %s', async (mode, status, code, retryable) => {
    const on = await setting(world);
    await world.script(mode, { count: 1 });
    const { status: answered, body } = await order(world.test, on, action, 'k');
    expect([answered, body.code, body.retryable]).toEqual([status, code, retryable]);
    await checkUntouched(on);
    expect((await order(world.test, on, action, 'k')).status).toBe(action.status);
    await checkFunds(on.user, action.cash, '0');
  });
});
