import type { State } from '../../engine/command.ts';
import type { Holdings } from './book.ts';
import type { SpotOrder } from './order.ts';
import { spotPositionTable, swapPositionTable } from './tables.ts';

/** The rows that an order's fill will change, as they are before it. */
export function holdingsOf(state: State, order: SpotOrder): Holdings {
  const { userId } = order.trader;
  if (order.origin === 'OPEN') return { position: undefined, swap: undefined };
  if (order.origin === 'SWAP') {
    return { position: undefined, swap: state.get(swapPositionTable, userId, order.asset.id) };
  }
  const position = state.get(spotPositionTable, userId, order.proposalId as string);
  return { position, swap: undefined };
}
