import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../helpers/eventually.ts';
import { casesOf, noteFault, stopwatch, thorough } from '../helpers/evidence.ts';
import { control, stop } from './calls.ts';
import { ask, makePerpFlock, type PerpFlock } from './perp-flock.ts';
import { openServiceRunner, type ServiceProcess, type ServiceRunner } from './service-process.ts';

/** Long enough for the kill to come first. */
const DELAY_MS = 4_000;

let runner: ServiceRunner;
beforeAll(async () => {
  runner = await openServiceRunner();
}, 60_000);
afterAll(() => runner.close());

/** Nobody waits for the lease of a process that is gone; perp-drivers.test.ts does. */
const endLease = ({ rows }: PerpFlock) => rows(`update perp_driver set lease_until = '-infinity'`);

/**
 * Four longs of $100 at 10x under a pin of $100: 1,000 lots of a dollar, fee $0.35. At $92 equity is
 * 99.65 − 80 = 19.65, less than the maintenance of 920 ÷ 15 ÷ 2 = 30.67 and more than the backstop:
 * the lots are sold for 920, fee 0.322, penalty 4.60, and 14.728 come back. The fifth has 500 lots
 * and a stop loss of 25 % at $95; it is sold for 460, fee 0.161: 99.825 − 40 − 0.161 = 59.664.
 */
async function openLongs({
  app,
  leader,
  groupId,
}: Parameters<Parameters<typeof makePerpFlock>[0]>[0]) {
  await app.sandbox('PUT', '/prices/perp/SOL', { priceUsd: '100' });
  const body = { groupId, marketSymbol: 'SOL', side: 'LONG', collateralUsd: '100', leverage: '10' };
  for (let n = 0; n < 4; n += 1) await leader.post('/perps/proposals', body);
  await leader.post('/perps/proposals', { ...body, leverage: '5', stopLossPct: '25' });
}

/** The pin is the first batch of the engine, the triggers are the second. */
const deaths = [
  { point: 'engine.before-commit', pinned: false, left: 5 },
  { point: 'engine.after-commit', pinned: true, left: 5, quick: true },
  { point: 'engine.after-claim:2', pinned: true, left: 5 },
  { point: 'engine.before-commit:2', pinned: true, left: 5 },
  { point: 'engine.after-commit:2', pinned: true, left: 0 },
];

test.each(casesOf(deaths))(
  'a process killed at $point carries out what a pin has crossed once, or not at all',
  async ({ point, pinned, left }) => {
    const flock = await makePerpFlock(openLongs);
    try {
      const dying = await runner.start(flock.env, point);
      const pin = { priceUsd: '92' };
      const answered = await control(dying, 'PUT', '/prices/perp/SOL', pin).then(
        () => true,
        () => false,
      );
      expect((await dying.ended()).signal).toBe('SIGKILL');
      const open = () =>
        flock.rows<{ queued: boolean }>(
          `select exists (select 1 from perp_trigger where position_id = p.id) as queued
            from perp_position p where status = 'OPEN'`,
        );
      expect(await open()).toHaveLength(left);
      // What was answered is queued until it is carried out.
      if (answered) expect((await open()).every(({ queued }) => queued)).toBe(true);
      expect(await flock.broken()).toEqual([]);

      await endLease(flock);
      const recovering = stopwatch();
      const next = await runner.start(flock.env);
      await control(next, 'POST', '/drain');
      if (!pinned) {
        expect(await open()).toHaveLength(5);
        await control(next, 'PUT', '/prices/perp/SOL', pin);
        await control(next, 'POST', '/drain');
      }
      const fault = `kill -9 at ${point} of liquidations and a stop loss`;
      noteFault({ area: 'process', fault, operations: 5, recoveryMs: recovering() });
      const ends = await flock.rows(
        `select action, origin, quote, fee, penalty, collateral_out, count(*) as count
          from perp_trade where action <> 'OPEN' group by 1, 2, 3, 4, 5, 6 order by 1`,
      );
      expect(ends).toEqual([
        {
          ...{ action: 'CLOSE', origin: 'STOP_LOSS', count: 1n },
          ...{ quote: 460_000_000n, fee: 161_000n, penalty: 0n, collateral_out: 59_664_000n },
        },
        {
          ...{ action: 'LIQUIDATION', origin: 'LIQUIDATION', count: 4n },
          ...{ quote: 920_000_000n, fee: 322_000n, penalty: 4_600_000n },
          ...{ collateral_out: 14_728_000n },
        },
      ]);
      expect(await flock.rows('select 1 from perp_trigger')).toEqual([]);
      expect(await flock.broken()).toEqual([]);
      await stop(next);
    } finally {
      await flock.close();
    }
  },
  60_000,
);

interface InFlight {
  readonly mode: 'unknown-then-filled' | 'unknown-then-failed';
  readonly filled: boolean;
  readonly quick?: boolean;
}

const inFlight: readonly InFlight[] = [
  { mode: 'unknown-then-filled', filled: true, quick: true },
  { mode: 'unknown-then-failed', filled: false },
];

