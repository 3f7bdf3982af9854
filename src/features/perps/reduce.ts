import { type CommandKind, ref } from '../../engine/command.ts';
import { AppError, assert } from '../../errors/app-error.ts';
import type { Ratio } from '../../money/fixed.ts';
import { lotsToReduce } from '../../venues/paper/perps/sizing.ts';
import { type Lots, ticks } from '../../venues/paper/perps/units.ts';
import { scriptRows, type Trader } from '../orders/index.ts';
import type { CheckedOrder } from './complete.ts';
import { type PerpDeps, tradable } from './deps.ts';
import { execute } from './execution.ts';
import type { PerpPositionIdentity } from './identity.ts';
import type { PerpOrigin } from './order.ts';
import { freeLots, onPosition, openRow } from './own-position.ts';
import { orderRows, placeOrder } from './place.ts';
import { stateOf } from './position-state.ts';
import {
  type PerpPositionRow,
  type PerpProposalRow,
  perpMarketTable,
  perpPositionTable,
  perpProposalTable,
} from './tables.ts';

export interface ReducePerp {
  readonly trader: Trader;
  readonly country: string | null;
  readonly position: PerpPositionIdentity;
  /** In (0, 1], 1e-18; 1 closes all lots. */
  readonly fraction: Ratio;
  readonly maxSlippageBps: number;
  readonly keyHash: string | null;
  /** `isScripted` of the moment of submission. */
  readonly scripted: boolean;
}

/**
 * Closes a part of an own position, or all of it (contract 8, 18.8); never gated by membership
 * (18.10). GEO_RESTRICTED where perpetuals are blocked, NO_POSITION, PROPOSAL_PENDING while all of
 * it is in flight, TRADING_HALTED, MARKET_NOT_ACTIVE, PRICE_UNAVAILABLE, REDUCE_TOO_SMALL,
 * NO_LIQUIDITY, and the venue's own.
 */
export const reduce = (deps: PerpDeps): CommandKind<ReducePerp> => ({
  name: 'perps.reduce',
  needs: ({ trader: { userId }, position, scripted }) => {
    const proposal = ref(perpProposalTable, position.proposalId);
    const script = scriptRows('PERP', scripted);
    // What is mirrored must see every follow that came before it, and no later one.
    return {
      users: [userId],
      update: position.isFirst ? [proposal, ...script] : script,
      rows: [
        ...(position.isFirst ? [] : [proposal]),
        ref(perpPositionTable, position.id),
        ...orderRows(userId, position.symbol),
      ],
    };
  },
  decide(state, command, context) {
    const { trader, position, fraction, maxSlippageBps } = command;
    deps.requireRegion('PERP', 'reduce', command.country);
    const row = openRow(state, position);
    const proposal = state.get(perpProposalTable, position.proposalId);
    const fundingIndex = state.get(perpMarketTable, position.symbol)?.fundingIndex;
    assert(proposal && fundingIndex !== undefined, 'a position has its proposal and market');
    deps.requireTrading('PERP', 'reduce');
    const size = requireFree(row, lotsToReduce(stateOf(row), fraction));
    const checked = reductionOf(deps, {
      id: context.ids.next(),
      trader,
      row,
      proposal,
      fundingIndex,
      size,
      origin: 'MANUAL',
      maxSlippageBps,
      now: context.now,
    });
    return placeOrder(state, checked, context, command);
  },
});

/** At most the lots that are free. PROPOSAL_PENDING when none are. */
export function requireFree(row: PerpPositionRow, wanted: Lots): Lots {
  const free = freeLots(row);
  if (free === 0n) {
    throw new AppError('PROPOSAL_PENDING', { message: 'A reduction of it is in flight.' });
  }
  return wanted > free ? free : wanted;
}

/** A reduction filled at the book. MARKET_NOT_ACTIVE, PRICE_UNAVAILABLE, NO_LIQUIDITY. */
export function reductionOf(
  deps: PerpDeps,
  of: {
    id: string;
    trader: Trader;
    row: PerpPositionRow;
    proposal: PerpProposalRow;
    fundingIndex: CheckedOrder['moment']['fundingIndex'];
    size: Lots;
    origin: PerpOrigin;
    maxSlippageBps: number;
    now: number;
  },
): CheckedOrder {
  const { id, trader, row, proposal, fundingIndex, size, origin, maxSlippageBps } = of;
  const market = tradable(deps, row.symbol, of.now);
  const isBuy = row.side === 'SHORT';
  const execution = execute(market, { isBuy, lots: size, maxSlippageBps });
  return {
    order: { ...onPosition(id, trader, row, { action: 'REDUCE', origin }), ...execution },
    params: market.params,
    moment: { markTicks: ticks(market.quote.markTicks), fundingIndex },
    position: row,
    proposal,
  };
}
