import { type CommandKind, ref } from '../../engine/command.ts';
import { AppError, assert } from '../../errors/app-error.ts';
import type { Usdc } from '../../money/fixed.ts';
import { memberGateTable, requireCanEnter, requireMember } from '../groups/index.ts';
import { requireFunds, scriptRows, type Trader } from '../orders/index.ts';
import { executeOpening, openingOf, requireCollateral } from './create-proposal.ts';
import { type PerpDeps, tradable } from './deps.ts';
import type { PerpProposalIdentity } from './identity.ts';
import type { PerpOrder } from './order.ts';
import { orderRows, placeOrder } from './place.ts';
import { takeSubaccount } from './subaccounts.ts';
import { type PerpProposalRow, perpMarketTable, perpProposalTable } from './tables.ts';

export interface JoinPerp {
  readonly trader: Trader;
  readonly country: string | null;
  readonly proposal: PerpProposalIdentity;
  readonly collateral: Usdc;
  /** In hundredths. */
  readonly leverage: bigint;
  readonly maxSlippageBps: number;
  readonly keyHash: string | null;
  /** `isScripted` of the moment of submission. */
  readonly scripted: boolean;
}

/**
 * Opens a position of one's own under a proposal, on its side and with its triggers (contract 8,
 * 18.24; members). GEO_RESTRICTED, NOT_GROUP_MEMBER, SUBSCRIPTION_REQUIRED, TRADING_HALTED,
 * PROPOSAL_CLOSED, and what `createProposal` refuses a size with.
 */
export const join = (deps: PerpDeps): CommandKind<JoinPerp> => ({
  name: 'perps.join',
  needs: ({ trader: { userId }, proposal, scripted }) => ({
    users: [userId],
    // Held against closing until commit, so that a close sees every entry that came before it.
    share: [ref(perpProposalTable, proposal.id)],
    update: scriptRows('PERP', scripted),
    rows: [ref(memberGateTable, proposal.groupId, userId), ...orderRows(userId, proposal.symbol)],
  }),
  decide(state, command, context) {
    const { trader, proposal, collateral } = command;
    deps.requireRegion('PERP', 'open', command.country);
    const member = state.get(memberGateTable, proposal.groupId, trader.userId);
    requireCanEnter(requireMember(member));
    deps.requireTrading('PERP', 'open');
    const row = state.get(perpProposalTable, proposal.id);
    assert(row, 'a known proposal has its row');
    requireEntries(row);
    const market = tradable(deps, proposal.symbol, context.now);
    requireCollateral(collateral);
    requireFunds(state, trader.userId, collateral);
    const execution = executeOpening(deps, market, { ...command, side: proposal.side });
    const subaccount = takeSubaccount(state, trader.userId);
    const order: PerpOrder = {
      ...joining(command, context.ids, 'JOIN'),
      ...execution,
      subaccount: subaccount.index,
    };
    const fundingIndex = state.get(perpMarketTable, proposal.symbol)?.fundingIndex;
    const checked = openingOf(market, order, fundingIndex, row);
    return placeOrder(state, checked, context, command, [subaccount.write]);
  },
});

/** PROPOSAL_CLOSED once no entry is taken. */
export function requireEntries(row: PerpProposalRow): void {
  if (row.closedAt !== null) throw new AppError('PROPOSAL_CLOSED');
}

/** An order for a new position under a proposal, but for its size and subaccount. */
export function joining(
  entry: Pick<JoinPerp, 'trader' | 'proposal' | 'collateral' | 'leverage'>,
  ids: { next(): string },
  origin: 'JOIN' | 'FOLLOW',
) {
  const { trader, proposal, collateral, leverage } = entry;
  return {
    id: ids.next(),
    trader,
    action: 'OPEN',
    origin,
    groupId: proposal.groupId,
    proposalId: proposal.id,
    positionId: ids.next(),
    symbol: proposal.symbol,
    side: proposal.side,
    collateral,
    leverage,
    stopLossPct: proposal.stopLossPct,
    takeProfitPct: proposal.takeProfitPct,
    reason: null,
  } as const;
}
