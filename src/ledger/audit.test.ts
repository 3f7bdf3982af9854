import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeChatRows } from '../../test/helpers/chat-audit-world.ts';
import { corruptions } from '../../test/helpers/corruptions.ts';
import { makePerpRows } from '../../test/helpers/perp-audit-world.ts';
import { makePredictionRows } from '../../test/helpers/prediction-audit-world.ts';
import {
  buyInto,
  close,
  makeFollows,
  open,
  sellFrom,
  settleAll,
  swapFor,
  usual,
} from '../../test/helpers/spot-orders.ts';
import { openTrading, type Trading } from '../../test/helpers/trading.ts';
import { makeWithdrawalRows } from '../../test/helpers/withdrawal-audit-world.ts';
import { auditChecks } from '../audit-checks.ts';
import { createProposal } from '../features/spot/create-proposal.ts';
import { dollars, priceOf } from '../money/text.ts';
import { auditDatabase, runAudit } from './audit.ts';

let trading: Trading;

/**
 * A world in which every kind of row stands: deposits, a paid group, openings, buys, sales by hand,
 * follows filled and skipped, a mirrored exit, a close, swaps, an order that failed, one that has
 * settled and two that are in flight; and everything of prediction markets.
 */
beforeAll(async () => {
  // 33 bps of amounts that do not divide, so that fees and proceeds round.
  trading = await openTrading({ feeBps: 33 });
  const on = trading;
  on.market.pin(on.token.mint, priceOf('184.123456789'), on.clock.now());
  const [ada, bob, cyd, dan] = [
    await on.user('ada'),
    await on.user('bob'),
    await on.user('cyd', '3'),
    await on.user('dan'),
  ];
  const paid = await on.group(ada, { joining: '5', subscription: '2' });
  const fees = {
    joiningFee: dollars('5'),
    subscriptionFee: dollars('2'),
    subscriptionPeriod: 'MONTHLY',
  } as const;
  await on.join(dan, paid, { acceptFees: fees, mayPay: true, payeeId: ada.userId });
  const group = await on.group(ada);
  for (const member of [bob, cyd, dan]) await on.join(member, group);
  await on.follow(bob, group, '12.345678');
  await on.follow(cyd, group, '10');
  const first = await open(on, ada, group, '33.333333');
  await makeFollows(on);
  await buyInto(on, dan, first, '7.77');
  await sellFrom(on, ada, first, '11.11');
  await makeFollows(on);
  await swapFor(on, dan, 'BUY', '20.000001');
  await swapFor(on, dan, 'SELL', '3.3');
  await close(on, ada, first);
  await makeFollows(on);
  await openWithKey(on, ada, group);
  await on.script({ mode: 'unknown-then-failed', delayMs: 0 });
  await swapFor(on, dan, 'BUY', '4');
  await settleAll(on);
  await on.script({ mode: 'pending', delayMs: 0 });
  await swapFor(on, dan, 'BUY', '5');
  await settleAll(on);
  await swapFor(on, dan, 'BUY', '6');
  await sellFrom(on, dan, first, '2');
  await makePredictionRows(on, { ada, bob, dan, group });
  await makeChatRows(on, { ada, bob, group });
  await makePerpRows(on, { ada, bob, dan });
  await makeWithdrawalRows(on, { ada });
}, 60_000);

afterAll(() => trading.close());

async function openWithKey(on: Trading, trader: Awaited<ReturnType<Trading['user']>>, to: string) {
  const command = {
    ...usual(on),
    trader,
    vertical: 'SPOT',
    groupId: to,
    asset: on.token,
    amount: dollars('9.99'),
    reason: 'it says "actionJobId":"nothing"',
    keyHash: 'aa'.repeat(16),
  } as const;
  const idempotency = {
    userId: trader.userId,
    keyHash: 'aa'.repeat(16),
    bodyHash: 'bb'.repeat(16),
  };
  await on.engine.submit(createProposal(on.deps), command, { userId: trader.userId, idempotency });
  await makeFollows(on);
}

const audit = (on = trading) => auditDatabase(on.database, auditChecks, on.clock.now());

/** Names of the checks that fail after a change, which is taken back. */
async function brokenBy(change: string): Promise<string[]> {
  return trading.database.withClient(async (client) => {
    await client.query('begin');
    // Triggers and constraints would refuse what the audit is to find.
    await client.query('set local session_replication_role = replica');
    await client.query(change);
    const query = async (text: string, values: readonly unknown[]) =>
      (await client.query(text, [...values])).rows;
    const report = await runAudit(query, auditChecks, trading.clock.now());
    await client.query('rollback');
    return report.checks.filter(({ ok }) => !ok).map(({ name }) => name);
  });
}

