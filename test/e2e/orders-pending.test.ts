import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import {
  type Action,
  actionOf,
  actions,
  checkFunds,
  checkUntouched,
  nothing,
  order,
  script,
  type World,
  world,
} from './order-world.ts';
import { mints } from './world.ts';

/** Answers with a receipt at once. */
let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({ SKEIN_ORDER_WAIT_MS: '0' });
});
afterAll(async () => {
  await test.audit();
  await test.stop();
});

const drain = () => test.sandbox('POST', '/drain');
/** Long enough to look at orders in flight. */
const DELAY_MS = 800;

interface Placed {
  readonly on: World;
  readonly status: string;
  // biome-ignore lint/suspicious/noExplicitAny: the body of a receipt.
  readonly receipt: any;
  readonly actionJobId: string;
}

async function place(on: World, action: Action, mode: string, status: string): Promise<Placed> {
  await script(test, mode, { delayMs: DELAY_MS, count: 1 });
  const answer = await order(test, on, action, 'k');
  expect(answer.status).toBe(202);
  return { on, status, receipt: answer.body, actionJobId: answer.body.data.actionJobId };
}

/** The usual keys of the route with null for what is not known yet (contract 18.3). */
function checkReceipt({ receipt }: Placed, { name, kind }: Action) {
  const { actionJobId, pending, ...unknown } = receipt.data;
  expect([typeof actionJobId, pending]).toEqual(['string', true]);
  const usual = ['success', 'signature', 'inputAmountRaw', 'outputAmountRaw', 'svcFeeUsd'];
  const withProposal = name === 'propose' || name === 'close';
  const keys = kind === 'spot.swap' ? usual : withProposal ? ['proposal', 'trade'] : ['trade'];
  expect(Object.entries(unknown)).toEqual(keys.map((key) => [key, null]));
}

async function checkInFlight({ on, status, actionJobId }: Placed, action: Action) {
  const waiting = await on.user.get(`/actions/${actionJobId}`);
  expect(waiting).toMatchObject({ id: actionJobId, kind: action.kind, status });
  expect([waiting.trade, waiting.error]).toEqual([undefined, undefined]);
  const ofProposal = action.name !== 'propose' && action.kind !== 'spot.swap';
  expect(waiting.proposalId).toBe(ofProposal ? on.proposalId : undefined);
  await checkFunds(on.user, action.reserved[0] === '0' ? '840' : '790', action.reserved);
  // Cash, what is reserved and 1.061333333 SOL × 150 = 159.19999995 → 159.199999: nothing lost.
  expect((await on.user.get('/account')).totalValueUsd).toBe('999.199999');
}

async function checkSettled({ on, receipt, actionJobId }: Placed, action: Action) {
  const settled = await on.user.get(`/actions/${actionJobId}`);
  expect(settled).toMatchObject({ status: 'SETTLED', kind: action.kind });
  expect(settled.trade).toMatchObject({
    id: actionJobId,
    tokenAmount: action.tokens,
    totalCostUsd: action.total,
    pricePerTokenUsd: action.name === 'propose' ? '0.5' : '150',
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
  if (action.name === 'propose') {
    const [shown] = await on.user.get(`/spot/proposals?groupId=${on.groupId}`);
    expect(shown.proposal.id).toBe(settled.proposalId);
    expect([shown.proposal.initialPriceUsd, shown.proposal.reason]).toEqual(['0.5', 'Why not.']);
  }
  if (action.name === 'close') {
    const { proposal } = await on.user.get(`/spot/proposals/${on.proposalId}`);
    expect([typeof proposal.closedAt, proposal.exitPriceUsd]).toEqual(['string', '150']);
  }
}

describe.each(actions)('$name', (action) => {
  it('answers a receipt and fills later, at the price of submission', async () => {
    const [one, two, three] = [await world(test), await world(test), await world(test)];
    const placed = [
      await place(one, action, 'slow', 'SUBMITTED'),
      await place(two, action, 'pending', 'SUBMITTED'),
      await place(three, action, 'unknown-then-filled', 'UNKNOWN'),
    ];
    for (const each of placed) checkReceipt(each, action);
    await Promise.all(placed.map((each) => checkInFlight(each, action)));
    await test.pin(mints.sol, '300');
    await test.pin(mints.decimals6, '1');
    await drain();
    for (const each of placed) await checkSettled(each, action);
  });

  it('gives the money back when the venue turns out to have failed', async () => {
    const on = await world(test);
    await script(test, 'unknown-then-failed', { delayMs: 300, count: 1 });
    const { actionJobId } = (await order(test, on, action, 'k')).body.data;
    expect((await on.user.get(`/actions/${actionJobId}`)).status).toBe('UNKNOWN');
    await drain();
    const failed = await on.user.get(`/actions/${actionJobId}`);
    expect(failed).toMatchObject({ status: 'FAILED', error: { code: 'FUNDING_REFUNDED' } });
    expect(failed.trade).toBeUndefined();
    await checkUntouched(on);
    expect((await order(test, on, action, 'k')).status).toBe(202);
    expect((await order(test, on, action)).status).toBe(action.status);
    await checkFunds(on.user, action.cash, nothing);
  });
});

it('settles after a restart what was in flight before it', async () => {
  const placed = [];
  for (const action of actions) {
    placed.push({ action, ...(await place(await world(test), action, 'pending', '')) });
  }
  const late = await world(test);
  await script(test, 'pending', { delayMs: 3_000, count: 1 });
  const { actionJobId } = (await order(test, late, actionOf('buy'), 'k')).body.data;
  await test.restart();
  const again = test.at(late.user);
  expect((await again.get(`/actions/${actionJobId}`)).status).toBe('SUBMITTED');
  await checkFunds(again, '790', ['50', 0n]);
  await drain();
  for (const { on, action, ...one } of placed) {
    await checkSettled({ ...one, on: { ...on, user: test.at(on.user) } }, action);
  }
  await checkFunds(again, '790', nothing);
});
