import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { eventually } from '../../../test/helpers/eventually.ts';
import {
  call,
  claimOf,
  closeCall,
  endMarket,
  makeDueFollows,
  ordersInFlight,
  predictInto,
  propose,
  sellOf,
  settleOrder,
  settleOrders,
  watchMarkets,
} from '../../../test/helpers/prediction-orders.ts';
import { MARKETS, type MarketName } from '../../../test/helpers/prediction-trading.ts';
import { openTrading, type Trading } from '../../../test/helpers/trading.ts';
import { auditChecks } from '../../audit-checks.ts';
import type { CommandKind } from '../../engine/command.ts';
import { auditDatabase } from '../../ledger/audit.ts';
import type { VenueMode } from '../../venues/behaviour.ts';
import type { Trader } from '../orders/index.ts';

let on: Trading;
let ada: Trader;
let bob: Trader;
let group: string;
let names = 0;

beforeAll(async () => {
  on = await openTrading();
});
afterAll(() => on.close());

/**
 * Ada leads a new group that bob follows with $20.5. Every market stands at 0.5, where a share with
 * its fee costs 0.5125: $41 are 80 shares, $20.5 are 40, $10.25 are 20.
 */
beforeEach(async () => {
  names += 1;
  [ada, bob] = [await on.user(`ada_${names}`), await on.user(`bob_${names}`)];
  group = await on.group(ada);
  await on.join(bob, group);
  await on.follow(bob, group, '20.5');
});

const script = (mode: VenueMode) => on.script({ mode, delayMs: 0 }, 'predictions');
/** While the venue is scripted so. */
async function during<T>(mode: VenueMode, work: () => Promise<T>): Promise<T> {
  await script(mode);
  const result = await work();
  await script('ok');
  return result;
}

/** A market that no test has resolved. */
const fresh = (() => {
  const left: MarketName[] = [...MARKETS];
  return (): MarketName => {
    const market = left.pop();
    if (!market) throw new Error('no market is left');
    return market;
  };
})();

interface Held {
  readonly quantity: bigint;
  readonly followed: bigint;
  readonly locked: bigint;
}
const shares = (n: number): bigint => BigInt(n) * 1_000_000n;
async function held(trader: Trader, id: string): Promise<Held | undefined> {
  const [row] = await on.rows<Held>(
    `select quantity, followed, locked from prediction_position
      where user_id = $1 and proposal_id = $2`,
    [trader.userId, id],
  );
  return row;
}
const statusOf = async (id: string): Promise<unknown> =>
  (
    await on.rows<{ status: string }>('select status from prediction_proposal where id = $1', [id])
  )[0]?.status;
const cashOf = async ({ userId }: Trader): Promise<unknown> =>
  (await on.rows<Held>('select available, reserved from wallet where user_id = $1', [userId]))[0];

/** What the user has been told of results. */
async function toldOf({ userId }: Trader): Promise<unknown[]> {
  const rows = await on.rows<{ data: string }>(
    `select data from event where user_id = $1 and type = 'prediction.resolved' order by seq`,
    [userId],
  );
  return rows.map(({ data }) => {
    const { result, claimableUsd } = JSON.parse(data);
    return { result, claimableUsd };
  });
}

async function expectSound(): Promise<void> {
  const report = await auditDatabase(on.database, auditChecks, on.clock.now());
  expect(report.checks.filter(({ ok }) => !ok)).toEqual([]);
}

/** Keeps a lane busy: it wants the wallet and does nothing. */
const idle = (userId: string): CommandKind<null> => ({
  name: 'test.idle',
  needs: () => ({ users: [userId] }),
  decide: () => ({}),
});

/**
 * Orders of one user that are decided as one batch: they queue up in their lane behind a command
 * that waits for the wallet, which stands locked until all of them have come.
 */
