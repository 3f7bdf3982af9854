import { createEngine, type Engine } from '../../src/engine/engine.ts';
import { announcementRows } from '../../src/features/chat/index.ts';
import { followRows } from '../../src/features/follow/write-rows.ts';
import type { Trader } from '../../src/features/orders/index.ts';
import { addToPosition } from '../../src/features/perps/add.ts';
import { createProposal } from '../../src/features/perps/create-proposal.ts';
import type { PerpDeps } from '../../src/features/perps/deps.ts';
import { keepMarketsStatement } from '../../src/features/perps/driver.sql.ts';
import { type PerpDriver, startPerpDriver } from '../../src/features/perps/driver.ts';
import { type PerpIdentities, perpIdentities } from '../../src/features/perps/identity.ts';
import { join } from '../../src/features/perps/join.ts';
import { positionsByIdStatement } from '../../src/features/perps/read.sql.ts';
import { type PositionRecord, positionRow } from '../../src/features/perps/read.ts';
import { reduce } from '../../src/features/perps/reduce.ts';
import { setTriggers } from '../../src/features/perps/set-triggers.ts';
import type { PerpPositionRow } from '../../src/features/perps/tables.ts';
import { bundledPerps } from '../../src/market/perps/perp-catalogue.ts';
import { createPerpData, type PerpData } from '../../src/market/perps/perp-data.ts';
import type { PerpMarketFacts } from '../../src/market/perps/perp-market.ts';
import type { MarkRange, PerpSource } from '../../src/market/perps/perp-source.ts';
import { TICK_MS, tickOf } from '../../src/market/source.ts';
import { pow10, type Ratio, ratio } from '../../src/money/fixed.ts';
import { dollars } from '../../src/money/text.ts';
import { type Clock, isoTime, monotonicClock } from '../../src/platform/clock.ts';
import { noFailpoint } from '../../src/platform/failpoint.ts';
import type { Log } from '../../src/platform/log.ts';
import type { Trading } from './trading.ts';

const HOUR_MS = 3_600_000;
/** Lots that the book of the test holds at the mark, on either side. */
const DEPTH = 10n ** 12n;

/** From an instant on, the mark, and the oracle where it differs; in ticks. */
export type Step = readonly [atMs: number, markTicks: bigint, oracleTicks?: bigint];

/** Marks that a test writes down; the book stands at the mark, without a spread. */
export interface ScriptedMarks {
  readonly source: PerpSource;
  readonly markets: readonly PerpMarketFacts[];
  /** Replaces the marks of a market. */
  set(symbol: string, steps: readonly Step[]): void;
}

export function scriptedMarks(...symbols: string[]): ScriptedMarks {
  const steps = new Map<string, readonly Step[]>();
  const stepAt = (symbol: string, atMs: number): Step | undefined =>
    steps.get(symbol)?.findLast(([fromMs]) => fromMs <= atMs);
  const markets = bundledPerps.map(({ facts }) => facts).filter((f) => symbols.includes(f.symbol));
  const source: PerpSource = {
    pointAt(symbol, atMs) {
      const step = stepAt(symbol, tickOf(atMs));
      const facts = markets.find((market) => market.symbol === symbol);
      if (!step || !facts) return undefined;
      const [, markTicks, oracleTicks = markTicks] = step;
      const premium = (markTicks - oracleTicks) * facts.tickSize * pow10(18);
      return { markTicks, oracleTicks, premium, atMs: tickOf(atMs) };
    },
    range(symbol, firstMs, lastMs): MarkRange | undefined {
      // A step shows at the first tick after it, unless another one comes before that.
      const shown = (steps.get(symbol) ?? []).map(([atMs]) => Math.ceil(atMs / TICK_MS) * TICK_MS);
      const ticks = [firstMs, ...shown.filter((atMs) => atMs > firstMs && atMs <= lastMs)];
      const marks = ticks.flatMap((atMs) => stepAt(symbol, atMs)?.[1] ?? []);
      const sorted = marks.toSorted((a, b) => (a < b ? -1 : 1));
      const [lowTicks, highTicks, closeTicks] = [sorted[0], sorted.at(-1), marks.at(-1)];
      if (lowTicks === undefined || highTicks === undefined || closeTicks === undefined) {
        return undefined;
      }
      return { lowTicks, highTicks, closeTicks };
    },
    bar: () => undefined,
    volume: () => 0n,
    volume24h: () => null,
    book: (_, ticks) => ({
      bids: [{ ticks, baseLots: DEPTH }],
      asks: [{ ticks, baseLots: DEPTH }],
    }),
    spanEndMs: () => Number.POSITIVE_INFINITY,
    coverage: () => null,
  };
  return { source, markets, set: (symbol, given) => void steps.set(symbol, given) };
}

/** What an opening of the tests asks for unless it says otherwise: $100 long SOL at 10x. */
export interface Opening {
  readonly symbol?: string;
  readonly side?: 'LONG' | 'SHORT';
  readonly collateral?: string;
  /** In hundredths. */
  readonly leverage?: bigint;
  readonly stopLossPct?: bigint;
  readonly takeProfitPct?: bigint;
}

