import type { SimUser } from './model.ts';
import { REPEATABLE_MS, repeat } from './order.ts';
import { type Sim, Violation } from './sim.ts';

/** Successes that are repeated at the end, of each run. */
const REPEATED = 5;

/** Origins of trades that somebody has asked for. */
const byHand = `select id::text as id, vertical || ' ' || origin as what from final_trade
  where origin in ('OPEN', 'JOIN', 'MANUAL', 'CLOSE', 'CLAIM', 'SWAP')`;

/**
 * The history of all requests against what is there at the end: every success has its effect once,
 * no refusal has one, and each wallet holds what its statement adds up to.
 */
export async function checkHistory(sim: Sim): Promise<void> {
  await checkTrades(sim);
  await checkKeys(sim);
  for (const user of sim.model.users) await checkMoney(sim, user);
  const recent = sim.model.kept.filter(({ atMs }) => sim.nowMs() - atMs < REPEATABLE_MS);
  for (const kept of sim.chance.shuffled(recent).slice(0, REPEATED)) await repeat(sim, kept);
}

/** Each trade that an answer told of is there, and each trade made by hand was told of. */
async function checkTrades({ database, model }: Sim): Promise<void> {
  const made = await database.rows<{ id: string; what: string }>(byHand);
  const ids = new Set(made.map(({ id }) => id));
  const untold = made.filter(({ id }) => !model.trades.has(id));
  const lost = [...model.trades].filter((id) => !ids.has(id));
  const broken = [
    ...untold.map(({ id, what }) => `the trade ${id} (${what}) was told to nobody`),
    ...lost.map((id) => `the trade ${id} was answered and is not there`),
  ];
  if (broken.length > 0) throw new Violation(broken);
}

/** As many stored answers as there were successes, and none of them under a refused key (I20). */
async function checkKeys(sim: Sim): Promise<void> {
  const fromMs = sim.nowMs() - REPEATABLE_MS;
  const [row] = await sim.database.rows<{ stored: bigint }>(
    'select count(*) as stored from idempotency where created_at >= $1',
    [new Date(fromMs).toISOString()],
  );
  const expected = sim.model.kept.filter(({ atMs }) => atMs >= fromMs).length;
  if (row?.stored !== BigInt(expected)) {
    throw new Violation([`${row?.stored} answers are stored where ${expected} were successes`]);
  }
}

interface Sums {
  readonly available: bigint;
  readonly reserved: bigint;
  readonly moved: bigint;
  readonly deposited: bigint;
}

const sums = `select w.available, w.reserved,
    coalesce((select sum(amount) from entry where user_id = $1 and asset_id = 0), 0)::int8 as moved,
    coalesce((select sum(amount) from deposit where user_id = $1), 0)::int8 as deposited
  from wallet w where w.user_id = $1`;

/** The wallet is the sum of its movements, and as much was put in as the simulation put in. */
async function checkMoney({ database, model }: Sim, { userId, name }: SimUser): Promise<void> {
  const [row] = await database.rows<Sums>(sums, [userId]);
  const deposited = model.deposits.get(userId) ?? 0n;
  if (!row || row.available + row.reserved !== row.moved || row.deposited !== deposited) {
    throw new Violation([
      `${name} has ${row?.available} and ${row?.reserved} of ${row?.moved} moved; ` +
        `${row?.deposited} came in of ${deposited}`,
    ]);
  }
}