test.each(casesOf(inFlight))(
  'orders in flight when the process was killed are settled once: $mode',
  async ({ mode, filled }) => {
    const flock = await makePerpFlock(openLongs);
    try {
      const [first, second] = await flock.rows<{ id: string; proposal_id: string }>(
        'select id, proposal_id from perp_position order by id',
      );
      if (!first || !second) throw new Error('no positions');
      const orders = (service: ServiceProcess) => {
        const long = { marketSymbol: 'SOL', side: 'LONG', collateralUsd: '100', leverage: '10' };
        return Promise.all([
          ask(service, flock.leader, '/proposals', { groupId: flock.groupId, ...long }, 'open'),
          ask(
            service,
            flock.member,
            `/proposals/${first.proposal_id}/increase`,
            { collateralUsd: '100', leverage: '10' },
            'join',
          ),
          ask(
            service,
            flock.leader,
            `/positions/${first.id}/reduce`,
            { reduceFraction: '0.5', isFullClose: false },
            'reduce',
          ),
          ask(service, flock.leader, `/positions/${second.id}/add`, { collateralUsd: '50' }, 'add'),
        ]);
      };
      const dying = await runner.start(flock.env);
      await control(dying, 'PUT', '/venues/perps/behaviour', { mode, delayMs: DELAY_MS, count: 4 });
      const asked = orders(dying).catch(() => null);
      await eventually('four orders are in flight', async () => {
        const rows = await flock.rows(
          `select 1 from intent where vertical = 'PERP' and status in ('SUBMITTED', 'UNKNOWN')`,
        );
        return rows.length === 4;
      });
      dying.kill('SIGKILL');
      expect([await asked, (await dying.ended()).signal]).toEqual([null, 'SIGKILL']);
      expect(await flock.broken()).toEqual([]);

      const recovering = stopwatch();
      const next = await runner.start(flock.env);
      // The keys tell: these are the orders of before, and this is what came of them.
      const [open, join, reduce, add] = await orders(next);
      const refused = { code: 'FUNDING_REFUNDED' };
      for (const [answer, status] of [
        [open, 201],
        [join, 200],
        [reduce, 200],
        [add, 200],
      ] as const) {
        if (filled) expect([answer.status, answer.body.data.pending]).toEqual([status, false]);
        else expect([answer.status, answer.body]).toMatchObject([expect.any(Number), refused]);
      }
      await control(next, 'POST', '/drain');
      const fault = `kill -9 with four perp orders in flight at their venue, ${mode}`;
      noteFault({ area: 'process', fault, operations: 4, recoveryMs: recovering() });
      await stop(next);
      const [wallets] = await flock.rows(
        `select sum(available)::int8 as available, sum(reserved)::int8 as reserved,
        (select count(*) from perp_trade) as trades,
        (select locked_lots from perp_position where id = $1) as locked,
        (select base_lots from perp_position where id = $1) as lots from wallet`,
        [first.id],
      );
      // $200,000 less five longs of $100; then less two of $100 and one of $50.
      expect(wallets).toEqual(
        filled
          ? { available: 199_250_000_000n, reserved: 0n, trades: 9n, locked: 0n, lots: 500n }
          : { available: 199_500_000_000n, reserved: 0n, trades: 5n, locked: 0n, lots: 1_000n },
      );
      expect(await flock.broken()).toEqual([]);
    } finally {
      await flock.close();
    }
  },
  60_000,
);

test.runIf(thorough)(
  'a position whose reduction was in flight when it was liquidated and the process died',
  async () => {
    const flock = await makePerpFlock(openLongs);
    try {
      const [first] = await flock.rows<{ id: string }>('select id from perp_position order by id');
      if (!first) throw new Error('no position');
      const reduce = (service: ServiceProcess) =>
        ask(
          service,
          flock.leader,
          `/positions/${first.id}/reduce`,
          { reduceFraction: '0.5', isFullClose: false },
          'reduce',
        );
      // The reduction is the second batch after the script, the pin the third, the triggers the fourth.
      const dying = await runner.start(flock.env, 'engine.after-commit:4');
      const behaviour = { mode: 'unknown-then-filled', delayMs: DELAY_MS, count: 1 };
      await control(dying, 'PUT', '/venues/perps/behaviour', behaviour);
      const asked = reduce(dying).catch(() => null);
      await eventually('it is in flight', async () => {
        return (await flock.rows(`select 1 from intent where vertical = 'PERP'`)).length === 1;
      });
      await control(dying, 'PUT', '/prices/perp/SOL', { priceUsd: '92' }).catch(() => undefined);
      expect([await asked, (await dying.ended()).signal]).toEqual([null, 'SIGKILL']);
      expect(await flock.broken()).toEqual([]);
      await endLease(flock);
      const next = await runner.start(flock.env);
      await control(next, 'POST', '/drain');
      // There was nothing left to reduce.
      const { status, body } = await reduce(next);
      expect([status, body.code]).toEqual([400, 'NO_POSITION']);
      const rows = await flock.rows(
        `select status, locked_lots as locked, collateral, count(*) as count from perp_position
        group by 1, 2, 3 order by 1`,
      );
      expect(rows).toEqual([
        { status: 'CLOSED', locked: 0n, collateral: 0n, count: 1n },
        { status: 'LIQUIDATED', locked: 0n, collateral: 0n, count: 4n },
      ]);
      expect(await flock.broken()).toEqual([]);
      await stop(next);
    } finally {
      await flock.close();
    }
  },
  60_000,
);
