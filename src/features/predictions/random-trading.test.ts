import { expect, test } from 'vitest';
import {
  call,
  claimOf,
  closeCall,
  endMarket,
  makeDueFollows,
  predictInto,
  sellOf,
  settleOrders,
  watchMarkets,
} from '../../../test/helpers/prediction-orders.ts';
import { MARKETS, type MarketName } from '../../../test/helpers/prediction-trading.ts';
import { openTrading, type Trading } from '../../../test/helpers/trading.ts';
import { auditChecks } from '../../audit-checks.ts';
import { AppError } from '../../errors/app-error.ts';
import { auditDatabase } from '../../ledger/audit.ts';
import type { MarketResult } from '../../market/predictions/prediction-market.ts';
import { price } from '../../money/fixed.ts';
import type { Trader } from '../orders/index.ts';
import { unclaimedStatement } from './predictions.sql.ts';

/** A reproducible row of numbers, well mixed in all bits: `below(n)` is 0 … n − 1. */
function chance(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return Math.floor((((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32) * limit);
  };
}

const MODES = [
  'ok',
  'ok',
  'ok',
  'pending',
  'unknown-then-filled',
  'unknown-then-failed',
  'reject',
] as const;
const RESULTS: readonly MarketResult[] = ['YES', 'NO', 'VOID'];
const ROUNDS = 24;
const AT_ONCE = 15;
/** A market ends in every fourth round, so that the last of them do in the last rounds. */
const ROUNDS_PER_END = 4;
/** One tick of the finest grid, 0.0001 dollars. */
const TICK = 10n ** 14n;

interface World {
  /** Each with the only one who may open in it. */
  readonly groups: readonly { readonly id: string; readonly leader: Trader }[];
  readonly users: readonly Trader[];
  readonly proposals: string[];
}

/** An amount of 3 to about 40 dollars that divides badly; some are below the minimum. */
const amountOf = (below: ReturnType<typeof chance>): string =>
  `${3 + below(37)}.${(1 + below(999_999)).toString().padStart(6, '0')}`;

async function one(on: Trading, below: ReturnType<typeof chance>, world: World): Promise<unknown> {
  const who = world.users[below(world.users.length)] as Trader;
  const { groups, proposals } = world;
  // The newest are likely to be open.
  const proposal = proposals.at(-1 - below(6));
  const amount = amountOf(below);
  switch (below(12)) {
    case 0:
    case 1: {
      const { id, leader } = groups[below(groups.length)] as World['groups'][number];
      const market = MARKETS[below(MARKETS.length)] as MarketName;
      const isYes = below(2) === 0;
      proposals.push(await call(on, leader, id, { market, isYes, amount }));
      return;
    }
    case 2:
      return proposal && closeCall(on, who, proposal);
    case 3:
    case 4:
    case 5:
      return proposal && sellOf(on, who, proposal, below(3) === 0 ? 'max' : amount);
    case 6:
      return proposal && claimOf(on, who, proposal);
    default:
      return proposal && predictInto(on, who, proposal, amount);
  }
}

async function gather(on: Trading): Promise<World> {
  const users: Trader[] = [];
  for (let n = 0; n < 6; n += 1) users.push(await on.user(`user_${n}`, '5000'));
  const leaders = users.slice(0, 2);
  const groups: World['groups'][number][] = [];
  for (const leader of leaders) {
    const id = await on.group(leader);
    groups.push({ id, leader });
    for (const member of users.filter((user) => user !== leader)) {
      await on.join(member, id);
      await on.follow(member, id, '7.654321', member !== users[5]);
    }
  }
  return { groups, users, proposals: [] };
}

async function expectSound(on: Trading): Promise<void> {
  const report = await auditDatabase(on.database, auditChecks, on.clock.now());
  expect(report.checks.filter(({ ok }) => !ok)).toEqual([]);
}

type Unclaimed = Trader & { readonly id: string };

/** What the daily job claims, long after the last resolution. */
async function claimAll(on: Trading): Promise<number> {
  const rows = await on.rows<Unclaimed>(unclaimedStatement.text, ['2100-01-01', 10_000]);
  for (const { id, ...trader } of rows) await claimOf(on, trader, id, 'AUTO_CLAIM');
  return rows.length;
}

test.each([1, 2])(
  'whatever people, markets and the venue do, every invariant holds (seed %i)',
  async (seed) => {
    const on = await openTrading();
    try {
      const below = chance(seed);
      const world = await gather(on);
      const markets = [...MARKETS];
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const market of markets) {
          const at = price(BigInt(50 + below(9_900)) * TICK);
          on.predictions.data.pin(market, at, on.clock.now());
        }
        const mode = MODES[below(MODES.length)] ?? 'ok';
        await on.script({ mode, delayMs: 0 }, 'predictions');
        const all = Array.from({ length: AT_ONCE }, () => one(on, below, world));
        const results = await Promise.allSettled(all);
        // Refusals are answers; anything else is a bug.
        const bugs = results.flatMap((result) =>
          result.status === 'rejected' && !(result.reason instanceof AppError)
            ? [result.reason]
            : [],
        );
        expect(bugs).toEqual([]);
        await makeDueFollows(on);
        if (round % ROUNDS_PER_END === ROUNDS_PER_END - 1) {
          const ends = markets.splice(below(markets.length), 1)[0] as MarketName;
          await endMarket(on, ends, RESULTS[below(RESULTS.length)] as MarketResult);
        }
        if (below(2) === 0) await settleOrders(on);
        await expectSound(on);
      }
      await settleOrders(on);
      // What was being opened when its market ended has come to be since.
      await watchMarkets(on);
      await expectSound(on);
      expect(await claimAll(on)).toBeGreaterThan(0);
      await expectSound(on);
      await expectPaidOut(on);
    } finally {
      await on.close();
    }
  },
  60_000,
);

/** All markets are over: no share that pays is left in a wallet, and nothing is held back. */
async function expectPaidOut(on: Trading): Promise<void> {
  const left = await on.rows(
    `select s.user_id from prediction_position s join prediction_proposal p on p.id = s.proposal_id
      where s.quantity > 0 and (p.result = 'VOID' or p.did_win)`,
  );
  expect(left).toEqual([]);
  const [counts] = await on.rows<Record<string, bigint>>(`select
    (select count(*) from prediction_trade) as trades,
    (select count(*) from prediction_trade where side = 'CLAIM') as claims,
    (select count(*) from prediction_trade where origin in ('FOLLOW', 'EXIT')) as follows,
    (select count(*) from wallet where reserved > 0) as held,
    (select count(*) from account where reserved > 0) as locked,
    (select count(*) from prediction_proposal where status <> 'RESOLVED' and status <> 'FAILED')
      as unresolved`);
  expect(counts).toMatchObject({ held: 0n, locked: 0n, unresolved: 0n });
  expect(counts?.trades).toBeGreaterThan(50n);
  expect(counts?.claims).toBeGreaterThan(0n);
  expect(counts?.follows).toBeGreaterThan(10n);
}