/** Perpetuals over marks of the test, on the database of a trading world. */
export interface PerpTrading {
  readonly marks: ScriptedMarks;
  readonly data: PerpData;
  readonly deps: PerpDeps;
  readonly identities: PerpIdentities;
  open(trader: Trader, groupId: string, opening?: Opening): Promise<string>;
  /** A position of one's own under a proposal, by a position of it. */
  join(trader: Trader, positionId: string, opening?: Opening): Promise<string>;
  add(trader: Trader, positionId: string, collateral: string, leverage?: bigint): Promise<void>;
  reduce(trader: Trader, positionId: string, percent: bigint): Promise<void>;
  setTriggers(
    trader: Trader,
    positionId: string,
    triggers: { stopLossPct?: bigint | null; takeProfitPct?: bigint | null },
  ): Promise<void>;
  position(id: string): Promise<PerpPositionRow>;
  /** A driver as a process would have it, with an engine of its own. */
  startDriver(options?: DriverOptions): Promise<TestDriver>;
}

export interface DriverOptions {
  readonly log?: Log;
  /** The clock of the driver and its engine, where it is not the one that stands. */
  readonly clock?: Clock;
  /** What the driver submits to instead of its engine. */
  readonly through?: (engine: Engine) => Engine;
}

export interface TestDriver {
  readonly driver: PerpDriver;
  /** Waits until everything up to now is done. */
  settle(): Promise<void>;
  stop(): Promise<void>;
}

const percentPoints = (points: bigint | undefined): Ratio | null =>
  points === undefined ? null : ratio(points * pow10(18));

export async function openPerpTrading(on: Trading, marks: ScriptedMarks): Promise<PerpTrading> {
  const { source, markets } = marks;
  const hour = Math.floor(on.clock.now() / HOUR_MS) * HOUR_MS;
  const symbols = markets.map(({ symbol }) => symbol);
  await on.rows(keepMarketsStatement.text, [symbols, isoTime(hour)]);
  const data = createPerpData(source, markets);
  const deps: PerpDeps = {
    data,
    openInterest: () => 0n,
    requireTrading: () => undefined,
    requireRegion: () => undefined,
    behaviour: on.deps.behaviour,
  };
  const identities = perpIdentities(on.database.reads);
  const sent = (trader: Trader) =>
    ({ trader, country: null, keyHash: null, maxSlippageBps: 0 }) as const;
  const scripted = () => deps.behaviour('PERP').mode !== 'ok';
  const positionOf = async (id: string) => {
    const position = await identities.position(id);
    if (!position) throw new Error(`no position ${id}`);
    return position;
  };
  const position: PerpTrading['position'] = async (id) => {
    const { reads } = on.database;
    const [record] = await reads.query<PositionRecord>(positionsByIdStatement, [[id]]);
    if (!record) throw new Error(`no position ${id}`);
    return positionRow(record);
  };
  return {
    marks,
    data,
    deps,
    identities,
    position,
    async open(trader, groupId, opening = {}) {
      const { symbol = 'SOL', side = 'LONG', collateral = '100', leverage = 1_000n } = opening;
      const command = {
        ...sent(trader),
        scripted: scripted(),
        groupId,
        symbol,
        side,
        collateral: dollars(collateral),
        leverage,
        reason: null,
        stopLossPct: percentPoints(opening.stopLossPct),
        takeProfitPct: percentPoints(opening.takeProfitPct),
      };
      return (await on.run(createProposal(deps), command, trader.userId)).data.assignmentId;
    },
    async join(trader, positionId, opening = {}) {
      const { proposalId } = await positionOf(positionId);
      const proposal = await identities.proposal(proposalId);
      if (!proposal) throw new Error(`no proposal ${proposalId}`);
      const { collateral = '100', leverage = 1_000n } = opening;
      const asked = { proposal, collateral: dollars(collateral), leverage, scripted: scripted() };
      const command = { ...sent(trader), ...asked };
      return (await on.run(join(deps), command, trader.userId)).data.assignmentId;
    },
    async add(trader, positionId, collateral, leverage) {
      const held = await positionOf(positionId);
      const added = { position: held, collateral: dollars(collateral), leverage: leverage ?? null };
      const command = { ...sent(trader), ...added, scripted: scripted() };
      await on.run(addToPosition(deps), command, trader.userId);
    },
    async reduce(trader, positionId, percent) {
      const held = await positionOf(positionId);
      const fraction = ratio(percent * pow10(16));
      const command = { ...sent(trader), position: held, fraction, scripted: scripted() };
      await on.run(reduce(deps), command, trader.userId);
    },
    async setTriggers({ userId }, positionId, { stopLossPct, takeProfitPct }) {
      const pct = (points: bigint | null | undefined) =>
        points === undefined || points === null ? points : percentPoints(points);
      const command = {
        userId,
        position: await positionOf(positionId),
        stopLossPct: pct(stopLossPct),
        takeProfitPct: pct(takeProfitPct),
      };
      await on.run(setTriggers(deps), command, userId);
    },
    startDriver: (options) => startDriver(on, deps, options),
  };
}

async function startDriver(
  on: Trading,
  perps: PerpDeps,
  { log = on.log, clock = on.clock, through = (engine) => engine }: DriverOptions = {},
): Promise<TestDriver> {
  const { database, ids } = on;
  const context = {
    clock,
    wallClock: clock,
    ids,
    failpoint: noFailpoint,
    followRows,
    announcementRows,
  };
  const own = createEngine({
    context,
    clientConfig: () => database.clientConfig(),
    log,
    elapsedMs: () => monotonicClock.elapsedMs(),
  });
  const engine = through(own);
  const driver = await startPerpDriver({ engine, database, perps, clock, log, holder: ids.next() });
  return {
    driver,
    async settle() {
      while (await driver.due()) driver.wake();
    },
    async stop() {
      await driver.stop();
      await own.close();
    },
  };
}
