import type { Trader } from '../../src/features/orders/index.ts';
import { claim } from '../../src/features/perps/claim.ts';
import { paramsOf } from '../../src/features/perps/params.ts';
import { openPerpTrading, type Step, scriptedMarks } from './perp-trading.ts';
import type { Trading } from './trading.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * Every kind of row of perpetuals, in groups of their own: openings, a member's own position that is
 * enlarged and reduced, an hour of funding, two take-profits of which one is claimed, a liquidation
 * that pays a penalty, and in flight an opening and a reduction.
 */
export async function makePerpRows(
  on: Trading,
  { ada, bob, dan }: { ada: Trader; bob: Trader; dan: Trader },
): Promise<void> {
  const group = await on.group(ada);
  for (const member of [bob, dan]) await on.join(member, group);
  const marks = scriptedMarks('SOL');
  marks.set('SOL', [[0, 10_000n, 9_990n]]);
  const perps = await openPerpTrading(on, marks);
  const driver = await perps.startDriver();
  await driver.settle();
  const first = await perps.open(ada, group, { takeProfitPct: 20n });
  const second = await perps.join(bob, first, { collateral: '50' });
  const third = await perps.join(dan, first, { collateral: '40', leverage: 300n });
  await perps.setTriggers(bob, second, { takeProfitPct: 20n });
  // A trigger that is joined with is the leader's; dan keeps the position.
  await perps.setTriggers(dan, third, { takeProfitPct: null, stopLossPct: null });
  await perps.add(dan, third, '10');
  await perps.reduce(dan, third, 50n);
  const short = await perps.open(ada, await on.group(ada), { side: 'SHORT', collateral: '20' });
  on.clock.advance(HOUR_MS);
  await driver.settle();
  // 3 % at ten times is 30 % of the collateral: both take-profits at 20 % are reached. The short
  // loses 10 % of its notional in small steps, so that there is something left for the penalty.
  const rise = Array.from({ length: 15 }, (_, n): Step => {
    return [on.clock.now() + (n + 1) * MINUTE_MS, 10_300n + BigInt(n) * 50n];
  });
  marks.set('SOL', [[0, 10_000n, 9_990n], ...rise]);
  on.clock.advance(20 * MINUTE_MS);
  await driver.settle();
  await driver.stop();
  const facts = perps.data.market('SOL');
  const position = await perps.identities.position(second);
  if (!facts || !position) throw new Error('no position of bob');
  const params = paramsOf(facts);
  await on.run(claim, { userId: bob.userId, position, params }, bob.userId);
  await on.script({ mode: 'pending', delayMs: 0 }, 'perps');
  await perps.reduce(dan, third, 10n);
  await perps.open(ada, group, { collateral: '30' });
  const { status } = await perps.position(short);
  if (status !== 'LIQUIDATED') throw new Error(`the short is ${status}`);
}
