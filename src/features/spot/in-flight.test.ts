import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  buyInto,
  claim,
  close,
  make,
  makeFollows,
  open,
  sellFrom,
  settleAll,
  swapFor,
  usual,
} from '../../../test/helpers/spot-orders.ts';
import { openTrading, type Trading } from '../../../test/helpers/trading.ts';
import { auditChecks } from '../../audit-checks.ts';
import { auditDatabase } from '../../ledger/audit.ts';
import { dollars, priceOf } from '../../money/text.ts';
import type { Trader } from '../orders/index.ts';
import { createProposal } from './create-proposal.ts';

let on: Trading;
let ada: Trader;
let bob: Trader;
let group: string;
let names = 0;

beforeAll(async () => {
  on = await openTrading({ feeBps: 0 });
});
afterAll(() => on.close());

/** Ada leads a new group that bob follows with $20; a token costs $2. */
beforeEach(async () => {
  names += 1;
  on.market.pin(on.token.mint, priceOf('2'), on.clock.now());
  await on.script({ mode: 'ok' });
  [ada, bob] = [await on.user(`ada_${names}`), await on.user(`bob_${names}`)];
  group = await on.group(ada);
  await on.join(bob, group);
  await on.follow(bob, group, '20');
});

const position = async (trader: Trader, proposal: string) => {
  const [row] = await on.rows<{ quantity: bigint; followed: bigint; locked: bigint }>(
    `select quantity, followed, locked from spot_position where user_id = $1 and proposal_id = $2`,
    [trader.userId, proposal],
  );
  return row;
};

async function expectSound(): Promise<void> {
  const report = await auditDatabase(on.database, auditChecks, on.clock.now());
  expect(report.checks.filter(({ ok }) => !ok)).toEqual([]);
}

/** The bundled SOL: 9 decimals. */
const WHOLE = 10n ** 9n;

test('an exit in flight settles although its owner has bought by hand meanwhile', async () => {
  const proposal = await open(on, ada, group, '100');
  await makeFollows(on);
  // Bob holds $20 / $2 = 10 tokens, all followed.
  expect(await position(bob, proposal)).toEqual({
    quantity: 10n * WHOLE,
    followed: 10n * WHOLE,
    locked: 0n,
  });
  // Ada sells half of her position, which bob mirrors: 5 tokens, in flight.
  await sellFrom(on, ada, proposal, '50');
  await on.script({ mode: 'pending', delayMs: 0 });
  await makeFollows(on);
  await on.script({ mode: 'ok' });
  expect((await position(bob, proposal))?.locked).toBe(5n * WHOLE);
  // $10 / $2 = 5 tokens more by hand: the position is bob's own now.
  await buyInto(on, bob, proposal, '10');
  expect(await position(bob, proposal)).toEqual({
    quantity: 15n * WHOLE,
    followed: 0n,
    locked: 5n * WHOLE,
  });
  await settleAll(on);
  expect(await position(bob, proposal)).toEqual({
    quantity: 10n * WHOLE,
    followed: 0n,
    locked: 0n,
  });
  await expectSound();
});

test('of two openings of one token at once only one is in flight', async () => {
  await on.script({ mode: 'pending', delayMs: 0 });
  const command = {
    ...usual(on),
    trader: ada,
    vertical: 'SPOT',
    groupId: group,
    asset: on.token,
    amount: dollars('10'),
    reason: null,
  } as const;
  // Of one user, so of one lane, and so of one batch.
  const answers = await Promise.allSettled([
    on.run(createProposal(on.deps), command, ada.userId),
    on.run(createProposal(on.deps), command, ada.userId),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  expect(answers[0]).toMatchObject({ value: { status: 202 } });
  expect(answers[1]).toMatchObject({ reason: { code: 'DUPLICATE_PROPOSAL' } });
  await settleAll(on);
  await expectSound();
});

test('a sale in flight keeps what it sells; its failure gives it back', async () => {
  const proposal = await open(on, ada, group, '100');
  await on.script({ mode: 'unknown-then-failed', delayMs: 0 });
  const { status, data } = await sellFrom(on, ada, proposal, '60');
  expect([status, data.pending, data.trade]).toEqual([202, true, null]);
  expect((await position(ada, proposal))?.locked).toBe(30n * WHOLE);
  await on.script({ mode: 'ok' });
  const again = close(on, ada, proposal);
  await expect(again).rejects.toMatchObject({ code: 'PROPOSAL_PENDING' });
  // 50 tokens less the 30 in flight: $40 are left to sell.
  const rest = await sellFrom(on, ada, proposal, 'max');
  expect(rest.data.trade.tokenAmount).toBe('20');
  const none = sellFrom(on, ada, proposal, 'max');
  await expect(none).rejects.toMatchObject({ code: 'NO_POSITION' });
  await settleAll(on);
  expect(await position(ada, proposal)).toEqual({
    quantity: 30n * WHOLE,
    followed: 0n,
    locked: 0n,
  });
  await expectSound();
});

test('a follow that fills after the close is mirrored out by itself', async () => {
  const proposal = await open(on, ada, group, '100');
  await on.script({ mode: 'pending', delayMs: 0 });
  await makeFollows(on);
  await on.script({ mode: 'ok' });
  await close(on, ada, proposal);
  // Nothing is held yet, so the close found nobody.
  expect(await claim(on)).toEqual([]);
  await settleAll(on);
  expect((await position(bob, proposal))?.followed).toBe(10n * WHOLE);
  const [exit] = await claim(on);
  if (!exit) throw new Error('no exit was told');
  await make(on, exit);
  expect(await position(bob, proposal)).toEqual({ quantity: 0n, followed: 0n, locked: 0n });
  // The opening follow is UNKNOWN until the worker reconciles it; all else is settled.
  await expectSound();
});

test('swaps in flight both ways leave the books balanced', async () => {
  await swapFor(on, bob, 'BUY', '30');
  await on.script({ mode: 'pending', delayMs: 0 });
  await swapFor(on, bob, 'SELL', '10');
  await swapFor(on, bob, 'BUY', '6');
  await expectSound();
  await settleAll(on);
  // $30 / $2 = 15, less $10 / $2 = 5, more $6 / $2 = 3.
  const rows = await on.rows('select quantity, locked from swap_position where user_id = $1', [
    bob.userId,
  ]);
  expect(rows).toEqual([{ quantity: 13n * WHOLE, locked: 0n }]);
  await expectSound();
});
