import type { Trader } from '../../src/features/orders/index.ts';
import {
  call,
  claimOf,
  closeCall,
  endMarket,
  makeDueFollows,
  predictInto,
  sellOf,
  settleOrders,
} from './prediction-orders.ts';
import type { Trading } from './trading.ts';

export interface Players {
  /** Leads the group. */
  readonly ada: Trader;
  /** Follows with $12.345678, exits and all. */
  readonly bob: Trader;
  /** A member who trades by hand. */
  readonly dan: Trader;
  readonly group: string;
}

/**
 * Every kind of row of predictions. Half a dollar a share with a fee of 0.05 × 0.25 is 0.5125: $41
 * buy 80 shares, $20.5 buy 40, a follow of $12.345678 buys 24.08 for $12.341.
 */
export async function makePredictionRows(on: Trading, players: Players): Promise<void> {
  await tradeAndClose(on, players);
  await resolveAndClaim(on, players);
  await closeFlat(on, players);
  await leaveInFlight(on, players);
}

/** A call that is followed, traded by hand, sold in part with its exits and closed; then again. */
async function tradeAndClose(on: Trading, { ada, bob, dan, group }: Players): Promise<void> {
  const rain = await call(on, ada, group, { market: 'rain', amount: '41' });
  await makeDueFollows(on);
  await predictInto(on, dan, rain, '20.5');
  await sellOf(on, dan, rain, '5');
  // 16 of 80 shares; a fifth of bob's 24.08 is raised to the 5 that the venue takes.
  await sellOf(on, ada, rain, '8');
  await makeDueFollows(on);
  await closeCall(on, ada, rain);
  await makeDueFollows(on);
  const idempotency = { keyHash: 'cc'.repeat(16), bodyHash: 'dd'.repeat(16) };
  const again = await call(on, ada, group, { market: 'rain', amount: '10.25', idempotency });
  await makeDueFollows(on);
  await predictInto(on, bob, again, '4.1');
}

/** One that just closes; one that wins, of which two claim and one does not; one void; one lost. */
async function resolveAndClaim(on: Trading, { ada, bob, dan, group }: Players): Promise<void> {
  await call(on, ada, group, { market: 'wind', amount: '10.25' });
  await endMarket(on, 'wind', null);
  await makeDueFollows(on);
  const snow = await call(on, ada, group, { market: 'snow', amount: '41' });
  const fog = await call(on, ada, group, { market: 'fog', isYes: false, amount: '41' });
  await call(on, ada, group, { market: 'hail', amount: '41' });
  await makeDueFollows(on);
  await predictInto(on, dan, snow, '20.5');
  await endMarket(on, 'snow', 'YES');
  await endMarket(on, 'fog', 'VOID');
  await endMarket(on, 'hail', 'NO');
  await claimOf(on, ada, snow);
  await claimOf(on, ada, fog);
  await claimOf(on, bob, snow, 'AUTO_CLAIM');
}

/** Sold out by hand, then closed without a sale, then called again. */
async function closeFlat(on: Trading, { ada, group }: Players): Promise<void> {
  const wanted = { market: 'wind', isYes: false, amount: '10.25' } as const;
  const wind = await call(on, ada, group, wanted);
  await makeDueFollows(on);
  await sellOf(on, ada, wind, 'max');
  await closeCall(on, ada, wind);
  await call(on, ada, group, wanted);
  await makeDueFollows(on);
}

/** Orders that failed, and orders in flight: an opening, a buy, a sale, a follow. */
async function leaveInFlight(on: Trading, { ada, dan, group }: Players): Promise<void> {
  const script = (mode: 'ok' | 'pending' | 'unknown-then-failed') =>
    on.script({ mode, delayMs: 0 }, 'predictions');
  await script('unknown-then-failed');
  await call(on, ada, group, { market: 'sun', amount: '41' });
  await settleOrders(on, 'PREDICTION');
  await script('ok');
  const sun = await call(on, ada, group, { market: 'sun', amount: '41' });
  await predictInto(on, dan, sun, '20.5');
  await script('pending');
  await makeDueFollows(on);
  await predictInto(on, dan, sun, '10.25');
  await sellOf(on, dan, sun, '5');
  await call(on, ada, group, { market: 'sun', isYes: false, amount: '41' });
  await script('ok');
}
