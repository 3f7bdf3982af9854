import { expect, test } from 'vitest';
import { BACKEND_START_MS } from '../../../test/helpers/backend.ts';
import { chance } from '../../../test/helpers/chance.ts';
import {
  openPerpTrading,
  type PerpTrading,
  type Step,
  scriptedMarks,
} from '../../../test/helpers/perp-trading.ts';
import { openTrading, type Trading } from '../../../test/helpers/trading.ts';
import { auditChecks } from '../../audit-checks.ts';
import { auditDatabase } from '../../ledger/audit.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAYS = 4;
const POSITIONS = 60;

/**
 * Marks that wander by up to 0.4 % every five minutes, and an oracle up to 1.2 % away: funding is
 * a fifth of what it may come to, once this way and once that way.
 */
function wander(seed: number, start: number): Step[] {
  const next = chance(seed);
  let mark = start;
  return Array.from({ length: DAYS * 288 }, (_, n): Step => {
    mark *= 1 + (next() - 0.5) * 0.008;
    const premium = Math.sin(n / 150) * 0.012;
    const atMs = BACKEND_START_MS + n * 5 * MINUTE_MS + Math.floor(next() * MINUTE_MS);
    return [atMs, BigInt(Math.round(mark)), BigInt(Math.round(mark * (1 - premium)))];
  });
}

interface World {
  readonly on: Trading;
  readonly perps: PerpTrading;
}

/** Many positions of two markets, on both sides, with and without triggers. */
async function makeWorld(): Promise<World> {
  const on = await openTrading();
  const perps = await openPerpTrading(on, scriptedMarks('SOL', 'BTC'));
  perps.marks.set('SOL', [[0, 10_000n]]);
  perps.marks.set('BTC', [[0, 60_000n]]);
  const next = chance(7);
  const ada = await on.user('ada', '100000');
  const groupId = await on.group(ada);
  for (let n = 0; n < POSITIONS; n += 1) {
    const pct = (most: number) =>
      next() < 0.2 ? { pct: BigInt(5 + Math.floor(next() * most)) } : {};
    const [stop, profit] = [pct(60), pct(90)];
    await perps.open(ada, groupId, {
      symbol: next() < 0.5 ? 'SOL' : 'BTC',
      side: next() < 0.5 ? 'LONG' : 'SHORT',
      collateral: String(20 + Math.floor(next() * 500)),
      leverage: BigInt(700 + Math.floor(next() * 800)),
      ...(stop.pct === undefined ? {} : { stopLossPct: stop.pct }),
      ...(profit.pct === undefined ? {} : { takeProfitPct: profit.pct }),
    });
  }
  const driver = await perps.startDriver();
  await driver.settle();
  await driver.stop();
  perps.marks.set('SOL', [[0, 10_000n], ...wander(1, 10_000)]);
  perps.marks.set('BTC', [[0, 60_000n], ...wander(2, 60_000)]);
  return { on, perps };
}

/** What became of everything, but for ids and for the pieces in which funding was moved. */
const outcomeOf = ({ on }: World) =>
  on.rows(`with numbered as (
      select *, row_number() over (order by opened_at, subaccount, symbol, initial_collateral, id) as n
      from perp_position)
    select n, symbol, side, status, close_reason, closed_at, base_lots, virtual_quote, collateral,
      funding, price_pnl, fees, penalty, claimable, lower_ticks, upper_ticks,
      (select balance from perp_insurance) as insurance,
      (select string_agg(concat_ws(' ', action, origin, lots, quote, created_at), ', ' order by t.id)
        from perp_trade t where t.position_id = p.id) as trades
    from numbered p order by n`);

async function audit({ on }: World): Promise<void> {
  const { checks } = await auditDatabase(on.database, auditChecks, on.clock.now());
  expect(checks.filter(({ ok }) => !ok)).toEqual([]);
}

test('one jump over days does what going through them in small steps does', async () => {
  const [leaping, walking] = [await makeWorld(), await makeWorld()];
  try {
    leaping.on.clock.advance(DAYS * 24 * HOUR_MS);
    const leap = await leaping.perps.startDriver();
    await leap.settle();
    const walk = await walking.perps.startDriver();
    for (let n = 0; n < DAYS * 24; n += 1) {
      walking.on.clock.advance(HOUR_MS);
      await walk.settle();
    }
    await Promise.all([leap.stop(), walk.stop()]);
    const outcome = await outcomeOf(leaping);
    expect(outcome).toEqual(await outcomeOf(walking));
    await audit(leaping);
    await audit(walking);

    const ends = new Map<unknown, number>();
    for (const { close_reason: reason } of outcome as { close_reason: string | null }[]) {
      ends.set(reason, (ends.get(reason) ?? 0) + 1);
    }
    for (const reason of ['STOP_LOSS', 'TAKE_PROFIT', null]) {
      expect([reason, (ends.get(reason) ?? 0) > 2]).toEqual([reason, true]);
    }
    expect(ends.get('LIQUIDATED')).toBeGreaterThan(10);
    // Small steps settle every hour; the jump only what would move a level too far, and the end.
    const payments = ({ on }: World) =>
      on.rows<{ count: bigint }>('select count(*) as count from perp_funding_payment');
    const [[leapt], [walked]] = [await payments(leaping), await payments(walking)];
    expect(leapt?.count).toBeLessThan((walked?.count ?? 0n) / 2n);
    expect(leapt?.count).toBeGreaterThan(BigInt(POSITIONS));
  } finally {
    await Promise.all([leaping.on.close(), walking.on.close()]);
  }
}, 60_000);
