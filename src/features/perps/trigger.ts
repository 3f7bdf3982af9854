import {
  type CommandKind,
  type DecideContext,
  type Outcome,
  type RowWrite,
  ref,
  type State,
} from '../../engine/command.ts';
import { AppError, assert } from '../../errors/app-error.ts';
import { isLiquidatable } from '../../venues/paper/perps/margin.ts';
import type { PerpMarketParams, PerpMoment } from '../../venues/paper/perps/market-params.ts';
import { isTriggered } from '../../venues/paper/perps/triggers.ts';
import { abs, type Lots, type Ticks } from '../../venues/paper/perps/units.ts';
import { endOfCall } from './complete.ts';
import type { PerpDeps } from './deps.ts';
import { liquidatePosition } from './liquidate.ts';
import { paramsOf } from './params.ts';
import { stateOf, watchedMarks } from './state.ts';
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
  /** Null until a loss has been found that the insurance fund does not cover. */
  readonly candidates: readonly CandidateRef[] | null;
}

/**
 * A loss needs positions to deleverage; the driver looks for them and asks again. As a refusal it is
 * no failure of the engine.
 */
export class NeedsCandidates extends AppError {
  constructor() {
    super('OVERLOADED');
  }
}

/**
 * Carries out what a mark means for a position (contract 8, 18.8): liquidation first, then stop
 * loss, then take profit, of the position as it is now. Does nothing to one that is closed, that
 * the mark does not reach any more, or for a driver that is not the driver any more. Throws
 * NeedsCandidates.
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
    const { positionId, symbol, markTicks } = command;
    if (state.get(perpDriverTable, DRIVER_ID)?.fence !== command.fence) return {};
    const row = state.get(perpPositionTable, positionId);
    const removed = state.get(perpTriggerTable, positionId)
      ? [ref(perpTriggerTable, positionId)]
      : [];
    if (row?.status !== 'OPEN') return { removed };
    const facts = deps.data.market(symbol);
    const fundingIndex = state.get(perpMarketTable, symbol)?.fundingIndex;
    assert(facts && fundingIndex !== undefined, 'a position has its market');
    const at = { params: paramsOf(facts), moment: { markTicks, fundingIndex } };
    return { ...carriedOut(state, deps, { command, row, ...at }, context), removed };
  },
});

/** Everything about one trigger. */
export interface Triggered {
  readonly command: CarryOutTrigger;
  readonly row: PerpPositionRow;
  readonly params: PerpMarketParams;
  readonly moment: PerpMoment;
}

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
  const { side, stopLossTicks, takeProfitTicks } = row;
  const mark = moment.markTicks;
  if (stopLossTicks !== null && isTriggered(side, 'stopLoss', stopLossTicks, mark)) {
    return withExit(state, triggered, closeByTrigger(state, deps, triggered, 'STOP_LOSS', context));
  }
  if (takeProfitTicks !== null && isTriggered(side, 'takeProfit', takeProfitTicks, mark)) {
    return withExit(
      state,
      triggered,
      closeByTrigger(state, deps, triggered, 'TAKE_PROFIT', context),
    );
  }
  return { rows: [watchedAnew(triggered)] };
}

/** Funding has moved what it takes to be liquidated: the position is watched where it is now. */
function watchedAnew({ row, params, moment }: Triggered): RowWrite {
  const watched = watchedMarks(params, stateOf(row), row, moment);
  return { table: perpPositionTable, row: { ...row, ...watched } };
}

/** A trigger of a proposal's first position is mirrored, and the call is over (contract 18.24). */
function withExit(
  state: State,
  { row, command }: Triggered,
  closed: ReturnType<typeof closeByTrigger>,
): Outcome {
  const { booked, now, ...outcome } = closed;
  const proposal = state.get(perpProposalTable, command.proposalId);
  if (proposal?.positionId !== row.id) return outcome;
  const held = abs(row.baseLots) as Lots;
  const exit = endOfCall(proposal, booked, { held, now, trigger: true });
  return {
    ...outcome,
    rows: [...(outcome.rows ?? []), ...exit.rows],
    leaderTrades: exit.leaderTrades,
  };
}
