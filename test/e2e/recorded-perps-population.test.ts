import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importPerps } from '../../src/market/perps/import-perps.ts';
import { startTestApp, type TestApp, type TestUser } from '../helpers/app.ts';
import { chance } from '../helpers/chance.ts';
import { eventually } from '../helpers/eventually.ts';
import { hasSharedData, sharedData, sharedDataFolder } from '../helpers/shared-data.ts';
import { checkIdentities } from './perp-world.ts';
import { plain, units } from './prediction-world.ts';
import { openGroup } from './world.ts';

const needed = process.env.CI === 'true';
if (!hasSharedData && needed) {
  test('the recorded candles are there', () => {
    throw new Error(`CI needs the recorded candles; there are none in ${sharedDataFolder}`);
  });
}
const title = hasSharedData
  ? '2,000 positions through 90 recorded days'
  : `2,000 recorded positions (skipped: SKEIN_SHARED_DATA names no recorded candles, nor has ${sharedDataFolder} any)`;

/** Funding is recorded from the day before on. */
const START = '2026-04-08T00:00:00.000Z';
const DAY_MS = 86_400_000;
/** In each of four stages 500 positions are opened; then 22½ days go by. */
const STAGES = 4;
const STAGE_MS = 22.5 * DAY_MS;
const PER_STAGE = 500;
const MEMBERS = 24;
const DEPOSIT_USD = 250_000n;
const SYMBOLS = ['BTC', 'ETH', 'SOL'] as const;

/** What a position was opened with. */
interface Opened {
  readonly user: TestUser;
  readonly id: string;
  putInUsd: bigint;
}

// biome-ignore lint/suspicious/noExplicitAny: a position as the API shows it.
type Position = any;

/** False when a drain was refused because there is still work; any other failure is one. */
function isBusy(problem: Error): boolean {
  if (problem.message.includes('OVERLOADED')) return false;
  throw problem;
}

