import type { DecideContext, Outcome, State } from '../../engine/command.ts';
import type { Usdc } from '../../money/fixed.ts';
import { closeLots } from '../../venues/paper/perps/close.ts';
import { feeOf } from '../../venues/paper/perps/fill.ts';
import { notionalAt } from '../../venues/paper/perps/market-params.ts';
import { closing } from '../../venues/paper/perps/position.ts';
import { abs, type Lots, lots } from '../../venues/paper/perps/units.ts';
import { type Booked, book } from './book.ts';
import type { PerpDeps } from './deps.ts';
import { bookQuote } from './execution.ts';
import { stateOf } from './position-state.ts';
import type { Triggered } from './trigger.ts';

/**
 * What the book gave for lots at the instant of a trigger, level by level whatever the price; null
 * where it cannot hold them. Under a pin it is the mark, also when the pin has gone since and the
 * book of that instant stood elsewhere.
 */
export function quoteAtTrigger(
  deps: Pick<PerpDeps, 'data'>,
  { command, params, moment }: Triggered,
  wanted: { isBuy: boolean; lots: Lots },
): Usdc | null {
  const atMark = notionalAt(params, wanted.lots, moment.markTicks);
  if (command.isPinned) return atMark;
  const quote = deps.data.quote(command.symbol, command.atMs);
  if (!quote || quote.pinned !== null || quote.markTicks !== moment.markTicks) return atMark;
  return bookQuote(params, quote, { ...wanted, bound: null });
}

/**
 * Closes a whole position whose trigger was crossed. A stop loss sells into the book; a take profit
 * is an order at its price and gets exactly that, under a pin the pin. The proceeds of a take
 * profit wait to be claimed (contract 8).
 */
export function closeByTrigger(
  state: State,
  deps: PerpDeps,
  triggered: Triggered,
  reason: 'STOP_LOSS' | 'TAKE_PROFIT',
  context: DecideContext,
): Outcome & { readonly booked: Booked } {
  const { row, params, moment, command, now } = triggered;
  const before = stateOf(row);
  const size = lots(abs(row.baseLots));
  const limit = reason === 'TAKE_PROFIT' && !command.isPinned ? row.takeProfitTicks : null;
  const quote =
    limit === null
      ? (quoteAtTrigger(deps, triggered, { isBuy: row.side === 'SHORT', lots: size }) ??
        notionalAt(params, size, moment.markTicks))
      : notionalAt(params, size, limit);
  const fill = { deltaLots: closing(before, size), quote };
  const fee = feeOf(quote, params.takerFeeMicro);
  const change = closeLots(before, fill, { fee, fundingIndex: moment.fundingIndex });
  const waits = reason === 'TAKE_PROFIT' && change.moved.collateralReturned > 0n;
  const booked = book(
    state,
    {
      id: context.ids.next(),
      row,
      change,
      action: 'CLOSE',
      origin: reason,
      lots: size,
      quote,
      end: { status: 'CLOSED', reason, waits },
    },
    { params, moment, now },
  );
  return {
    booked,
    transfers: [booked.transfer],
    rows: booked.rows,
    events: [booked.event],
  };
}
