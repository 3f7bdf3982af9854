import { setTimeout as pause } from 'node:timers/promises';
import type { Engine } from '../../engine/engine.ts';
import type { PerpData } from '../../market/perps/perp-data.ts';
import { type Clock, isoTime } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/pool.ts';
import { NO_ID } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import { type Rounds, startRounds } from '../../platform/rounds.ts';
import { ticks } from '../../venues/paper/perps/units.ts';
import { FenceLost, type Round } from './carry-out.ts';
import { type Crossings, createCrossings } from './crossings.ts';
import type { PerpDeps } from './deps.ts';
import {
  doneUntilStatement,
  dropLeaseStatement,
  type FundedRow,
  fundedUntilStatement,
  keepLeaseStatement,
  type LeaseRow,
  type OpenMarketRow,
  openedSinceStatement,
  openMarketsStatement,
  queuedTriggersStatement,
  queueTriggersStatement,
  takeLeaseStatement,
} from './driver.sql.ts';
import type { Span } from './find-crossed.ts';
import { endInterval, type IntervalRate, type Latecomer } from './fund.ts';
import { HOUR_MS, hourOf, nextHour } from './funding-hours.ts';
import { keepMarkets } from './keep-markets.ts';
import { createSweeps, type Sweeps } from './sweeps.ts';
import { levelSlack } from './watch.ts';

/** Real time a process may drive without renewing; another one takes over after it. */
export const DRIVER_LEASE_MS = 3_000;
/** How often marks are looked at. */
const DRIVE_INTERVAL_MS = 250;
/** How often a long round renews the lease. */
const RENEW_INTERVAL_MS = 1_000;
/** Pause between two looks whether marks up to an instant have been looked at. */
const LOOK_INTERVAL_MS = 20;
/** Looks before `due` answers that they have not. */
const LOOKS = 25;
/** How far back funding is kept of a market in which nobody has had anything to pay. */
const IDLE_FUNDING_MS = HOUR_MS;

export interface PerpDriverDeps {
  readonly engine: Engine;
  readonly database: Pick<Database, 'reads' | 'withClient'>;
  readonly perps: PerpDeps;
  readonly clock: Clock;
  readonly log: Log;
  /** The id of this process. */
  readonly holder: string;
}

export interface PerpDriver {
  /** Looks at once. */
  wake(): void;
  /** Queues what the pin of a market crosses: resolves when it is durable. */
  queue(symbol: string): Promise<void>;
  /** Whether marks up to now have not been looked at, or something that they cause is not done. */
  due(): Promise<boolean>;
  stop(): Promise<void>;
}

/**
 * Drives triggers and funding. Every process runs it; the one that holds the lease does the work,
 * from where the one before it had come to, in order of business time: marks up to the end of a
 * funding interval, then its funding, then on. What it does is done by commands that check its
 * fence and the state that they find.
 */
export async function startPerpDriver(deps: PerpDriverDeps): Promise<PerpDriver> {
  await keepMarkets(deps);
  const driver = new Driver(deps);
  await driver.queuePins();
  return driver;
}

/** The lease of this process while it drives. */
interface Held {
  readonly fence: number;
  /** Up to here marks have been looked at. */
  doneMs: number;
}

class Driver implements PerpDriver {
  readonly #deps: PerpDriverDeps;
  readonly #data: PerpData;
  readonly #crossings: Crossings;
  readonly #sweeps: Sweeps;
  readonly #rounds: Rounds;
  #held: Held | null = null;
  #stopped = false;

