import {
  type CommandKind,
  type DecideContext,
  type Outcome,
  ref,
  type State,
} from '../../engine/command.ts';
import { overlay } from '../../engine/overlay.ts';
import { assert } from '../../errors/app-error.ts';
import { min, mulDivDown, usdc } from '../../money/fixed.ts';
import { abs, lots, ticks } from '../../venues/paper/perps/units.ts';
import {
  type ClosingTrade,
  failedOutcome,
  intentRows,
  intentTable,
  isOpen,
  type SettleIntent,
  settledOutcome,
  withLateExit,
} from '../orders/index.ts';
import { type CheckedOrder, completeOrder } from './complete.ts';
import { completeClose } from './complete-close.ts';
import type { PerpDeps } from './deps.ts';
import { lateTrigger } from './late-trigger.ts';
import { decodePending, type PerpOrder } from './order.ts';
import { paramsOf } from './params.ts';
import { lockLots, orderRows } from './place.ts';
import { freeSubaccount } from './subaccounts.ts';
import {
  type PerpPositionRow,
  type PerpProposalRow,
  perpMarketTable,
  perpPositionTable,
  perpProposalTable,
  perpTriggerTable,
} from './tables.ts';

/**
 * Settles a perpetual order whose outcome the venue knows now: books the fill of submission as if
 * it had just happened, or gives back what was held. A reduction of a position that has been
 * liquidated meanwhile has nothing left to close and fails. Does nothing when another process was
 * faster.
 */
export const settlePerpOrder = (deps: PerpDeps): CommandKind<SettleIntent> => ({
  name: 'perps.settle',
  needs(command) {
    const { order, rest } = decodePending(command.payload);
    const { userId } = order.trader;
    const changed = order.action === 'OPEN' ? [] : [order, ...rest];
    return {
      users: [userId],
      update: order.origin === 'OPEN' ? [] : [ref(perpProposalTable, order.proposalId)],
      rows: [
        ref(intentTable, command.intentId),
        ...intentRows(command),
        ...orderRows(userId, order.symbol),
        ref(perpTriggerTable, order.positionId),
        ...changed.map(({ positionId }) => ref(perpPositionTable, positionId)),
      ],
    };
  },
  decide(state, command, context) {
    const intent = state.get(intentTable, command.intentId);
    if (!intent || !isOpen(intent)) return {};
    const { order, rest, outcome } = decodePending(command.payload);
    const orders = [order, ...rest];
    const unlocked = orders.flatMap((each) => lockLots(each, positionOf(state, each), -each.lots));
    const released = overlay(state, unlocked);
    const filling = orders.filter((each) => outcome === 'FILLED' && isStanding(released, each));
    const [first, ...others] = filling;
    if (!first) {
      const freed =
        order.action === 'OPEN'
          ? [freeSubaccount(state, order.trader.userId, order.subaccount)]
          : [];
      return failedOutcome(state, intent, [...unlocked, ...freed], context);
    }
    // The trade of an intent has its id, whichever of its orders is the first that fills.
    const checked = checkedNow(deps, released, { ...first, id: intent.id }, context.now);
    return settledOutcome(
      state,
      intent,
      order.origin === 'CLOSE'
        ? completeClose(
            released,
            proposalOf(released, order),
            [checked, ...others.map((each) => checkedNow(deps, released, each, context.now))],
            context,
          )
        : completedLate(deps, released, checked, context),
      context,
    );
  },
});

const positionOf = (
  state: State,
  { action, positionId }: PerpOrder,
): PerpPositionRow | undefined =>
  action === 'OPEN' ? undefined : state.get(perpPositionTable, positionId);

function proposalOf(state: State, { proposalId }: PerpOrder): PerpProposalRow {
  const proposal = state.get(perpProposalTable, proposalId);
  assert(proposal, 'a position has its proposal');
  return proposal;
}

/** Whether there is something that an order can fill on. */
const isStanding = (state: State, order: PerpOrder): boolean =>
  order.action === 'OPEN' || positionOf(state, order)?.status === 'OPEN';

/** A reduction closes at most what is left, at the same price a lot. */
function fitting(order: PerpOrder, position: PerpPositionRow | undefined): PerpOrder {
  if (order.action !== 'REDUCE' || !position) return order;
  const size = lots(min(order.lots, abs(position.baseLots)));
  if (size === order.lots) return order;
  const part = (amount: bigint) => usdc(mulDivDown(amount, size, order.lots));
  return { ...order, lots: size, quote: part(order.quote), fee: part(order.fee) };
}

function checkedNow(
  { data }: PerpDeps,
  state: State,
  order: PerpOrder,
  nowMs: number,
): CheckedOrder {
  const facts = data.market(order.symbol);
  const fundingIndex = state.get(perpMarketTable, order.symbol)?.fundingIndex;
  assert(facts && fundingIndex !== undefined, 'a market that was traded is known');
  const mark = data.quote(order.symbol, nowMs)?.markTicks;
  assert(mark !== undefined, 'a market that was traded has a mark');
  const position = positionOf(state, order);
  return {
    order: fitting(order, position),
    position,
    params: paramsOf(facts),
    moment: { markTicks: ticks(mark), fundingIndex },
    proposal: order.origin === 'OPEN' ? undefined : proposalOf(state, order),
  };
}

/** A fill of a while ago is judged at the mark of now. */
function completedLate(
  deps: PerpDeps,
  state: State,
  checked: CheckedOrder,
  context: DecideContext,
): Outcome {
  const { booked, ...filled } = completeOrder(state, checked, context);
  const met = lateTrigger(deps, state, booked.row, context.now);
  const outcome = { ...filled, rows: [...(filled.rows ?? []), ...met] };
  const { order, proposal } = checked;
  if (order.origin !== 'FOLLOW' || !proposal) return outcome;
  return withLateExit(outcome, order.trader.userId, closingTrade(proposal));
}

/** The exit with which the position that was followed has ended by now. */
const closingTrade = (proposal: PerpProposalRow): ClosingTrade => ({
  id: proposal.closeTradeId,
  leaderId: proposal.creatorId,
  groupId: proposal.groupId,
  proposalId: proposal.id,
  vertical: 'PERP',
  side: 'CLOSE',
  price: proposal.closePrice,
});