async function asOneBatch({ userId }: Trader, orders: readonly (() => Promise<unknown>)[]) {
  return on.database.withClient(async (client) => {
    await client.query('begin');
    await client.query('select 1 from wallet where user_id = $1 for update', [userId]);
    const first = on.engine.submit(idle(userId), null, { userId });
    await eventually('it waits for the wallet', () => on.engine.waiting === 0);
    const answers = orders.map((order) => order());
    const settled = Promise.allSettled(answers);
    await eventually('all are queued', () => on.engine.waiting === orders.length);
    await client.query('rollback');
    await first;
    return settled;
  });
}

test('an exit in flight settles although its owner has bought by hand meanwhile', async () => {
  const id = await call(on, ada, group, { market: 'rain', amount: '41' });
  await makeDueFollows(on);
  expect(await held(bob, id)).toEqual({ quantity: shares(40), followed: shares(40), locked: 0n });
  // Ada sells half of her 80 shares for $20, which bob mirrors: 20 of 40, in flight.
  await sellOf(on, ada, id, '20');
  await during('pending', () => makeDueFollows(on));
  expect((await held(bob, id))?.locked).toBe(shares(20));
  await predictInto(on, bob, id, '10.25');
  expect(await held(bob, id)).toEqual({ quantity: shares(60), followed: 0n, locked: shares(20) });
  await settleOrders(on);
  expect(await held(bob, id)).toEqual({ quantity: shares(40), followed: 0n, locked: 0n });
  await expectSound();
});

test('of two openings of one outcome at once only one is in flight', async () => {
  const wanted = { market: 'rain', amount: '41' } as const;
  // Of one user, so of one lane, and so of one batch.
  const answers = await during('pending', () =>
    Promise.allSettled([propose(on, ada, group, wanted), propose(on, ada, group, wanted)]),
  );
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  expect(answers[0]).toMatchObject({ value: { status: 202 } });
  expect(answers[1]).toMatchObject({ reason: { code: 'DUPLICATE_PROPOSAL' } });
  await settleOrders(on);
  await expectSound();
});

test('a sale in flight keeps what it sells; its failure gives it back', async () => {
  const id = await call(on, ada, group, { market: 'rain', amount: '41' });
  const { status, data } = await during('unknown-then-failed', () => sellOf(on, ada, id, '25'));
  expect([status, data.pending, data.trade]).toEqual([202, true, null]);
  expect((await held(ada, id))?.locked).toBe(shares(50));
  await expect(closeCall(on, ada, id)).rejects.toMatchObject({ code: 'PROPOSAL_PENDING' });
  const rest = await sellOf(on, ada, id, 'max');
  expect(rest.data.trade.tokenAmount).toBe('30');
  await expect(sellOf(on, ada, id, 'max')).rejects.toMatchObject({ code: 'NO_POSITION' });
  await settleOrders(on);
  expect(await held(ada, id)).toEqual({ quantity: shares(50), followed: 0n, locked: 0n });
  await expectSound();
});

test('what a sale in flight leaves below the minimum cannot be sold until it is known', async () => {
  const id = await call(on, ada, group, { market: 'rain', amount: '41' });
  // 37.5 ÷ 0.5 = 75 of 80 shares; the 5 that are left are just enough for the venue.
  await during('pending', () => sellOf(on, ada, id, '37.5'));
  await predictInto(on, ada, id, '4');
  // $4 buy 7.8 shares: 3.9 and a fee of 0.0975. 12.8 are free; 7.5 of them leave 5.3.
  const sold = await sellOf(on, ada, id, '3.75');
  expect(sold.data.trade.tokenAmount).toBe('7.5');
  // Of 5.3 the least is 5, and 0.3 more would be stranded: all of them go.
  expect((await sellOf(on, ada, id, '1')).data.trade.tokenAmount).toBe('5.3');
  await settleOrders(on);
  expect((await held(ada, id))?.quantity).toBe(0n);
  await expectSound();
});

