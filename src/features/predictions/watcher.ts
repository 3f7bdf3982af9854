import type { Engine } from '../../engine/engine.ts';
import type { PredictionData } from '../../market/predictions/data.ts';
import { type Clock, isoTime } from '../../platform/clock.ts';
import type { ReadPool } from '../../platform/db/pool.ts';
import { NO_ID } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import { type Rounds, startRounds } from '../../platform/rounds.ts';
import type { Turns } from '../../platform/turns.ts';
import type { Trader } from '../orders/index.ts';
import { claim } from './claim.ts';
import type { MarketStates } from './market-states.ts';
import {
  type EndedProposalRow,
  endedProposalsStatement,
  openMarketsStatement,
  unclaimedStatement,
  untoldHoldersStatement,
  untoldProposalsStatement,
} from './predictions.sql.ts';
import type { PredictionIdentity } from './proposal-identity.ts';
import type { MarketResolution } from './resolve-market.ts';
import { endProposal, finishTelling, tellHolder } from './resolve-proposal.ts';
import { resolvedSince } from './resolved-since.ts';

/** Rows that one round takes of a kind. */
const ROUND_LIMIT = 500;
/** How often markets are looked at without being told. */
const WATCH_INTERVAL_MS = 1_000;
const DAY_MS = 86_400_000;

export interface PredictionWatcherDeps {
  readonly engine: Engine;
  readonly reads: ReadPool;
  readonly data: PredictionData;
  readonly states: MarketStates;
  readonly clock: Clock;
  readonly log: Log;
  readonly turns?: Turns | undefined;
}

export interface PredictionWatcher {
  /** Looks at once. */
  wake(): void;
  /** Whether a market has ended and not everything that follows from it is done. */
  due(): Promise<boolean>;
  stop(): Promise<void>;
}

/**
 * Moves proposals along with their markets, tells holders, and claims for those who have not by the
 * first midnight (UTC, business time) after the resolution. Every process runs it; each step is a
 * command that does nothing a second time.
 */
export function startPredictionWatcher(deps: PredictionWatcherDeps): PredictionWatcher {
  const watcher = new Watcher(deps);
  deps.states.onChange(() => watcher.wake());
  return watcher;
}

type Unclaimed = Trader & Omit<PredictionIdentity, 'id'> & { readonly id: string };

class Watcher implements PredictionWatcher {
  readonly #deps: PredictionWatcherDeps;
  readonly #rounds: Rounds;
  /** When each market of an open proposal was last seen without a result. */
  #unresolvedAt: ReadonlyMap<string, number> = new Map();

  constructor(deps: PredictionWatcherDeps) {
    this.#deps = deps;
    this.#rounds = startRounds({
      name: 'predictions',
      turns: deps.turns,
      round: () => this.#round(),
      intervalMs: WATCH_INTERVAL_MS,
      failed: (err) =>
        deps.log.warn({ err }, 'watching markets failed; it goes on with the next round'),
    });
  }

  wake(): void {
    this.#rounds.wake();
  }

  async due(): Promise<boolean> {
    // Asked while a round runs, it would only say that somebody has just woken the watcher.
    await this.#rounds.idle();
    const ended = await this.#endedProposals(await this.#endedMarkets());
    if (ended.length > 0) return true;
    const untold = await this.#deps.reads.query(untoldProposalsStatement, [1]);
    return untold.length > 0 || (await this.#unclaimed(1)).length > 0;
  }

  stop(): Promise<void> {
    return this.#rounds.stop();
  }

  /** One round of everything that is due; whether there was as much as a round takes. */
  async #round(): Promise<boolean> {
    const markets = await this.#endedMarkets();
    const news = markets.resolved.filter(({ isRecorded }) => !isRecorded);
    if (news.length > 0) await this.#deps.states.record(news);
    const ended = await this.#endedProposals(markets);
    await Promise.all(ended.map((row) => this.#submit(endProposal, row, row.creatorId)));
    const told = await this.#tell();
    const unclaimed = await this.#unclaimed(ROUND_LIMIT);
    await Promise.all(unclaimed.map((row) => this.#claim(row)));
    return [ended.length, told, unclaimed.length].some((count) => count >= ROUND_LIMIT);
  }

  async #endedMarkets() {
    const { reads, data, states, clock } = this.#deps;
    const rows = await reads.query<{ marketId: string }>(openMarketsStatement);
    const toMs = clock.now();
    const seenBefore = this.#unresolvedAt;
    const unresolvedAt = new Map<string, number>();
    const resolved: (MarketResolution & { isRecorded: boolean })[] = [];
    const closed: string[] = [];
    for (const { marketId } of rows) {
      const market = data.market(marketId);
      if (!market) continue;
      const { status, result } = data.state(market, toMs);
      if (status === 'resolved' && result !== null) {
        const fromMs = seenBefore.get(marketId) ?? 0;
        unresolvedAt.set(marketId, fromMs);
        const isRecorded = states.isRecorded(marketId);
        const resolvedAt = isRecorded ? toMs : resolvedSince(data, market, { fromMs, toMs });
        resolved.push({ marketId, result, resolvedAt, isRecorded });
        continue;
      }
      unresolvedAt.set(marketId, toMs);
      if (status === 'closed') closed.push(marketId);
    }
    this.#unresolvedAt = unresolvedAt;
    return { resolved, closed };
  }

  #endedProposals(markets: { resolved: readonly MarketResolution[]; closed: readonly string[] }) {
    if (markets.resolved.length + markets.closed.length === 0) return Promise.resolve([]);
    return this.#deps.reads.query<EndedProposalRow>(endedProposalsStatement, [
      markets.resolved.map(({ marketId }) => marketId),
      markets.closed,
      ROUND_LIMIT,
    ]);
  }

  async #tell(): Promise<number> {
    const { reads } = this.#deps;
    const proposals = await reads.query<{ proposalId: string; creatorId: string }>(
      untoldProposalsStatement,
      [ROUND_LIMIT],
    );
    let most = proposals.length;
    for (const { proposalId, creatorId } of proposals) {
      const holders = await reads.query<{ userId: string }>(untoldHoldersStatement, [
        proposalId,
        ROUND_LIMIT,
      ]);
      await Promise.all(
        holders.map(({ userId }) => this.#submit(tellHolder, { proposalId, userId }, userId)),
      );
      if (holders.length < ROUND_LIMIT) {
        await this.#submit(finishTelling, { proposalId, creatorId }, NO_ID);
      }
      most = Math.max(most, holders.length);
    }
    return most;
  }

  #unclaimed(limit: number): Promise<Unclaimed[]> {
    const { reads, clock } = this.#deps;
    const midnight = Math.floor(clock.now() / DAY_MS) * DAY_MS;
    return reads.query<Unclaimed>(unclaimedStatement, [isoTime(midnight), limit]);
  }

  #claim({ userId, idpId, username, walletAddress, ...proposal }: Unclaimed): Promise<unknown> {
    const trader = { userId, idpId, username, walletAddress };
    return this.#submit(claim, { trader, proposal, origin: 'AUTO_CLAIM' }, userId);
  }

  #submit<C>(kind: Parameters<Engine['submit']>[0], command: C, userId: string) {
    return this.#deps.engine
      .submit(kind, command as never, { userId, background: true })
      .catch((err: unknown) => {
        // A claim by hand may have been faster; anything else is tried again by the next round.
        this.#deps.log.debug({ err, kind: kind.name }, 'a step after a resolution was refused');
      });
  }
}