test('a sound database passes every check, with no detail', async () => {
  const report = await audit();
  expect(report.checks.filter(({ ok }) => !ok)).toEqual([]);
  expect(report.ok).toBe(true);
  expect(report.checks.map(({ name }) => name)).toEqual(auditChecks.map(({ name }) => name));
  expect(new Set(report.checks.map(({ detail }) => detail))).toEqual(new Set(['']));
});

test('the world holds what the checks are about', async () => {
  const [row] = await trading.rows<Record<string, bigint>>(`select
    (select count(*) from spot_trade) as trades,
    (select count(*) from spot_trade where origin = 'FOLLOW') as follows,
    (select count(*) from spot_trade where origin = 'EXIT') as exits,
    (select count(*) from follow where status = 'SKIPPED' and vertical = 'SPOT') as skips,
    (select count(*) from intent where status = 'SUBMITTED' and vertical = 'SPOT') as open,
    (select count(*) from intent where vertical = 'SPOT'
      and status in ('SETTLED', 'FAILED')) as final,
    (select count(*) from entry where account = 12) as dust,
    (select count(*) from idempotency) as keys`);
  // Trades: 2 openings, 2 follows of bob, 2 exits of bob, a buy, a sale and a close by hand,
  // 3 swaps. Cyd's $3 are too little: both follows are skipped.
  expect(row).toMatchObject({
    trades: 12n,
    follows: 2n,
    exits: 2n,
    skips: 2n,
    open: 2n,
    final: 2n,
    keys: 2n,
  });
  expect(row?.dust).toBeGreaterThan(5n);
});

test('the world holds every kind of row of predictions', async () => {
  const counted = async (columns: string, from: string): Promise<string[]> => {
    const rows = await trading.rows<{ what: string; count: bigint }>(
      `select concat_ws(' ', ${columns}) as what, count(*) as count from ${from}
        group by 1 order by 1`,
    );
    return rows.map(({ what, count }) => `${what}: ${count}`);
  };
  expect(await counted('side, origin', 'prediction_trade')).toEqual([
    'BUY FOLLOW: 7',
    'BUY MANUAL: 4',
    'BUY OPEN: 9',
    'CLAIM AUTO_CLAIM: 1',
    'CLAIM CLAIM: 2',
    'SELL CLOSE: 1',
    'SELL EXIT: 3',
    'SELL MANUAL: 3',
  ]);
  expect(await counted('status, result', 'prediction_proposal')).toEqual([
    'ACTIVE: 3',
    'CLOSED: 3',
    'FAILED: 1',
    'PENDING: 1',
    'RESOLVED NO: 1',
    'RESOLVED VOID: 1',
    'RESOLVED YES: 1',
  ]);
  expect(await counted('kind, status', `intent where vertical = 'PREDICTION'`)).toEqual([
    'FOLLOW SUBMITTED: 1',
    'MANUAL SUBMITTED: 2',
    'OPEN FAILED: 1',
    'OPEN SUBMITTED: 1',
  ]);
  // Cyd cannot pay for any of the nine calls; for the one whose market closed bob came too late.
  expect(await counted('side, status', `follow where vertical = 'PREDICTION'`)).toEqual([
    'BUY FILLED: 7',
    'BUY SKIPPED: 10',
    'BUY UNKNOWN: 1',
    'SELL FILLED: 3',
  ]);
  const left = `prediction_position where claimable and quantity > 0`;
  expect(await counted('claimed_at is null', left)).toEqual(['t: 2']);
});

for (const [what, change, checks] of corruptions) {
  test(`${what}: ${checks.join(', ')}`, async () => {
    const broken = await brokenBy(change);
    expect(broken).toHaveLength(checks.length);
    for (const [n, check] of checks.entries()) expect(broken[n]).toContain(check);
  });
}

test('every check has a change that breaks it', () => {
  const seen = corruptions.flatMap(([, , checks]) => checks);
  const unseen = auditChecks.filter(({ name }) => !seen.some((start) => name.startsWith(start)));
  expect(unseen).toEqual([]);
});

test('pruned old events are no gap', async () => {
  expect(await brokenBy('delete from event where seq < 3')).toEqual([]);
});

test('a failing check counts its offenders and names five of them', async () => {
  const query = async (text: string, values: readonly unknown[]) =>
    trading.rows<Record<string, unknown>>(text, values);
  const check = { name: 'n', text: `select n::text as offender from generate_series(1, 7) n` };
  expect(await runAudit(query, [check], 0)).toEqual({
    ok: false,
    checks: [{ name: 'n', ok: false, detail: '7: 1, 2, 3, 4, 5, …' }],
  });
});