test('a follow that fills after the close is mirrored out by itself', async () => {
  const id = await call(on, ada, group, { market: 'rain', amount: '41' });
  await during('pending', () => makeDueFollows(on));
  await closeCall(on, ada, id);
  await settleOrders(on);
  expect((await held(bob, id))?.followed).toBe(shares(40));
  await makeDueFollows(on);
  expect(await held(bob, id)).toEqual({ quantity: 0n, followed: 0n, locked: 0n });
  // Bought for 20.5, sold for 20 less a fee of 0.5.
  expect(await cashOf(bob)).toEqual({ available: 999_000_000n, reserved: 0n });
  await expectSound();
});

test('a close that settles late does not hide what has been called since', async () => {
  const wanted = { market: 'rain', amount: '41' } as const;
  const id = await call(on, ada, group, wanted);
  await during('pending', () => closeCall(on, ada, id));
  await endMarket(on, 'rain', null);
  expect(await statusOf(id)).toBe('CLOSED');
  await watchMarkets(on);
  await call(on, ada, group, wanted);
  const warned = vi.spyOn(on.log, 'warn');
  const [order] = await ordersInFlight(on);
  if (!order) throw new Error('nothing is in flight');
  const [, again] = await asOneBatch(ada, [
    () => settleOrder(on, order),
    () => propose(on, ada, group, wanted),
  ]);
  expect(again).toMatchObject({ reason: { code: 'DUPLICATE_PROPOSAL' } });
  expect(warned).not.toHaveBeenCalled();
  warned.mockRestore();
  await expectSound();
});

test('a buy that fills after the market has resolved can be claimed', async () => {
  const market = fresh();
  const id = await call(on, ada, group, { market, amount: '41' });
  await during('pending', () => predictInto(on, bob, id, '20.5'));
  await during('pending', () => predictInto(on, ada, id, '20.5'));
  await endMarket(on, market, 'YES');
  await claimOf(on, ada, id);
  await settleOrders(on);
  // Bob held nothing when the holders were told, so he is told now; ada knows already.
  await watchMarkets(on);
  expect(await toldOf(bob)).toEqual([{ result: 'YES', claimableUsd: '40' }]);
  expect(await toldOf(ada)).toEqual([{ result: 'YES', claimableUsd: '80' }]);
  // The first 80 shares are paid out already, the 40 that came late are not.
  expect((await claimOf(on, ada, id)).data.amountClaimedUsd).toBe('40');
  expect((await claimOf(on, bob, id)).data.amountClaimedUsd).toBe('40');
  // 1000 − 41 − 20.5 + 80 + 40; 1000 − 20.5 + 40
  expect(await cashOf(ada)).toEqual({ available: 1_058_500_000n, reserved: 0n });
  expect(await cashOf(bob)).toEqual({ available: 1_019_500_000n, reserved: 0n });
  await expectSound();
});

test('a sale in flight keeps the claim waiting, and what it did not sell is claimed', async () => {
  const market = fresh();
  const id = await call(on, ada, group, { market, amount: '41' });
  await during('unknown-then-failed', () => sellOf(on, ada, id, '20'));
  await endMarket(on, market, 'VOID');
  await expect(claimOf(on, ada, id)).rejects.toMatchObject({ code: 'PROPOSAL_PENDING' });
  await expectSound();
  await settleOrders(on);
  // 80 shares at half a dollar.
  expect((await claimOf(on, ada, id)).data.amountClaimedUsd).toBe('40');
  await expectSound();
});

test('an opening that fills after the market has resolved is called, told and claimed', async () => {
  const market = fresh();
  const id = await during('pending', () => call(on, ada, group, { market, amount: '41' }));
  await endMarket(on, market, 'YES');
  expect(await statusOf(id)).toBe('PENDING');
  await settleOrders(on);
  expect(await statusOf(id)).toBe('ACTIVE');
  await watchMarkets(on);
  expect(await statusOf(id)).toBe('RESOLVED');
  await makeDueFollows(on);
  expect(await on.rows('select code from follow where proposal_id = $1', [id])).toEqual([
    { code: 'PROPOSAL_CLOSED' },
  ]);
  expect((await claimOf(on, ada, id)).data.amountClaimedUsd).toBe('80');
  await expectSound();
});
