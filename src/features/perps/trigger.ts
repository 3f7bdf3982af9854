import {
  type CommandKind,
  type DecideContext,
  type Outcome,
  type RowWrite,
  ref,
  type State,
} from '../../engine/command.ts';
import { assert } from '../../errors/app-error.ts';
import type { Usdc } from '../../money/fixed.ts';
import { isLiquidatable } from '../../venues/paper/perps/margin.ts';
import {
  notionalAt,
  type PerpMarketParams,
  type PerpMoment,
} from '../../venues/paper/perps/market-params.ts';
import { abs, type Lots, lots, type PerpSide, type Ticks } from '../../venues/paper/perps/units.ts';
import { endOfCall } from './complete.ts';
import type { PerpDeps } from './deps.ts';
import { levelsAtAnyMark } from './levels.ts';
import { liquidatePosition } from './liquidate.ts';
import { paramsOf } from './params.ts';
import { crossedTrigger } from './place-triggers.ts';
import { stateOf } from './position-state.ts';
import {
  DRIVER_ID,
  INSURANCE_ID,
  type PerpPositionRow,
  perpAccountTable,
  perpDriverTable,
  perpInsuranceTable,
  perpMarketTable,
  perpPositionTable,
  perpProposalTable,
  perpTriggerTable,
} from './tables.ts';
import { closeByTrigger } from './trigger-close.ts';

/** A position that may be deleveraged for another one's loss. */
export interface CandidateRef {
  readonly positionId: string;
  readonly userId: string;
  readonly proposalId: string;
}

export interface CarryOutTrigger {
  readonly positionId: string;
  readonly userId: string;
  readonly proposalId: string;
  readonly symbol: string;
  readonly markTicks: Ticks;
  /** The business instant of that mark. */
  readonly atMs: number;
  /** Whether the mark was pinned: then everything fills at it. */
  readonly isPinned: boolean;
  /** The fence of the driver; a driver that has lost its lease finds a higher one. */
  readonly fence: number;
  /** The levels at which it was found; a position that has others by now is looked at anew. */
  readonly seen: Pick<PerpPositionRow, 'lowerTicks' | 'upperTicks'> | null;
  /** Null until a loss has been found that the insurance fund does not cover. */
  readonly candidates: readonly CandidateRef[] | null;
}

/**
 * What came of a trigger: carried out, or nothing because the driver has lost its fence or the
 * position is closed, has changed or is not reached. Or a loss that needs positions to deleverage:
 * the driver looks for them and asks again. Amounts are text of their integer units.
 */
export type TriggerAnswer =
  | { readonly did: 'carried out' }
  | { readonly did: 'nothing'; readonly why: 'lost' | 'gone' | 'changed' | 'not reached' }
  | { readonly did: 'candidates'; readonly loss: UncoveredLoss };

/** A position that was closed at its bankruptcy price, and what the mark is. */
export interface UncoveredLoss {
  readonly side: PerpSide;
  /** What was closed, and for how much. */
  readonly lots: string;
  readonly quote: string;
  /** Of one lot at the mark, in quote lots. */
  readonly lotWorth: string;
  readonly fundingIndex: string;
}

const answer = (data: TriggerAnswer): Pick<Outcome, 'answer'> => ({
  answer: { status: 200, data },
});

/**
 * Carries out what a mark means for a position (contract 8, 18.8): liquidation first, then stop
 * loss, then take profit, of the position as it is now. What happens is dated when the mark was
 * there. Answers a TriggerAnswer.
 */
