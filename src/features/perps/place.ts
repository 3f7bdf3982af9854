import {
  type DecideContext,
  type Outcome,
  type Ref,
  type RowWrite,
  ref,
  type State,
} from '../../engine/command.ts';
import { USDC_ASSET } from '../../ledger/accounts.ts';
import type { VenueBehaviour } from '../../venues/behaviour.ts';
import { lots } from '../../venues/paper/perps/units.ts';
import {
  encodePayload,
  reserveOrder,
  type Sending,
  scriptedOutcome,
  submitToVenue,
} from '../orders/index.ts';
import { type CheckedOrder, completeOrder } from './complete.ts';
import type { PerpOrder } from './order.ts';
import { pendingResult } from './result.ts';
import {
  type PerpPositionRow,
  perpAccountTable,
  perpMarketTable,
  perpPositionTable,
} from './tables.ts';

/** Rows that placing and completing an order read, beside wallet, proposal and position. */
export const orderRows = (userId: string, symbol: string): Ref[] => [
  ref(perpAccountTable, userId),
  ref(perpMarketTable, symbol),
];

/**
 * Sends an order whose checks have passed to the venue. A normal paper venue fills at once, inside
 * this decision; a scripted one refuses (VENUE_UNAVAILABLE, ORDER_REJECTED, NO_LIQUIDITY; the
 * script moves on) or answers later: then funds, lots and subaccount are held and an intent waits.
 * `taken` is the write that takes the subaccount of a new position.
 */
export function placeOrder(
  state: State,
  checked: CheckedOrder,
  context: DecideContext,
  sending: Sending,
  taken: readonly RowWrite[] = [],
): Outcome {
  const venue = { vertical: 'PERP', scripted: sending.scripted } as const;
  const turn = submitToVenue(state, venue, context);
  if (turn.kind === 'fills') {
    const { booked: _, ...outcome } = completeOrder(state, checked, context);
    return { ...outcome, rows: [...taken, ...(outcome.rows ?? [])] };
  }
  if (turn.kind === 'refuses') return { rows: [turn.script], refusal: turn.refusal };
  const held = hold(checked, turn.behaviour, context, sending);
  return {
    ...held,
    rows: [...taken, ...held.rows, turn.script],
    answer: { status: 202, data: pendingResult(checked.order) },
  };
}

/**
 * Holds what an order in flight needs: its collateral, or the lots that it closes; `rest` are the
 * reductions that fill or fail with it.
 */
export function hold(
  { order, position }: CheckedOrder,
  behaviour: VenueBehaviour,
  context: DecideContext,
  { keyHash }: Pick<Sending, 'keyHash'>,
  rest: readonly CheckedOrder[] = [],
) {
  const held = reserveOrder(
    {
      id: order.id,
      userId: order.trader.userId,
      vertical: 'PERP',
      kind: order.origin === 'MANUAL' ? order.action : order.origin,
      groupId: order.groupId,
      proposalId: order.origin === 'OPEN' ? null : order.proposalId,
      assetId: USDC_ASSET,
      reservedAsset: USDC_ASSET,
      reservedAmount: order.collateral,
      payload: encodePayload({
        order,
        rest: rest.map((each) => each.order),
        outcome: scriptedOutcome(behaviour),
      }),
      keyHash,
    },
    behaviour,
    context,
  );
  const locked = [{ order, position }, ...rest].flatMap((each) =>
    lockLots(each.order, each.position, each.order.lots),
  );
  return { ...held, rows: [...held.rows, ...locked] };
}

/** Marks what a pending reduction has committed; a negative number releases it. */
export function lockLots(
  order: PerpOrder,
  position: PerpPositionRow | undefined,
  size: bigint,
): RowWrite[] {
  if (order.action !== 'REDUCE' || position?.status !== 'OPEN') return [];
  const row = { ...position, lockedLots: lots(position.lockedLots + size) };
  return [{ table: perpPositionTable, row }];
}