describe.skipIf(!hasSharedData)(title, () => {
  let folder: string;
  let app: TestApp;
  let groupId: string;
  const users: TestUser[] = [];
  const opened = new Map<string, Opened>();
  const next = chance(11);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'skein-recorded-perps-'));
    const [from, to] = [join(folder, 'from'), join(folder, 'to')];
    await mkdir(from);
    for (const symbol of SYMBOLS) {
      const [candles, funding] = [
        `okx_${symbol}-USDT-SWAP_1h.csv`,
        `okx_${symbol}-USDT-SWAP_8h.csv`,
      ];
      await symlink(sharedData('perps', 'candles', candles), join(from, candles));
      await symlink(sharedData('perps', 'funding', funding), join(from, funding));
    }
    await importPerps({ from, to, symbols: [], interval: null }, () => {});
    app = await startTestApp({ SKEIN_MARKET_DATA: to, SKEIN_REPLAY_START: START });
    await app.sandbox('POST', '/clock', { freeze: true });
    for (let n = 0; n <= MEMBERS; n += 1) {
      users.push(await app.user(`trader_${n}`, { depositUsd: DEPOSIT_USD.toString() }));
    }
    groupId = await openGroup(users[0] as TestUser);
    await Promise.all(users.slice(1).map((user) => user.post(`/groups/${groupId}/join`)));
  }, 60_000);
  afterAll(async () => {
    await app?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** A whole number in [from, to). */
  const between = (from: number, to: number): number => from + Math.floor(next() * (to - from));
  /** Waits for the driver, however long the machine takes; one call gives up after 20 seconds. */
  const drain = () =>
    eventually(
      'everything is done',
      () => app.sandbox('POST', '/drain').then(Boolean, isBusy),
      150_000,
    );

  /** The leader's call: a market, a side, and triggers that everybody under it has too. */
  async function call(): Promise<string> {
    const leader = users[0] as TestUser;
    const stopLossPct = next() < 0.4 ? String(between(8, 70)) : undefined;
    const takeProfitPct = next() < 0.4 ? String(between(8, 120)) : undefined;
    const collateral = between(5, 200);
    const answer = await leader.post('/perps/proposals', {
      groupId,
      marketSymbol: SYMBOLS[between(0, 3)],
      side: next() < 0.5 ? 'LONG' : 'SHORT',
      collateralUsd: String(collateral),
      leverage: String(between(2, 13)),
      ...(stopLossPct ? { stopLossPct } : {}),
      ...(takeProfitPct ? { takeProfitPct } : {}),
    });
    note(leader, answer.assignmentId, collateral);
    return answer.proposalId;
  }

  function note(user: TestUser, id: string, collateral: number): void {
    opened.set(id, { user, id, putInUsd: BigInt(collateral) });
  }

  async function openMany(): Promise<void> {
    const calls: string[] = [];
    for (let n = 0; n < 20; n += 1) calls.push(await call());
    const wishes = Array.from({ length: PER_STAGE - calls.length }, (_, n) => ({
      user: users[1 + (n % MEMBERS)] as TestUser,
      proposalId: calls[n % calls.length],
      // One in ten is large, so that liquidations take steps.
      collateral: next() < 0.1 ? between(2_000, 9_000) : between(5, 400),
      leverage: `${between(1, 15)}.${between(0, 100)}`,
    }));
    const answers = await Promise.all(
      wishes.map(({ user, proposalId, collateral, leverage }) => {
        const body = { collateralUsd: String(collateral), leverage };
        return user.post(`/perps/proposals/${proposalId}/increase`, body);
      }),
    );
    for (const [n, { assignmentId }] of answers.entries()) {
      const { user, collateral } = wishes[n] as (typeof wishes)[number];
      note(user, assignmentId, collateral);
    }
  }

  async function positionsOf(user: TestUser): Promise<Position[]> {
    const all: Position[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page = `/perps/positions?filter=all&limit=200${cursor && `&cursor=${cursor}`}`;
      const { body, headers } = await user.call('GET', page);
      all.push(...body.data);
      cursor = headers.get('x-next-cursor');
    }
    return all;
  }

  /** Of those that are open some are reduced, to some is added; what can be claimed is. */
  async function trade(): Promise<void> {
    const order = new Map([...opened.keys()].map((id, n) => [id, n]));
    const acts = users.map(async (user) => {
      for (const { id, status, isClaimable } of await positionsOf(user)) {
        const path = `/perps/positions/${id}`;
        const turn = (order.get(id) ?? 0) % 7;
        if (isClaimable) await user.post(`${path}/claim`);
        if (status !== 'OPEN' || turn > 1) continue;
        if (turn === 0) {
          const body = { reduceFraction: '0.4', isFullClose: false };
          const { status: code, body: answer } = await user.call('POST', `${path}/reduce`, body);
          // Of two lots 40 % are none.
          if (code !== 200) expect(answer.code).toBe('REDUCE_TOO_SMALL');
          continue;
        }
        await user.post(`${path}/add`, { collateralUsd: '7' });
        (opened.get(id) as Opened).putInUsd += 7n;
      }
    });
    await Promise.all(acts);
  }

  test('90 days go by, hour by hour, in four leaps', async () => {
    for (let stage = 0; stage < STAGES; stage += 1) {
      await openMany();
      if (stage > 0) await trade();
      await app.sandbox('POST', '/clock', { advanceMs: STAGE_MS });
      await drain();
    }
    expect(opened.size).toBe(STAGES * PER_STAGE);
    await app.audit();
  }, 180_000);

  test('what everybody sees of a position adds up', async () => {
    const counts = new Map<string, number>();
    for (const user of users) {
      for (const position of await positionsOf(user)) {
        const { putInUsd } = opened.get(position.id) as Opened;
        checkIdentities(position, putInUsd.toString());
        const how = position.closeReason ?? position.status;
        counts.set(how, (counts.get(how) ?? 0) + 1);
      }
    }
    const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
    expect(all).toBe(STAGES * PER_STAGE);
    for (const how of ['OPEN', 'STOP_LOSS', 'TAKE_PROFIT', 'LIQUIDATED']) {
      expect([how, (counts.get(how) ?? 0) > 50]).toEqual([how, true]);
    }
  }, 30_000);

  test('funding is what the lots that were held have paid for each hour, once', async () => {
    const { reads } = app.app.services.database;
    const [hours] = await reads.query<Record<string, unknown>>({
      name: 'hours of funding',
      text: `select count(*) as all, count(distinct (symbol, interval_start)) as distinct,
          min(count) as least, max(count) as most
        from (select symbol, interval_start, count(*) over (partition by symbol) as count
          from perp_funding where symbol in ('BTC', 'ETH', 'SOL')) f`,
    });
    expect(hours).toEqual({ all: 6_480n, distinct: 6_480n, least: 2_160n, most: 2_160n });
    // Of positions that were opened and never traded before their end: the hours that ended between.
    const wrong = await reads.query<Record<string, unknown>>({
      name: 'wrongly funded positions',
      text: `select p.id, p.funding, h.rate, t.lots from perp_position p
        cross join lateral (select count(*) as trades, (array_agg(lots order by id))[1] as lots
          from perp_trade where position_id = p.id) t
        cross join lateral (select coalesce(sum(rate), 0) as rate from perp_funding
          where symbol = p.symbol and interval_start + interval '1 hour' > p.opened_at
            and interval_start + interval '1 hour' <= coalesce(p.closed_at, 'infinity')) h
        where t.trades <= case p.status when 'OPEN' then 1 else 2 end
          and (p.closed_at is null or p.closed_at <> date_trunc('hour', p.closed_at))
          and p.funding <> h.rate * t.lots * case p.side when 'LONG' then -1 else 1 end`,
    });
    expect(wrong).toEqual([]);
  });

  test('a crash in one tick ruins some: the fund pays, winners are deleveraged, the house bears the rest', async () => {
    const { reads } = app.app.services.database;
    const fund = async (): Promise<bigint> => {
      const text = 'select balance from perp_insurance';
      const [row] = await reads.query<{ balance: bigint }>({ name: 'insurance fund', text });
      return row?.balance ?? 0n;
    };
    expect(await fund()).toBeGreaterThan(0n);
    await openMany();
    for (const [symbol, priceUsd] of [
      ['BTC', '20000'],
      ['ETH', '400'],
      ['SOL', '15'],
    ] as const) {
      await app.sandbox('PUT', `/prices/perp/${symbol}`, { priceUsd });
    }
    await drain();
    const counts = new Map<string, number>();
    for (const user of users) {
      for (const position of await positionsOf(user)) {
        checkIdentities(position, (opened.get(position.id) as Opened).putInUsd.toString());
        counts.set(position.status, (counts.get(position.status) ?? 0) + 1);
        if (position.status !== 'OPEN' || position.side !== 'LONG') continue;
        // Whoever is left has what it takes.
        const { effectiveCollateralUsdc: equity, positionValueUsd: value } = position;
        expect(units(equity, 6) * 40n).toBeGreaterThan(units(value, 6));
      }
    }
    expect(await fund()).toBe(0n);
    expect(counts.get('ADL_CLOSED')).toBeGreaterThan(20);
    const [ruined] = await reads.query<{ count: bigint }>({
      name: 'positions that were left with nothing',
      text: `select count(*) as count from perp_position p where status = 'LIQUIDATED'
        and initial_collateral + added_collateral + price_pnl + funding - fees - penalty = 0`,
    });
    expect(ruined?.count).toBeGreaterThan(100n);
    await app.audit();
  }, 60_000);

  test('every dollar that was deposited is somewhere', async () => {
    const { reads } = app.app.services.database;
    const [books] = await reads.query<Record<string, bigint>>({
      name: 'dollars of all',
      text: `select (sum(amount) filter (where account = 10))::int8 as deposits,
          (sum(amount) filter (where account = 0))::int8 as wallets,
          (sum(amount) filter (where account = 22))::int8 as fees,
          (sum(amount) filter (where account = 23))::int8 as margin,
          (sum(amount) filter (where account = 24))::int8 as venue,
          (sum(amount) filter (where account = 25))::int8 as insurance
        from entry where asset_id = 0`,
    });
    const {
      deposits = 0n,
      wallets = 0n,
      fees = 0n,
      margin = 0n,
      venue = 0n,
      insurance = 0n,
    } = books ?? {};
    expect(-deposits).toBe(BigInt(users.length) * DEPOSIT_USD * 1_000_000n);
    expect(wallets + fees + margin + venue + insurance).toBe(-deposits);
    // What users see in their wallets is what the ledger holds for them.
    let cash = 0n;
    for (const user of users) cash += units((await user.get('/account')).cashBalanceUsd, 6);
    expect(plain(cash, 6)).toBe(plain(wallets, 6));
  });
});
