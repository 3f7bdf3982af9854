import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestUser } from '../helpers/app.ts';
import { hasSharedData, sharedData, sharedDataFolder } from '../helpers/shared-data.ts';
import { units } from './recorded-model.ts';
import { type Call, createModel, type Model, type Result } from './recorded-predictions-model.ts';
import { expectMoney } from './recorded-predictions-money.ts';
import {
  choose,
  createChance,
  play,
  playCalls,
  playMoved,
  playPinned,
  playSmall,
} from './recorded-predictions-plan.ts';
import {
  claimByHand,
  claimTheRest,
  closeEnded,
  comparePositions,
  compareValues,
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
/** A day on which markets with fees trade by books; the first one ends in the evening. */
const MATCH = Date.UTC(2026, 7, 21);
const MATCHES = ['mlp-stl-tex-2026-08-14', 'mlp-stl-tex-2026-08-14-team-to-advance'] as const;

if (!hasSharedData && process.env.CI === 'true') {
  test('the recorded prediction markets are there', () => {
    throw new Error(`CI needs the recorded markets; there are none in ${sharedDataFolder}`);
  });
}
const title = hasSharedData
  ? 'the recorded prediction markets of Polymarket'
  : `recorded predictions (skipped: SKEIN_SHARED_DATA names no recorded markets, nor has ${sharedDataFolder} any)`;

const json = async (...file: string[]) =>
  JSON.parse(await readFile(sharedData('polymarket', ...file), 'utf8'));

describe.skipIf(!hasSharedData)(title, () => {
  const runs: { model: Model; markets: World['markets'] }[] = [];

  /** A service of its own that begins at an instant, with fifty bots. */
  function run(startMs: number) {
    const model = createModel();
    const chance = createChance(BigInt(startMs));
    let world: World;
    beforeAll(async () => {
      world = await startRecordedWorld(startMs, model);
      await world.discover();
      runs.push({ model, markets: world.markets });
    }, 60_000);
    afterAll(() => world?.stop());
    return {
      model,
      chance,
      world: (): World => world,
      /** The clock moves; some calls see their market end. */
      async goTo(atMs: number): Promise<void> {
        await world.goTo(atMs);
        closeEnded(world);
      },
    };
  }

  describe('from noon to noon', () => {
    const { model, chance, world: worldOf, goTo } = run(DAY);

    /** The recorded prices of the moving market. */
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

    test('books begin at the best prices of the record', async () => {
      const { markets } = await json('gamma', 'markets-open-200-2026-02-13.json');
      let compared = 0;
      for (const { slug, bestBid, bestAsk } of markets) {
        // Of this event there is a newer record.
        if (!worldOf().markets.has(slug) || slug.includes('2028-democratic')) continue;
        if (bestBid === undefined || bestAsk === undefined || bestAsk === 1) continue;
        const { bids, asks } = await worldOf().side(slug, true);
        const best = [bids[0]?.price, asks[0]?.price];
        expect([slug, ...best]).toEqual([slug, units(`${bestBid}`, 4), units(`${bestAsk}`, 4)]);
        compared += 1;
      }
      expect(compared).toBeGreaterThan(100);
    });

    test('every fill, fee, refusal and follow is what the books say', async () => {
      const world = worldOf();
      const priceAt = await recordedPrices();
      const middles = new Set<bigint>();
      const markets = choose(chance, world, 64);
      let turn = 0;
      const next = (): string => {
        turn += 1;
        return markets[turn % markets.length] as string;
      };
      for (let step = 0; step < STEPS; step += 1) {
        if (step > 0) await goTo(DAY + step * HOUR);
        await play(world, chance, { step, next });
        // The middle is within half a tick of the recorded price.
        const { bids, asks } = await world.side(MOVING, true);
        const twice = (bids[0]?.price ?? 0n) + (asks[0]?.price ?? 0n);
        const away = twice - 2n * priceAt(world.now());
        expect([step, away >= -100n && away <= 100n]).toEqual([step, true]);
        middles.add(twice);
        if (step % 12 === 11) await comparePositions(world);
      }
      expect(middles.size).toBeGreaterThan(4);
      await compareWallets(world);
      await compareValues(world);
      expect(model.problems).toEqual([]);
    }, 60_000);

    test('resolved by hand: claims, claims by the service after midnight, and no others', async () => {
      const world = worldOf();
      await goTo(DAY + STEPS * HOUR);
      const owed = await resolveByHand(world, chance, [
        ...new Set(model.calls.map(({ slug }) => slug)),
      ]);
      await comparePositions(world);
      await claimByHand(world, chance);
      await goTo(DAY + 36 * HOUR - 1);
      await compareWallets(world);
      await goTo(DAY + 36 * HOUR);
      claimTheRest(world);
      await comparePositions(world);
      await expectMoney(world, owed);
    }, 60_000);
  });

  describe('markets with fees, pinned', () => {
    const { chance, world: worldOf, goTo } = run(FEES + 12 * HOUR);

    test('trade by their pins, end as recorded, and pay', async () => {
      const world = worldOf();
      const rows = await json('gamma', 'markets-btc5m-resolved-8-2026-07-23.json');
      const slugs: string[] = rows.map(({ slug }: { slug: string }) => slug);
      for (let step = 0; step < 6; step += 1) {
        if (step > 0) await goTo(FEES + (12 + step * 2) * HOUR);
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
      let owed = 0n;
      for (const { slug, outcomePrices } of rows) {
        const result: Result = outcomePrices === '["1", "0"]' ? 'YES' : 'NO';
        owed += resolved(world, slug, result);
      }
      await comparePositions(world);
      await claimByHand(world, chance);
      await goTo(FEES + 48 * HOUR);
      claimTheRest(world);
      await comparePositions(world);
      await expectMoney(world, owed);
    }, 60_000);
  });

  describe('markets with fees, by their books', () => {
    const { model, chance, world: worldOf, goTo } = run(MATCH + 15 * HOUR);

    test('one is closed but not resolved and never pays, the other one does', async () => {
      const world = worldOf();
      for (let step = 0; step < 3; step += 1) {
        if (step > 0) await goTo(MATCH + (15 + step * 2) * HOUR);
        await playCalls(world, chance, { step, slugs: MATCHES });
      }
      // When the first one ends hardly anybody doubts its result, and yet there is none.
      const [unresolved, advance] = MATCHES;
      await world.pin(unresolved, '0.9999');
      await goTo(MATCH + 21 * HOUR);
      const call = model.calls.find(({ slug }) => slug === unresolved) as Call;
      const creator = world.users[call.creator] as TestUser;
      const { market } = await creator.get(`/predictions/proposals/${call.id}`);
      expect(market).toMatchObject({ status: 'closed', result: null, yesPrice: '0.9999' });
      await payNothing(world, unresolved);

      const owed = await resolveByHand(world, chance, [advance]);
      await claimByHand(world, chance);
      await goTo(MATCH + 48 * HOUR);
      claimTheRest(world);
      await payNothing(world, unresolved);
      await comparePositions(world);
      await expectMoney(world, owed);
    }, 60_000);
  });

  test('the runs have a bit of everything in them', () => {
    const counts = new Map<string, number>();
    for (const [what, count] of runs.flatMap(({ model }) => [...model.counts])) {
      counts.set(what, (counts.get(what) ?? 0) + count);
    }
    const traded = runs.flatMap(({ model, markets }) =>
      [...new Set(model.calls.map(({ slug }) => slug))].map((slug) => markets.get(slug)),
    );
    const having = (what: (market: (typeof traded)[number]) => boolean): number =>
      traded.filter(what).length;
    expect(traded.length).toBeGreaterThan(50);
    expect(having(({ negRisk }) => negRisk)).toBeGreaterThan(20);
    expect(having(({ tickSize }) => tickSize === '0.001')).toBeGreaterThan(30);
    expect(having(({ feeRate }) => feeRate !== '0')).toBeGreaterThan(8);
    expect(having(({ minOrderSize }) => minOrderSize === '5')).toBe(traded.length);
    expect([...counts.keys()].sort()).toEqual([
      ...['BUY BELOW_MINIMUM', 'BUY DAILY_LIMIT', 'BUY FILLED', 'BUY INSUFFICIENT_FUNDS'],
      ...['BUY PRICE_MOVED', 'SELL FILLED', 'buys with a fee', 'buys without a fee'],
      ...['claim NOT_CLAIMABLE', 'claim NO_POSITION', 'claims by hand', 'claims by the service'],
      ...['market resolved to NO', 'market resolved to VOID', 'market resolved to YES'],
      ...['order AMOUNT_BELOW_MINIMUM', 'order DUPLICATE_PROPOSAL', 'order INSUFFICIENT_FUNDS'],
      ...['order MIN_ORDER_SIZE', 'order NO_LIQUIDITY', 'order NO_POSITION'],
      ...['order POSITION_BELOW_MIN', 'order PROPOSAL_CLOSED'],
      ...['sales with a fee', 'sales without a fee', 'siblings resolved'],
    ]);
    const fills = [
      'buys with a fee',
      'buys without a fee',
      'sales with a fee',
      'sales without a fee',
    ];
    const sum = fills.reduce((total, what) => total + (counts.get(what) ?? 0), 0);
    expect(sum).toBeGreaterThan(1_400);
  });
});
