import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestUser } from '../helpers/app.ts';
import { hasSharedData, sharedData, sharedDataFolder } from '../helpers/shared-data.ts';
import { units } from './recorded-model.ts';
import { type Call, createModel, type Result } from './recorded-predictions-model.ts';
import {
  choose,
  createChance,
  play,
  playCalls,
  playMoved,
  playPinned,
  playSmall,
  UNRESOLVED,
} from './recorded-predictions-plan.ts';
import {
  claimByHand,
  claimTheRest,
  closeEnded,
  comparePositions,
  compareWallets,
  payNothing,
  resolveByHand,
  resolved,
} from './recorded-predictions-settling.ts';
import { HISTORIES, MOVING, startRecordedWorld, type World } from './recorded-predictions-world.ts';

const HOUR = 3_600_000;
/** A day on which the recorded price of the moving market goes from 0.255 to 0.35 and back. */
const DAY = Date.UTC(2026, 0, 31, 12);
const STEPS = 24;
/** A day on which markets with fees trade; they end one after the other past midnight. */
const FEES = Date.UTC(2026, 6, 23);
/** A day on which markets with fees were recorded with their best prices. */
const MATCH = Date.UTC(2026, 7, 16);
const MATCHES = ['mlp-stl-tex-2026-08-14', 'mlp-stl-tex-2026-08-14-team-to-advance'];

if (!hasSharedData && process.env.CI === 'true') {
  test('the recorded prediction markets are there', () => {
    throw new Error(`CI needs the recorded markets; there are none in ${sharedDataFolder}`);
  });
}
const title = hasSharedData
  ? 'a day on the recorded prediction markets of Polymarket'
  : `recorded predictions (skipped: SKEIN_SHARED_DATA names no recorded markets, nor has ${sharedDataFolder} any)`;

