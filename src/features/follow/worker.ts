import type pg from 'pg';
import type { Engine } from '../../engine/engine.ts';
import { LaneConnection } from '../../engine/lane-connection.ts';
import { AppError, assert } from '../../errors/app-error.ts';
import { usdc } from '../../money/fixed.ts';
import { priceOf } from '../../money/text.ts';
import type { ReadPool } from '../../platform/db/pool.ts';
import type { Failpoint } from '../../platform/failpoint.ts';
import type { Log } from '../../platform/log.ts';
import { atOnce, type Turns } from '../../platform/turns.ts';
import { executeFollow } from './execute.ts';
import {
  type ClaimedFollow,
  claimFollowsStatement,
  pendingFollowsStatement,
  readClaim,
  reconcilableFollowsStatement,
} from './follow.sql.ts';
import { failFollow, reconcileFollow } from './reconcile.ts';
import type { FollowVerticals } from './vertical.ts';

/** Rows taken in one claim. */
export const CLAIM_LIMIT = 250;
/** Follows of this process on their way at once: while some run, the next are being claimed. */
export const IN_FLIGHT_LIMIT = 1_000;
/** Real time a claimed follow may take before another process may take it over. */
export const LEASE_MS = 5_000;
/** How often to look without being told: other processes write follow rows too. */
const POLL_INTERVAL_MS = 200;

export interface FollowWorkerDeps {
  readonly engine: Engine;
  readonly reads: ReadPool;
  /** Asked anew for each connection: an embedded server may come back elsewhere. */
  readonly clientConfig: () => pg.ClientConfig;
  readonly verticals: FollowVerticals;
  readonly log: Log;
  readonly failpoint: Failpoint;
  /** Whether the sandbox holds the workers. */
  readonly held: () => boolean;
  readonly turns?: Turns | undefined;
}

export interface FollowWorker {
  /** Looks at once; called when this process has committed a leader's trade. */
  wake(): void;
  /** Whether any follow is queued, or in flight at its venue. */
  pending(): Promise<{ queued: boolean; unknown: boolean }>;
  stop(): Promise<void>;
}

/** Claims follow rows and makes them through the engine, behind the commands people wait for. */
export function startFollowWorker(deps: FollowWorkerDeps): FollowWorker {
  const worker = new Worker(deps);
  deps.engine.onCommitted(({ leaderTrades }) => {
    if (leaderTrades.length > 0) worker.wake();
  });
  worker.wake();
  return worker;
}

class Worker implements FollowWorker {
  readonly #deps: FollowWorkerDeps;
  readonly #running = new Set<Promise<void>>();
  #connection: LaneConnection | null = null;
  #timer: NodeJS.Timeout | undefined;
  #pumping: Promise<void> | null = null;
  #again = false;
  #stopped = false;

  constructor(deps: FollowWorkerDeps) {
    this.#deps = deps;
  }

  wake(): void {
    if (this.#stopped) return;
    if (this.#pumping) {
      this.#again = true;
      return;
    }
    clearTimeout(this.#timer);
    const { turns = atOnce } = this.#deps;
    this.#pumping = turns('follow', () => this.#pump()).finally(() => {
      this.#pumping = null;
      if (this.#again) {
        this.#again = false;
        this.wake();
      } else if (!this.#stopped) {
        this.#timer = setTimeout(() => this.wake(), POLL_INTERVAL_MS);
      }
    });
  }

  async pending(): Promise<{ queued: boolean; unknown: boolean }> {
    const [row] = await this.#deps.reads.query<{ queued: boolean; unknown: boolean }>(
      pendingFollowsStatement,
    );
    return row ?? { queued: false, unknown: false };
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#pumping;
    await Promise.all(this.#running);
    await this.#connection?.close();
  }

  async #pump(): Promise<void> {
    try {
      await this.#reconcile();
      while (!this.#stopped && !this.#deps.held()) {
        if (this.#running.size + CLAIM_LIMIT > IN_FLIGHT_LIMIT) await Promise.race(this.#running);
        else if ((await this.#claim()) === 0) return;
      }
    } catch (error) {
      await this.#connection?.close();
      this.#connection = null;
      this.#deps.log.warn({ err: error }, 'claiming follows failed; it goes on with the next look');
    }
  }

  async #claim(): Promise<number> {
    if (!this.#connection || this.#connection.broken) {
      this.#connection = await LaneConnection.open(this.#deps.clientConfig());
    }
    const [answer] = await this.#connection.run([
      { statement: claimFollowsStatement, values: [CLAIM_LIMIT, LEASE_MS] },
    ]);
    const claims = (answer?.rows ?? []).map(readClaim);
    if (claims.length > 0) this.#deps.failpoint('follow.after-claim');
    for (const claim of claims) this.#start(this.#make(claim));
    return claims.length;
  }

  #start(work: Promise<void>): void {
    const tracked = work.finally(() => this.#running.delete(tracked));
    this.#running.add(tracked);
  }

  /** Makes one claimed follow; whatever happens, the row is the truth and other rows go on. */
  async #make(claim: ClaimedFollow): Promise<void> {
    const { leaderTradeId, followerId, groupId, fence } = claim;
    const by = { userId: followerId, background: true };
    try {
      const vertical = this.#deps.verticals[claim.vertical];
      assert(vertical, `no vertical follows ${claim.vertical}`);
      const prepared = await vertical.prepare(orderOf(claim));
      const command = { leaderTradeId, followerId, groupId, fence, vertical, prepared };
      await this.#deps.engine.submit(executeFollow, command, by);
      this.#deps.failpoint('follow.mid-fan-out');
    } catch (error) {
      // OVERLOADED and lost connections pass: the lease runs out and the row is taken again.
      if (error instanceof AppError) return;
      this.#deps.log.error({ err: error, leaderTradeId, followerId }, 'a follow failed');
      const key = { leaderTradeId, followerId, fence };
      await this.#deps.engine.submit(failFollow, key, by).catch((cause: unknown) => {
        this.#deps.log.error({ err: cause, leaderTradeId, followerId }, 'a follow is left queued');
      });
    }
  }

  async #reconcile(): Promise<void> {
    const rows = await this.#deps.reads.query<{
      leader_trade_id: string;
      follower_id: string;
      group_id: string;
      trade_id: string;
    }>(reconcilableFollowsStatement, [CLAIM_LIMIT]);
    await Promise.all(
      rows.map(({ leader_trade_id, follower_id, group_id, trade_id }) =>
        this.#deps.engine.submit(
          reconcileFollow,
          {
            leaderTradeId: leader_trade_id,
            followerId: follower_id,
            groupId: group_id,
            tradeId: trade_id,
          },
          { userId: follower_id, background: true },
        ),
      ),
    );
  }
}

const orderOf = (claim: ClaimedFollow) => ({
  trader: {
    userId: claim.followerId,
    idpId: claim.idpId,
    username: claim.username,
    walletAddress: claim.walletAddress,
  },
  proposalId: claim.proposalId,
  side: claim.side,
  amount: usdc(claim.amount),
  leaderPrice: priceOf(claim.leaderPrice),
  sold: claim.sold,
  held: claim.held,
});
