import { setTimeout as pause } from 'node:timers/promises';
import type { Engine } from '../../engine/engine.ts';
import type { PerpData } from '../../market/perps/perp-data.ts';
import { type Clock, isoTime } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/pool.ts';
import type { Log } from '../../platform/log.ts';
import { type Rounds, startRounds } from '../../platform/rounds.ts';
import type { Turns } from '../../platform/turns.ts';
import { type Crossings, createCrossings } from './crossings.ts';
import type { PerpDeps } from './deps.ts';
import {
  doneUntilStatement,
  type OpenMarketRow,
  openMarketsStatement,
  queuedTriggersStatement,
  queueTriggersStatement,
} from './driver.sql.ts';
import { dropLease, FenceLost, keepLease, type Round, takeLease } from './driver-lease.ts';
import { endIntervals } from './end-intervals.ts';
import type { Span } from './find-crossed.ts';
import { HOUR_MS, hourOf, nextHour } from './funding-hours.ts';
import { keepMarkets } from './keep-markets.ts';
import { levelSlack } from './levels.ts';
import { createSweeps, type Sweeps } from './sweeps.ts';

/** How often marks are looked at. */
const DRIVE_INTERVAL_MS = 250;
/** How often a long round renews the lease. */
const RENEW_INTERVAL_MS = 1_000;
/** Pause between two looks whether marks up to an instant have been looked at. */
const LOOK_INTERVAL_MS = 20;
/** Looks before `due` answers that they have not. */
const LOOKS = 25;

export interface PerpDriverDeps {
  readonly engine: Engine;
  readonly database: Pick<Database, 'reads' | 'withClient'>;
  readonly perps: PerpDeps;
  readonly clock: Clock;
  readonly log: Log;
  /** The id of this process. */
  readonly holder: string;
  readonly turns?: Turns | undefined;
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

/** How far this process has come while it drives. */
interface Driving {
  readonly fence: number;
  /** Up to here marks have been looked at. */
  doneMs: number;
}

/** What one step towards now has come to. */
interface Step {
  readonly markets: readonly OpenMarketRow[];
  /** When it began. */
  readonly nowMs: number;
  /** Up to here marks have been looked at. */
  readonly toMs: number;
}

class Driver implements PerpDriver {
  readonly #deps: PerpDriverDeps;
  readonly #data: PerpData;
  readonly #crossings: Crossings;
  readonly #sweeps: Sweeps;
  readonly #rounds: Rounds;
  #driving: Driving | null = null;
  #stopped = false;

  constructor(deps: PerpDriverDeps) {
    this.#deps = deps;
    this.#data = deps.perps.data;
    const below = { ...deps, reads: deps.database.reads };
    this.#crossings = createCrossings(below);
    this.#sweeps = createSweeps(below);
    this.#rounds = startRounds({
      name: 'perps',
      turns: deps.turns,
      round: () => this.#drive(),
      intervalMs: DRIVE_INTERVAL_MS,
      failed: (err) => {
        if (err instanceof FenceLost) this.#driving = null;
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
    await dropLease(this.#deps.database, this.#deps.holder);
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
  async #take(): Promise<Driving | null> {
    const { database, clock, holder } = this.#deps;
    const lease = await takeLease(database, holder);
    if (!lease) return null;
    await this.queuePins();
    return { fence: lease.fence, doneMs: lease.doneUntil ?? clock.now() };
  }

  /** One round as the driver; whether another one is to follow at once. */
  async #drive(): Promise<boolean> {
    this.#driving ??= await this.#take();
    const driving = this.#driving;
    if (!driving) return false;
    // A lease that cannot be renewed is found out by the round itself.
    const renew = () => void keepLease(this.#deps.database, driving).catch(() => {});
    const renewal = setInterval(renew, RENEW_INTERVAL_MS);
    try {
      return await this.#round(driving);
    } finally {
      clearInterval(renewal);
    }
  }

  /** Catches up with business time, one funding interval after another; then sweeps. */
  async #round(driving: Driving): Promise<boolean> {
    const round: Round = { fence: driving.fence, going: () => !this.#stopped };
    let step: Step;
    do {
      step = await this.#advance(driving.doneMs, round);
      if (!round.going()) return false;
      driving.doneMs = Math.max(driving.doneMs, step.toMs);
      // An hour that is caught up on is noted with its funding; time that passes meanwhile is
      // for the next round.
    } while (step.toMs < step.nowMs);
    await keepLease(this.#deps.database, driving);
    const isMore = await this.#sweeps.settle(step.markets, step.nowMs);
    await this.#sweeps.claims(step.nowMs);
    // Marks are looked at between one part of the positions and the next.
    return isMore;
  }

  /** Looks at marks up to now or the next funding, whichever is first, and then does the funding. */
  async #advance(fromMs: number, round: Round): Promise<Step> {
    const { clock, database, engine } = this.#deps;
    // What is opened while markets are read is looked at from the next instant on.
    const nowMs = clock.now();
    let markets = await this.#openMarkets();
    // Without a position there is nothing to do between two instants, however far apart.
    const toMs = markets.length === 0 ? nowMs : Math.min(nowMs, nextHour(fromMs));
    await this.#marks(markets, { fromMs, toMs }, round);
    await this.#crossings.queued(toMs, round);
    const isNewHour = hourOf(toMs) > hourOf(fromMs) || toMs % HOUR_MS === 0;
    const below = { engine, clock, reads: database.reads, data: this.#data };
    if (isNewHour && (await endIntervals(below, hourOf(toMs), markets, round))) {
      // What funding alone has made liquidatable is so at the mark of this instant.
      markets = await this.#openMarkets();
      await this.#marks(markets, { fromMs: toMs - 1, toMs }, round);
    }
    return { markets, nowMs, toMs };
  }

  /** Everything that the marks of a span reach. */
  async #marks(markets: readonly OpenMarketRow[], span: Span, round: Round): Promise<void> {
    if (markets.length === 0 || span.fromMs >= span.toMs) return;
    await this.#sweeps.settleMost(markets, span.fromMs);
    await this.#crossings.crossed(markets, span, round);
  }
}
