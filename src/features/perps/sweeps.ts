import type { CommandKind } from '../../engine/command.ts';
import { AppError } from '../../errors/app-error.ts';
import { isoTime } from '../../platform/clock.ts';
import { type Ticks, ticks } from '../../venues/paper/perps/units.ts';
import { claim } from './claim.ts';
import {
  type CrossedRow,
  candidatesStatement,
  crossedStatement,
  type QueuedRow,
  queuedTriggersStatement,
  type UnfundedRow,
  unclaimedPerpsStatement,
  unfundedStatement,
} from './driver.sql.ts';
import type { PerpDriverDeps } from './driver.ts';
import { settlePositionFunding } from './fund.ts';
import { perpIdentities } from './identity.ts';
import { CLAIM_AFTER_MS } from './limits.ts';
import { paramsOf } from './params.ts';
import { type CandidateRef, carryOutTrigger, NeedsCandidates } from './trigger.ts';

/** Positions that are taken at once. */
const SWEEP_LIMIT = 1_000;
/** Winning positions that are looked at for one loss. */
const CANDIDATE_LIMIT = 50;

/** What the driver does to positions, some hundreds at a time. */
export interface Sweeps {
  /** Triggers that a pin has queued. */
  queued(fence: number): Promise<void>;
  /** Positions that the marks of (fromMs, toMs] reach. */
  crossed(
    symbols: readonly string[],
    span: { fromMs: number; toMs: number; fence: number },
  ): Promise<void>;
  /** Funding that is in the index but not in the collateral yet. */
  funding(): Promise<void>;
  /** Take-profits that nobody has claimed for too long. */
  claims(nowMs: number): Promise<void>;
  due(nowMs: number): Promise<boolean>;
}

export function createSweeps(deps: PerpDriverDeps): Sweeps {
  const { engine, database, perps } = deps;
  const { reads } = database;
  const { data } = perps;
  const trigger = carryOutTrigger(perps);
  const settle = settlePositionFunding(perps);
  const identities = perpIdentities(reads);

  const submit = <C>(kind: CommandKind<C>, command: C, userId: string): Promise<unknown> =>
    engine.submit(kind, command, { userId, background: true });

  /** Carries one trigger out; a loss that is not insured is tried again with winners to deleverage. */
  async function carryOut(
    row: CrossedRow,
    at: { markTicks: Ticks; atMs: number; isPinned: boolean; fence: number },
  ): Promise<void> {
    const { id: positionId, userId, proposalId, symbol } = row;
    const command = { positionId, userId, proposalId, symbol, ...at };
    try {
      await submit(trigger, { ...command, candidates: null }, userId);
    } catch (problem) {
      if (!(problem instanceof NeedsCandidates)) throw problem;
      const candidates = await winnersAgainst(positionId, symbol);
      await submit(trigger, { ...command, candidates }, userId);
    }
  }

  async function winnersAgainst(positionId: string, symbol: string): Promise<CandidateRef[]> {
    const side = (await identities.position(positionId))?.side === 'LONG' ? 'SHORT' : 'LONG';
    return reads.query<CandidateRef & Record<string, unknown>>(candidatesStatement, [
      symbol,
      side,
      CANDIDATE_LIMIT,
    ]);
  }

  const isPinnedAt = (symbol: string, markTicks: bigint): boolean =>
    data.pins().some((pin) => pin.symbol === symbol && pin.markTicks === markTicks);

  /** Where in a span a position is first reached; the mark is that of the instant. */
  function reachOf(row: CrossedRow, fromMs: number, toMs: number) {
    const reach = { lowTicks: row.lowerTicks, highTicks: row.upperTicks };
    const span = data.firstReach(row.symbol, fromMs, toMs, reach);
    if (!span) return null;
    // On a recorded candle that is looked at whole, the adverse extreme comes first.
    const isLow = row.lowerTicks !== null && span.lowTicks <= row.lowerTicks;
    const markTicks = ticks(isLow ? span.lowTicks : span.highTicks);
    return { markTicks, atMs: span.toMs, isPinned: isPinnedAt(row.symbol, markTicks) };
  }

  return {
    async queued(fence) {
      for (;;) {
        const rows = await reads.query<QueuedRow & Record<string, unknown>>(
          queuedTriggersStatement,
          [SWEEP_LIMIT],
        );
        await Promise.all(
          rows.map((row) => {
            const markTicks = ticks(row.markTicks);
            return carryOut(row, { markTicks, atMs: row.at, isPinned: true, fence });
          }),
        );
        if (rows.length < SWEEP_LIMIT) return;
      }
    },
    async crossed(symbols, { fromMs, toMs, fence }) {
      const extremes = symbols.flatMap((symbol) => {
        const range = data.extremes(symbol, fromMs, toMs);
        return range ? [{ symbol, ...range }] : [];
      });
      if (extremes.length === 0) return;
      const values = [
        extremes.map(({ symbol }) => symbol),
        extremes.map(({ lowTicks }) => lowTicks),
        extremes.map(({ highTicks }) => highTicks),
        SWEEP_LIMIT,
      ];
      const seen = new Map<string, number>();
      for (;;) {
        const rows = await reads.query<CrossedRow & Record<string, unknown>>(
          crossedStatement,
          values,
        );
        // What is crossed again after its trigger goes on from there; the same twice is not reached.
        const due = rows.flatMap((row) => {
          const reached = reachOf(row, seen.get(row.id) ?? fromMs, toMs);
          if (reached) seen.set(row.id, reached.atMs);
          return reached ? [{ row, reached }] : [];
        });
        if (due.length === 0) return;
        due.sort((a, b) => a.reached.atMs - b.reached.atMs);
        await Promise.all(due.map(({ row, reached }) => carryOut(row, { ...reached, fence })));
      }
    },
    async funding() {
      for (;;) {
        const rows = await reads.query<UnfundedRow & Record<string, unknown>>(unfundedStatement, [
          SWEEP_LIMIT,
        ]);
        await Promise.all(
          rows.map(({ id: positionId, userId, symbol }) => {
            const markTicks = ticks(data.quote(symbol, deps.clock.now())?.markTicks ?? 0n);
            return submit(settle, { positionId, userId, symbol, markTicks }, userId);
          }),
        );
        if (rows.length < SWEEP_LIMIT) return;
      }
    },
    async claims(nowMs) {
      for (const { id, userId } of await unclaimed(nowMs)) {
        const position = await identities.position(id);
        const facts = position && data.market(position.symbol);
        if (!position || !facts) continue;
        await submit(claim, { userId, position, params: paramsOf(facts) }, userId).catch(
          (problem: unknown) => {
            // A claim by hand was faster.
            if (!(problem instanceof AppError)) throw problem;
          },
        );
      }
    },
    async due(nowMs) {
      const queued = await reads.query(queuedTriggersStatement, [1]);
      if (queued.length > 0) return true;
      const unfunded = await reads.query(unfundedStatement, [1]);
      return unfunded.length > 0 || (await unclaimed(nowMs)).length > 0;
    },
  };

  function unclaimed(nowMs: number) {
    return reads.query<{ id: string; userId: string }>(unclaimedPerpsStatement, [
      isoTime(nowMs - CLAIM_AFTER_MS),
      SWEEP_LIMIT,
    ]);
  }
}
