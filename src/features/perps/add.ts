import { type CommandKind, ref } from '../../engine/command.ts';
import { assert } from '../../errors/app-error.ts';
import type { Usdc } from '../../money/fixed.ts';
import { abs, type Lots, ticks } from '../../venues/paper/perps/units.ts';
import { membershipTable, requireCanEnter, requireMember } from '../groups/index.ts';
import { requireFunds, scriptRows, type Trader } from '../orders/index.ts';
import { changeOf } from './complete.ts';
import { executeOpening, requireCollateral, requireSound } from './create-proposal.ts';
import { type PerpDeps, tradable } from './deps.ts';
import type { PerpPositionIdentity } from './identity.ts';
import { requireEntries } from './join.ts';
import { noTrade, onPosition, openRow } from './own-position.ts';
import { orderRows, placeOrder } from './place.ts';
import { perpMarketTable, perpPositionTable, perpProposalTable } from './tables.ts';

export interface AddToPerp {
  readonly trader: Trader;
  readonly country: string | null;
  readonly position: PerpPositionIdentity;
  readonly collateral: Usdc;
  /** In hundredths; null: margin only, the size stays. */
  readonly leverage: bigint | null;
  readonly maxSlippageBps: number;
  readonly keyHash: string | null;
  /** `isScripted` of the moment of submission. */
  readonly scripted: boolean;
}

/**
 * Adds margin to an own position, and size with a leverage (contract 8). Margin alone protects what
 * is held, so who has left the group may add it; size is an entry: NOT_GROUP_MEMBER,
 * SUBSCRIPTION_REQUIRED, PROPOSAL_CLOSED. Both: GEO_RESTRICTED, NO_POSITION, TRADING_HALTED,
 * MARKET_NOT_ACTIVE, PRICE_UNAVAILABLE, AMOUNT_BELOW_MINIMUM, INSUFFICIENT_FUNDS,
 * LEVERAGE_OUT_OF_RANGE, NO_LIQUIDITY, ORDER_REJECTED, and the venue's own.
 */
export const addToPosition = (deps: PerpDeps): CommandKind<AddToPerp> => ({
  name: 'perps.add',
  needs: ({ trader: { userId }, position, scripted }) => ({
    users: [userId],
    share: [ref(perpProposalTable, position.proposalId)],
    update: scriptRows('PERP', scripted),
    rows: [
      ref(perpPositionTable, position.id),
      ref(membershipTable, position.groupId, userId),
      ...orderRows(userId, position.symbol),
    ],
  }),
  decide(state, command, context) {
    const { trader, position, collateral, leverage } = command;
    deps.requireRegion('PERP', 'open', command.country);
    const row = openRow(state, position);
    const proposal = state.get(perpProposalTable, position.proposalId);
    assert(proposal, 'a position has its proposal');
    if (leverage !== null) {
      const member = state.get(membershipTable, position.groupId, trader.userId);
      requireCanEnter(requireMember(member));
      requireEntries(proposal);
    }
    deps.requireTrading('PERP', 'open');
    const market = tradable(deps, position.symbol, context.now);
    requireCollateral(collateral);
    requireFunds(state, trader.userId, collateral);
    const { side } = position;
    const openLots = abs(row.baseLots) as Lots;
    const traded =
      leverage === null
        ? noTrade
        : executeOpening(deps, market, { ...command, side, leverage, openLots });
    const order = {
      ...onPosition(context.ids.next(), trader, row, {
        action: 'ADD',
        origin: 'MANUAL',
        collateral,
      }),
      ...traded,
    };
    const fundingIndex = state.get(perpMarketTable, position.symbol)?.fundingIndex;
    assert(fundingIndex !== undefined, 'a known market has its funding');
    const moment = { markTicks: ticks(market.quote.markTicks), fundingIndex };
    const checked = { order, params: market.params, moment, position: row, proposal };
    if (leverage !== null) requireSound(market.params, changeOf(checked).state, row, moment);
    return placeOrder(state, checked, context, command);
  },
});