  constructor(deps: PerpDriverDeps) {
    this.#deps = deps;
    this.#data = deps.perps.data;
    const below = { ...deps, reads: deps.database.reads };
    this.#crossings = createCrossings(below);
    this.#sweeps = createSweeps(below);
    this.#rounds = startRounds({
      round: () => this.#drive(),
      intervalMs: DRIVE_INTERVAL_MS,
      failed: (err) => {
        if (err instanceof FenceLost) this.#held = null;
        else deps.log.warn({ err }, 'driving perpetuals failed; the next round goes on');
      },
    });
  }

  wake(): void {
    this.#rounds.wake();
  }

  async queue(symbol: string): Promise<void> {
    await this.#queuePinned(symbol);
    this.wake();
  }

  /** Queues what pins cross that a process has made which then ended before it could queue it. */
  async queuePins(): Promise<void> {
    for (const { symbol } of this.#data.pins()) await this.#queuePinned(symbol);
  }

  /** Marks that move by themselves are looked at one by one; only pins can follow at an instant. */
  async #queuePinned(symbol: string): Promise<void> {
    const { database, clock } = this.#deps;
    const now = clock.now();
    const quote = this.#data.quote(symbol, now);
    const facts = this.#data.market(symbol);
    if (!quote?.pinned || !facts) return;
    const values = [symbol, quote.markTicks, isoTime(now), levelSlack(facts)];
    await database.withClient((client) => client.query({ ...queueTriggersStatement, values }));
  }

  async due(): Promise<boolean> {
    const { database, clock } = this.#deps;
    const now = clock.now();
    for (let look = 0; look < LOOKS; look += 1) {
      const [row] = await database.reads.query<{ doneUntil: number | null }>(doneUntilStatement);
      if (row?.doneUntil !== null && (row?.doneUntil ?? 0) >= now) return this.#isLeft(now);
      this.wake();
      await pause(LOOK_INTERVAL_MS);
    }
    return true;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#rounds.stop();
    const values = [this.#deps.holder];
    await this.#deps.database
      .withClient((client) => client.query({ ...dropLeaseStatement, values }))
      .catch(() => undefined);
  }

  /** Whether anything is left that marks up to an instant have caused. */
  async #isLeft(nowMs: number): Promise<boolean> {
    const { reads } = this.#deps.database;
    const queued = await reads.query(queuedTriggersStatement, [isoTime(nowMs), 1]);
    if (queued.length > 0) return true;
    const markets = await this.#openMarkets();
    return markets.some(({ isUnsettled }) => isUnsettled) || this.#sweeps.claimsDue(nowMs);
  }

  async #openMarkets(): Promise<OpenMarketRow[]> {
    return this.#deps.database.reads.query<OpenMarketRow>(openMarketsStatement);
  }

  /** Takes the lease, or finds out that another process has it. */
  async #take(): Promise<Held | null> {
    const { database, clock, holder } = this.#deps;
    const values = [holder, DRIVER_LEASE_MS];
    const { rows } = await database.withClient((client) =>
      client.query<LeaseRow>({ ...takeLeaseStatement, values }),
    );
    const [lease] = rows;
    if (!lease) return null;
    await this.queuePins();
    return { fence: lease.fence, doneMs: lease.doneUntil ?? clock.now() };
  }

  /** Renews the lease and notes how far marks have been looked at. FenceLost. */
  async #keep({ fence, doneMs }: Held): Promise<void> {
    const values = [fence, isoTime(doneMs), DRIVER_LEASE_MS];
    const { rowCount } = await this.#deps.database.withClient((client) =>
      client.query({ ...keepLeaseStatement, values }),
    );
    if (rowCount === 0) throw new FenceLost();
  }

  /** One round as the driver; whether another one is to follow at once. */
  async #drive(): Promise<boolean> {
    this.#held ??= await this.#take();
    const held = this.#held;
    if (!held) return false;
    // A lease that cannot be renewed is found out by the round itself.
    const renewal = setInterval(() => void this.#keep(held).catch(() => {}), RENEW_INTERVAL_MS);
    try {
      return await this.#round(held);
    } finally {
      clearInterval(renewal);
    }
  }

  async #round(held: Held): Promise<boolean> {
    const { clock } = this.#deps;
    const round: Round = { fence: held.fence, going: () => !this.#stopped };
    let markets: readonly OpenMarketRow[];
    let nowMs: number;
    let toMs: number;
    do {
      // What is opened while markets are read is looked at from the next instant on.
      nowMs = clock.now();
      markets = await this.#openMarkets();
      // Without a position there is nothing to do between two instants, however far apart.
      toMs = markets.length === 0 ? nowMs : Math.min(nowMs, nextHour(held.doneMs));
      await this.#marks(markets, { fromMs: held.doneMs, toMs }, round);
      await this.#crossings.queued(toMs, round);
      const isNewHour = hourOf(toMs) > hourOf(held.doneMs) || toMs % HOUR_MS === 0;
      if (isNewHour && (await this.#fund(hourOf(toMs), markets, round))) {
        // What funding alone has made liquidatable is so at the mark of this instant.
        markets = await this.#openMarkets();
        await this.#marks(markets, { fromMs: toMs - 1, toMs }, round);
      }
      if (!round.going()) return false;
      held.doneMs = Math.max(held.doneMs, toMs);
      // An hour that is caught up on is noted with its funding; time that passes meanwhile is
      // for the next round.
    } while (toMs < nowMs);
    await this.#keep(held);
    const isMore = await this.#sweeps.settle(markets, nowMs);
    await this.#sweeps.claims(nowMs);
    // Marks are looked at between one part of the positions and the next.
    return isMore;
  }

  /** Everything that the marks of a span reach. */
  async #marks(markets: readonly OpenMarketRow[], span: Span, round: Round): Promise<void> {
    if (markets.length === 0 || span.fromMs >= span.toMs) return;
    await this.#sweeps.settleMost(markets, span.fromMs);
    await this.#crossings.crossed(markets, span, round);
  }

  /**
   * Ends the funding intervals of all markets up to an hour; true when there was one. Markets without
   * an open position have only the latest ones kept: nobody pays the others. FenceLost.
   */
  async #fund(
    untilMs: number,
    open: readonly OpenMarketRow[],
    { fence, going }: Round,
  ): Promise<boolean> {
    const { clock, database, engine } = this.#deps;
    const isOpen = new Set(open.map(({ symbol }) => symbol));
    const idleMs = hourOf(clock.now()) - IDLE_FUNDING_MS;
    const rows = await database.reads.query<FundedRow>(fundedUntilStatement);
    const starts = new Map(
      rows.map(({ symbol, fundedUntil }) => {
        return [symbol, isOpen.has(symbol) ? fundedUntil : Math.max(fundedUntil, idleMs)];
      }),
    );
    for (let ended = false; going(); ended = true) {
      const startMs = Math.min(...starts.values());
      if (startMs >= untilMs) return ended;
      const endMs = startMs + HOUR_MS;
      const symbols = [...starts].filter(([, at]) => at === startMs).map(([symbol]) => symbol);
      const latecomers = await database.reads.query<Latecomer>(openedSinceStatement, [
        symbols,
        isoTime(endMs),
      ]);
      const rates = symbols.map((symbol) => this.#rateOf(symbol, startMs));
      const command = { startMs, endMs, rates, latecomers, fence };
      const { json } = await engine.submit(endInterval, command, { userId: NO_ID });
      if (!JSON.parse(json).data.drives) throw new FenceLost();
      for (const symbol of symbols) starts.set(symbol, endMs);
    }
    return false;
  }

  #rateOf(symbol: string, startMs: number): IntervalRate {
    return {
      symbol,
      rate: this.#data.fundingRate(symbol, startMs),
      markTicks: ticks(this.#data.markAt(symbol, startMs + HOUR_MS) ?? 0n),
    };
  }
}