export const carryOutTrigger = (deps: PerpDeps): CommandKind<CarryOutTrigger> => ({
  name: 'perps.trigger',
  needs({ positionId, userId, proposalId, symbol, candidates }) {
    const others = candidates ?? [];
    return {
      users: [userId, ...others.map((other) => other.userId)],
      update: [
        ref(perpProposalTable, proposalId),
        ...others.map((other) => ref(perpProposalTable, other.proposalId)),
        ref(perpInsuranceTable, INSURANCE_ID),
      ],
      rows: [
        ref(perpDriverTable, DRIVER_ID),
        ref(perpTriggerTable, positionId),
        ref(perpMarketTable, symbol),
        ref(perpPositionTable, positionId),
        ref(perpAccountTable, userId),
        ...others.flatMap((other) => [
          ref(perpPositionTable, other.positionId),
          ref(perpAccountTable, other.userId),
        ]),
      ],
    };
  },
  decide(state, command, context) {
    const { positionId, symbol, markTicks, seen } = command;
    if (state.get(perpDriverTable, DRIVER_ID)?.fence !== command.fence) {
      return answer({ did: 'nothing', why: 'lost' });
    }
    const row = state.get(perpPositionTable, positionId);
    const removed = state.get(perpTriggerTable, positionId)
      ? [ref(perpTriggerTable, positionId)]
      : [];
    if (row?.status !== 'OPEN') return { removed, ...answer({ did: 'nothing', why: 'gone' }) };
    if (seen && (seen.lowerTicks !== row.lowerTicks || seen.upperTicks !== row.upperTicks)) {
      return answer({ did: 'nothing', why: 'changed' });
    }
    const facts = deps.data.market(symbol);
    const fundingIndex = state.get(perpMarketTable, symbol)?.fundingIndex;
    assert(facts && fundingIndex !== undefined, 'a position has its market');
    const triggered = {
      command,
      row,
      params: paramsOf(facts),
      moment: { markTicks, fundingIndex },
      now: Math.min(command.atMs, context.now),
    };
    // Asked for winners, it waits on: only what is carried out, or needs nothing, leaves the queue.
    const done = { removed, ...answer({ did: 'carried out' }) };
    return { ...done, ...carriedOut(state, deps, triggered, context) };
  },
});

/** Everything about one trigger. */
export interface Triggered {
  readonly command: CarryOutTrigger;
  readonly row: PerpPositionRow;
  readonly params: PerpMarketParams;
  readonly moment: PerpMoment;
  /** The business time of what happens. */
  readonly now: number;
}

/** The answer that asks for positions to deleverage. */
export const needsCandidates = (
  { row, params, moment }: Triggered,
  closed: { readonly lots: Lots; readonly quote: Usdc },
): Outcome => ({
  removed: [],
  ...answer({
    did: 'candidates',
    loss: {
      side: row.side,
      lots: closed.lots.toString(),
      quote: closed.quote.toString(),
      lotWorth: notionalAt(params, lots(1n), moment.markTicks).toString(),
      fundingIndex: moment.fundingIndex.toString(),
    },
  }),
});

function carriedOut(
  state: State,
  deps: PerpDeps,
  triggered: Triggered,
  context: DecideContext,
): Outcome {
  const { row, params, moment } = triggered;
  if (isLiquidatable(params, stateOf(row), moment)) {
    return liquidatePosition(state, deps, triggered, context);
  }
  const crossed = crossedTrigger(row, moment.markTicks);
  if (crossed === null) {
    return { rows: watchedAnew(triggered), ...answer({ did: 'nothing', why: 'not reached' }) };
  }
  const reason = crossed === 'stopLoss' ? 'STOP_LOSS' : 'TAKE_PROFIT';
  return withExit(state, triggered, closeByTrigger(state, deps, triggered, reason, context));
}

/** A position whose levels are not what they should be is watched where they are now. */
function watchedAnew({ row, params, moment }: Triggered): RowWrite[] {
  const watched = levelsAtAnyMark(params, stateOf(row), row, moment);
  const { lowerTicks, upperTicks } = watched;
  if (lowerTicks === row.lowerTicks && upperTicks === row.upperTicks) return [];
  return [{ table: perpPositionTable, row: { ...row, ...watched } }];
}

/** A trigger of a proposal's first position is mirrored, and the call is over (contract 18.24). */
function withExit(
  state: State,
  { row, command, now }: Triggered,
  closed: ReturnType<typeof closeByTrigger>,
): Outcome {
  const { booked, ...outcome } = closed;
  const proposal = state.get(perpProposalTable, command.proposalId);
  if (proposal?.positionId !== row.id) return outcome;
  const held = abs(row.baseLots) as Lots;
  const exit = endOfCall(proposal, booked, { held, now, trigger: true, by: null });
  return {
    ...outcome,
    rows: [...(outcome.rows ?? []), ...exit.rows],
    leaderTrades: exit.leaderTrades,
    announcements: exit.announcements,
  };
}