describe.skipIf(!hasSharedData)(title, () => {
  let world: World;
  const model = createModel();
  const chance = createChance(20_260_131n);
  /** What resolved markets owe to their holders. */
  let owed = 0n;

  beforeAll(async () => {
    world = await startRecordedWorld(DAY, model);
  }, 60_000);
  afterAll(() => world?.stop());

  const json = async (...file: string[]) =>
    JSON.parse(await readFile(sharedData('polymarket', ...file), 'utf8'));

  /** The clock moves; some calls see their market end. */
  async function goTo(atMs: number): Promise<void> {
    await world.goTo(atMs);
    closeEnded(world);
  }

  /** The middle of the moving market is within half a cent of its recorded price. */
  async function recordedPrices() {
    const points = new Map<number, string>();
    for (const file of HISTORIES) {
      for (const { t, p } of (await json(file)).history) points.set(t * 1_000, String(p));
    }
    const instants = [...points.keys()].sort((a, b) => a - b);
    return (atMs: number): bigint => {
      const last = instants.findLast((instant) => instant <= atMs) ?? 0;
      return units(points.get(last) ?? '', 4);
    };
  }

  /** The books begin at the best prices of the record; one event has a newer one. */
  async function comparePrices(slugs: readonly string[]): Promise<void> {
    const { markets } = await json('gamma', 'markets-open-200-2026-02-13.json');
    let compared = 0;
    for (const { slug, bestBid, bestAsk } of markets) {
      if (!slugs.includes(slug) || slug.includes('2028-democratic')) continue;
      const { bids, asks } = await world.side(slug, true);
      const best = [bids[0]?.price, asks[0]?.price];
      expect([slug, ...best]).toEqual([slug, units(`${bestBid}`, 4), units(`${bestAsk}`, 4)]);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(40);
  }

  test('50 bots, 24 hours: every fill, fee, refusal and follow is what the books say', async () => {
    const priceAt = await recordedPrices();
    const middles = new Set<bigint>();
    await world.discover();
    const markets = choose(chance, world, 64);
    await comparePrices(markets);
    let turn = 0;
    const next = (): string => {
      turn += 1;
      return markets[turn % markets.length] as string;
    };
    for (let step = 0; step < STEPS; step += 1) {
      if (step > 0) await goTo(DAY + step * HOUR);
      await play(world, chance, { step, next });
      const { bids, asks } = await world.side(MOVING, true);
      const twice = (bids[0]?.price ?? 0n) + (asks[0]?.price ?? 0n);
      const away = twice - 2n * priceAt(world.now());
      expect([step, away >= -100n && away <= 100n]).toEqual([step, true]);
      middles.add(twice);
      if (step % 8 === 7) await comparePositions(world);
    }
    expect(middles.size).toBeGreaterThan(4);
    await compareWallets(world);
    expect(model.problems).toEqual([]);
  }, 60_000);

  let ended: readonly string[];
  test('markets with fees: by pinned prices to their recorded results, by books', async () => {
    const rows = await json('gamma', 'markets-btc5m-resolved-8-2026-07-23.json');
    const slugs: string[] = rows.map(({ slug }: { slug: string }) => slug);
    for (let step = 0; step < 6; step += 1) {
      await goTo(FEES + (12 + step * 2) * HOUR);
      if (step === 0) await world.discover();
      await playPinned(world, chance, { step, slugs: slugs.slice(0, 5) });
    }
    await playMoved(world, { leader: 1, slug: slugs[6] as string, to: '0.4501' });
    await playMoved(world, { leader: 2, slug: slugs[7] as string, to: '0.45' });
    await playSmall(world, { leader: 3, member: 18, slug: slugs[5] as string });
    await comparePositions(world);

    // The first of them is closed at midnight, and has its result 16 seconds later.
    await goTo(FEES + 24 * HOUR + 10_000);
    await payNothing(world, slugs[0] as string);
    await goTo(FEES + 25 * HOUR);
    for (const { slug, outcomePrices } of rows) {
      const result: Result = outcomePrices === '["1", "0"]' ? 'YES' : 'NO';
      owed += resolved(world, slug, result);
    }
    ended = slugs;
    await comparePositions(world);
    await claimByHand(world, chance);
    await goTo(FEES + 48 * HOUR - 1);
    await compareWallets(world);
    await goTo(FEES + 48 * HOUR);
    claimTheRest(world);
    await compareWallets(world);
    expect(model.problems).toEqual([]);

    for (let hour = 6; hour < 12; hour += 2) {
      await goTo(MATCH + hour * HOUR);
      if (hour === 6) await world.discover();
      await playCalls(world, chance, { step: hour / 2, slugs: MATCHES });
    }
    await comparePositions(world);
    expect(model.problems).toEqual([]);
  }, 60_000);

  test('resolved by hand: claims, claims by the service after midnight, and no others', async () => {
    const slugs = [...new Set(model.calls.map(({ slug }) => slug))];
    const left = slugs.filter((slug) => slug !== UNRESOLVED && !ended.includes(slug));
    owed += await resolveByHand(world, chance, left);
    await comparePositions(world);
    await claimByHand(world, chance);
    await compareWallets(world);
    await goTo(MATCH + 24 * HOUR);
    claimTheRest(world);
    await comparePositions(world);
    await compareWallets(world);
    expect(model.problems).toEqual([]);
  }, 60_000);

  test('a recorded market that is closed but not resolved never pays', async () => {
    const call = model.calls.find(({ slug }) => slug === UNRESOLVED) as Call;
    const creator = world.users[call.creator] as TestUser;
    const { market } = await creator.get(`/predictions/proposals/${call.id}`);
    // Hardly anybody doubts the result, and yet there is none.
    expect(market).toMatchObject({ status: 'closed', result: null, noPrice: '0.994' });
    await goTo(MATCH + 30 * 24 * HOUR);
    await payNothing(world, UNRESOLVED);
    await comparePositions(world);
    await compareWallets(world);
    expect(model.problems).toEqual([]);
  });

  test('what is paid is what is owed, and no dollar was made or lost', async () => {
    const { deposits, venue, fees, paid } = model.totals;
    expect(paid).toBe(owed);
    expect(await compareWallets(world)).toBe(deposits - venue - fees);
    const { reads } = world.app.app.services.database;
    const books = await reads.query<{ account: number; sum: bigint }>({
      name: 'dollars of system accounts',
      text: `select account::int4 as account, sum(amount)::int8 as sum from entry
        where user_id is null and asset_id = 0 group by account order by account`,
    });
    expect(books.map(({ account, sum }) => [account, sum])).toEqual([
      [10, -deposits],
      [21, venue],
      [22, fees],
    ]);
    await world.app.audit();

    // A YES and a NO share of one market have paid one dollar together.
    const claims = await reads.query<{ market: string; yes: boolean; paid: bigint; size: bigint }>({
      name: 'claims by side',
      text: `select p.market_id as market, p.is_yes as yes, sum(t.gross)::int8 as paid,
          sum(t.quantity)::int8 as size
        from prediction_trade t join prediction_proposal p on p.id = t.proposal_id
        where t.side = 'CLAIM' group by 1, 2`,
    });
    const twice = new Map<string, bigint>();
    for (const { market, paid: dollars, size } of claims) {
      expect([market, (dollars * 2n) % size]).toEqual([market, 0n]);
      twice.set(market, (twice.get(market) ?? 0n) + (dollars * 2n) / size);
    }
    const results = new Map(model.calls.map(({ slug, result }) => [slug, result]));
    const sides = new Set(claims.map(({ market, yes }) => `${market} ${yes}`));
    for (const [slug, halves] of twice) {
      const isHalf =
        results.get(slug) === 'VOID' && !(sides.has(`${slug} true`) && sides.has(`${slug} false`));
      expect([slug, halves]).toEqual([slug, isHalf ? 1n : 2n]);
    }
    expect(claims.reduce((sum, row) => sum + row.paid, 0n)).toBe(owed);
  });

  test('the run has a bit of everything in it', () => {
    const slugs = [...new Set(model.calls.map(({ slug }) => slug))];
    const traded = slugs.map((slug) => world.markets.get(slug));
    const having = (what: (market: (typeof traded)[number]) => boolean): number =>
      traded.filter(what).length;
    expect(slugs.length).toBeGreaterThan(60);
    expect(having(({ negRisk }) => negRisk)).toBeGreaterThan(30);
    expect(having(({ tickSize }) => tickSize === '0.001')).toBeGreaterThan(40);
    expect(having(({ feeRate }) => feeRate !== '0')).toBeGreaterThan(8);
    expect(having(({ minOrderSize }) => minOrderSize === '5')).toBe(slugs.length);
    expect([...model.counts].filter(([, count]) => count < 2)).toEqual([]);
    expect([...model.counts.keys()].sort()).toEqual([
      ...['BUY BELOW_MINIMUM', 'BUY DAILY_LIMIT', 'BUY FILLED', 'BUY INSUFFICIENT_FUNDS'],
      ...['BUY PRICE_MOVED', 'SELL FILLED', 'buys with a fee', 'buys without a fee'],
      ...['claim NOT_CLAIMABLE', 'claim NO_POSITION', 'claims by hand', 'claims by the service'],
      ...['market resolved to NO', 'market resolved to VOID', 'market resolved to YES'],
      ...['order AMOUNT_BELOW_MINIMUM', 'order DUPLICATE_PROPOSAL', 'order INSUFFICIENT_FUNDS'],
      ...['order MARKET_NOT_ACTIVE', 'order MIN_ORDER_SIZE', 'order NO_LIQUIDITY'],
      ...['order POSITION_BELOW_MIN', 'order PROPOSAL_CLOSED'],
      ...['sales with a fee', 'sales without a fee', 'siblings resolved'],
    ]);
    const fills = [
      'buys with a fee',
      'buys without a fee',
      'sales with a fee',
      'sales without a fee',
    ];
    const sum = fills.reduce((total, what) => total + (model.counts.get(what) ?? 0), 0);
    expect(sum).toBeGreaterThan(1_400);
  });
});
