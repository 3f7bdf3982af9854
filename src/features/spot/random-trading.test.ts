import { expect, test } from 'vitest';
import {
  buyInto,
  close,
  makeFollows,
  open,
  sellFrom,
  settleAll,
  swapFor,
} from '../../../test/helpers/spot-orders.ts';
import { openTrading, type Trading } from '../../../test/helpers/trading.ts';
import { auditChecks } from '../../audit-checks.ts';
import { AppError } from '../../errors/app-error.ts';
import { auditDatabase } from '../../ledger/audit.ts';
import { price } from '../../money/fixed.ts';
import type { Trader } from '../orders/index.ts';

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
  'pending',
  'unknown-then-filled',
  'unknown-then-failed',
  'reject',
] as const;
const ROUNDS = 25;
const AT_ONCE = 15;

/** An amount of 1 to about 40 dollars that divides badly. */
const amountOf = (below: ReturnType<typeof chance>): string =>
  `${1 + below(40)}.${(1 + below(999_999)).toString().padStart(6, '0')}`;

async function one(on: Trading, below: ReturnType<typeof chance>, who: Trader, world: World) {
  const { group, leader, proposals } = world;
  // The newest is likely to be open.
  const proposal = proposals.at(-1 - below(2));
  const amount = amountOf(below);
  switch (below(10)) {
    case 0: {
      const id = await open(on, leader, group, amount);
      if (id !== null) proposals.push(id);
      return;
    }
    case 1:
      return proposal && close(on, who, proposal);
    case 2:
    case 3:
      return proposal && sellFrom(on, who, proposal, below(3) === 0 ? 'max' : amount);
    case 4:
      return swapFor(on, who, 'BUY', amount);
    case 5:
      return swapFor(on, who, 'SELL', amount);
    default:
      return proposal && buyInto(on, who, proposal, amount);
  }
}

interface World {
  readonly group: string;
  /** The only one who may open. */
  readonly leader: Trader;
  readonly proposals: string[];
}

test.each([1, 2, 3])(
  'whatever people and the venue do, every invariant holds (seed %i)',
  async (seed) => {
    const on = await openTrading({ feeBps: 37 });
    try {
      const below = chance(seed);
      const users: Trader[] = [];
      for (let n = 0; n < 6; n += 1) users.push(await on.user(`user_${n}`, '5000'));
      const [leader] = users as [Trader];
      const world: World = { group: await on.group(leader), leader, proposals: [] };
      for (const member of users.slice(1)) {
        await on.join(member, world.group);
        await on.follow(member, world.group, '7.654321');
      }
      for (let round = 0; round < ROUNDS; round += 1) {
        const units = 10n ** 18n * BigInt(1 + below(300)) + BigInt(below(1_000_000_000));
        on.market.pin(on.token.mint, price(units), on.clock.now());
        await on.script({ mode: MODES[below(MODES.length)] ?? 'ok', delayMs: 0 });
        const all = Array.from({ length: AT_ONCE }, () =>
          one(on, below, users[below(users.length)] as Trader, world),
        );
        const results = await Promise.allSettled(all);
        // Refusals are answers; anything else is a bug.
        const bugs = results.flatMap((result) =>
          result.status === 'rejected' && !(result.reason instanceof AppError)
            ? [result.reason]
            : [],
        );
        expect(bugs).toEqual([]);
        await makeFollows(on);
        if (below(2) === 0) await settleAll(on);
        const report = await auditDatabase(on.database, auditChecks, on.clock.now());
        expect(report.checks.filter(({ ok }) => !ok)).toEqual([]);
      }
      await settleAll(on);
      const report = await auditDatabase(on.database, auditChecks, on.clock.now());
      expect(report.checks.filter(({ ok }) => !ok)).toEqual([]);
      const [trades] = await on.rows<{ count: bigint }>('select count(*) from spot_trade');
      expect(trades?.count).toBeGreaterThan(50n);
    } finally {
      await on.close();
    }
  },
  60_000,
);
