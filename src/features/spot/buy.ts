import { type CommandKind, ref } from '../../engine/command.ts';
import { assert } from '../../errors/app-error.ts';
import type { Usdc } from '../../money/fixed.ts';
import { groupTable, memberGateTable, requireCanEnter, requireMember } from '../groups/index.ts';
import { requireFunds, scriptRows, type Trader } from '../orders/index.ts';
import { fillOfBuy, requireMinimum, requireOpen } from './checks.ts';
import { freshQuote, minimumOf, type SpotDeps } from './deps.ts';
import { orderRows, placeOrder } from './place.ts';
import type { ProposalIdentity } from './proposal-identity.ts';
import { spotProposalTable } from './tables.ts';

export interface Buy {
  readonly trader: Trader;
  readonly country: string | null;
  readonly proposal: ProposalIdentity;
  /** Whether the answer shows the proposal beside the trade. */
  readonly showsProposal?: boolean;
  /** Dollars that leave the wallet, fee in. */
  readonly amount: Usdc;
  readonly maxSlippageBps: number;
  readonly keyHash: string | null;
  /** `isScripted` of the moment of submission. */
  readonly scripted: boolean;
}

/**
 * Buys into an open proposal (contract 5; members). GEO_RESTRICTED, NOT_GROUP_MEMBER,
 * SUBSCRIPTION_REQUIRED, TRADING_HALTED, PROPOSAL_CLOSED, MARKET_NOT_ACTIVE, AMOUNT_BELOW_MINIMUM,
 * INSUFFICIENT_FUNDS, PRICE_UNAVAILABLE, NO_LIQUIDITY, and the venue's own.
 */
export const buy = (deps: SpotDeps): CommandKind<Buy> => ({
  name: 'spot.buy',
  needs: ({ trader: { userId }, proposal, scripted, showsProposal }) => ({
    users: [userId],
    // Held against closing until commit, so that a close sees every entry that came before it.
    share: [ref(spotProposalTable, proposal.id)],
    update: scriptRows(proposal.vertical, scripted),
    rows: [
      ...(showsProposal ? [ref(groupTable, proposal.groupId)] : []),
      ref(memberGateTable, proposal.groupId, userId),
      ...orderRows({ userId, assetId: proposal.asset.id, proposalId: proposal.id }),
    ],
  }),
  decide(state, command, context) {
    const { trader, proposal } = command;
    deps.requireRegion(proposal.vertical, 'open', command.country);
    const membership = state.get(memberGateTable, proposal.groupId, trader.userId);
    requireCanEnter(requireMember(membership));
    deps.requireTrading(proposal.vertical, 'open');
    const row = state.get(spotProposalTable, proposal.id);
    assert(row, 'a known proposal has its row');
    requireOpen(row);
    deps.requireMarket(proposal.vertical, context.now);
    requireMinimum(command.amount, minimumOf(deps, proposal.asset.mint));
    requireFunds(state, trader.userId, command.amount);
    const fill = fillOfBuy(freshQuote(deps, proposal.asset.mint, context.now), {
      spend: command.amount,
      decimals: proposal.asset.decimals,
      maxSlippageBps: command.maxSlippageBps,
      feeBps: deps.feeBps,
    });
    const order = {
      id: context.ids.next(),
      vertical: proposal.vertical,
      trader,
      side: 'BUY',
      origin: 'MANUAL',
      groupId: proposal.groupId,
      proposalId: proposal.id,
      asset: proposal.asset,
      spend: command.amount,
      reason: null,
      ...(command.showsProposal ? { shownCreator: proposal.creator } : {}),
    } as const;
    return placeOrder(state, deps, order, fill, context, command);
  },
});
