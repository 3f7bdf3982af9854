import type { CommandKind } from '../../engine/command.ts';
import type { Engine } from '../../engine/engine.ts';
import type { AppError } from '../../errors/app-error.ts';
import { type Clock, isoTime } from '../../platform/clock.ts';
import type { ReadPool } from '../../platform/db/pool.ts';
import type { Log } from '../../platform/log.ts';
import { ticks } from '../../venues/paper/perps/units.ts';
import { claim } from './claim.ts';
import type { PerpDeps } from './deps.ts';
import {
  type OpenMarketRow,
  type UnfundedRow,
  unclaimedPerpsStatement,
  unfundedStatement,
} from './driver.sql.ts';
import { settlePositionFunding } from './fund.ts';
import { perpIdentities } from './identity.ts';
import { unsettledLimit } from './levels.ts';
import { CLAIM_AFTER_MS } from './limits.ts';
import { paramsOf } from './params.ts';

/** Positions that are settled or claimed at once. */
const SWEEP_LIMIT = 1_000;

/** What the driver does to positions without a mark that crosses them, some hundreds at a time. */
export interface Sweeps {
  /**
   * Moves funding that is in the index into the collateral of some positions; true when there may
   * be more of them.
   */
  settle(markets: readonly OpenMarketRow[], nowMs: number): Promise<boolean>;
  /** The same for all positions that have left more unsettled than their levels allow. */
  settleMost(markets: readonly OpenMarketRow[], atMs: number): Promise<void>;
  /** Take-profits that nobody has claimed for too long. */
  claims(nowMs: number): Promise<void>;
  /** Whether there are any. */
  claimsDue(nowMs: number): Promise<boolean>;
}

export interface SweepDeps {
  readonly engine: Pick<Engine, 'submit'>;
  readonly reads: ReadPool;
  readonly perps: PerpDeps;
  readonly clock: Clock;
  readonly log: Log;
}

export function createSweeps({ engine, reads, perps, log }: SweepDeps): Sweeps {
  const { data } = perps;
  const settle = settlePositionFunding(perps);
  const identities = perpIdentities(reads);

  /** Submits many; what fails is logged and left for the next round. True when nothing failed. */
  async function submitAll<C>(
    kind: CommandKind<C>,
    all: readonly { command: C; userId: string }[],
  ): Promise<boolean> {
    const settled = await Promise.allSettled(
      all.map(({ command, userId }) => engine.submit(kind, command, { userId, background: true })),
    );
    const failed = settled.filter((one) => one.status === 'rejected').map(({ reason }) => reason);
    // A claim by hand may have been faster.
    const [err] = failed.filter((reason) => (reason as AppError).code !== 'NOT_CLAIMABLE');
    if (err) log.warn({ err, count: failed.length }, `${kind.name} failed; it is tried again`);
    return err === undefined;
  }

  async function settleSome(
    markets: readonly { symbol: string; most: bigint }[],
    atMs: number,
  ): Promise<boolean> {
    if (markets.length === 0) return false;
    const rows = await reads.query<UnfundedRow>(unfundedStatement, [
      markets.map(({ symbol }) => symbol),
      markets.map(({ most }) => most),
      SWEEP_LIMIT,
    ]);
    const isDone = await submitAll(
      settle,
      rows.map(({ id: positionId, userId, symbol }) => {
        const markTicks = ticks(data.markAt(symbol, atMs) ?? 0n);
        return { userId, command: { positionId, userId, symbol, markTicks } };
      }),
    );
    return isDone && rows.length === SWEEP_LIMIT;
  }

  const unclaimed = (nowMs: number, limit: number) =>
    reads.query<{ id: string; userId: string }>(unclaimedPerpsStatement, [
      isoTime(nowMs - CLAIM_AFTER_MS),
      limit,
    ]);

  return {
    settle: (markets, nowMs) =>
      settleSome(
        markets
          .filter(({ isUnsettled }) => isUnsettled)
          .map(({ symbol }) => ({ symbol, most: 0n })),
        nowMs,
      ),
    async settleMost(markets, atMs) {
      const unsettled = markets.flatMap(({ symbol, isUnsettled }) => {
        const facts = data.market(symbol);
        return isUnsettled && facts ? [{ symbol, most: unsettledLimit(facts) }] : [];
      });
      while (await settleSome(unsettled, atMs));
    },
    async claims(nowMs) {
      const rows = await unclaimed(nowMs, SWEEP_LIMIT);
      const all = rows.map(async ({ id, userId }) => {
        const position = await identities.position(id);
        const facts = position && data.market(position.symbol);
        if (!position || !facts) return [];
        return [{ userId, command: { userId, position, params: paramsOf(facts) } }];
      });
      await submitAll(claim, (await Promise.all(all)).flat());
    },
    claimsDue: async (nowMs) => (await unclaimed(nowMs, 1)).length > 0,
  };
}
