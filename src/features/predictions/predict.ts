import { type CommandKind, ref } from '../../engine/command.ts';
import type { Usdc } from '../../money/fixed.ts';
import { fillPredictionBuy } from '../../venues/paper/predictions.ts';
import { memberGateTable, requireCanEnter, requireMember } from '../groups/index.ts';
import { requireFunds, scriptRows, type Trader } from '../orders/index.ts';
import { freshOutcome, type PredictionDeps, requireBuySize } from './deps.ts';
import { orderRows, placeOrder } from './place.ts';
import type { PredictionIdentity } from './proposal-identity.ts';
import { predictionPositionTable, predictionProposalTable } from './tables.ts';
import { requireEntries, requireVisible } from './visible.ts';

export interface Predict {
  readonly trader: Trader;
  readonly country: string | null;
  readonly proposal: PredictionIdentity;
  /** The most dollars that may leave the wallet, the venue's fee in. */
  readonly amount: Usdc;
  readonly maxSlippageBps: number;
  readonly keyHash: string | null;
  /** `isScripted` of the moment of submission. */
  readonly scripted: boolean;
}

/**
 * Buys into an active proposal (contract 7; members). GEO_RESTRICTED, NOT_GROUP_MEMBER,
 * SUBSCRIPTION_REQUIRED, NOT_FOUND, TRADING_HALTED, PROPOSAL_PENDING, PROPOSAL_CLOSED,
 * MARKET_NOT_ACTIVE, PRICE_UNAVAILABLE, AMOUNT_BELOW_MINIMUM, MIN_ORDER_SIZE, INSUFFICIENT_FUNDS,
 * NO_LIQUIDITY, and the venue's own.
 */
export const predict = (deps: PredictionDeps): CommandKind<Predict> => ({
  name: 'predictions.predict',
  needs: ({ trader: { userId }, proposal, scripted }) => ({
    users: [userId],
    // Held against closing until commit, so that a close sees every entry that came before it.
    share: [ref(predictionProposalTable, proposal.id)],
    update: scriptRows('PREDICTION', scripted),
    rows: [
      ref(memberGateTable, proposal.groupId, userId),
      ...orderRows({ userId, assetId: proposal.assetId, proposalId: proposal.id }),
    ],
  }),
  decide(state, command, context) {
    const { trader, proposal, amount, maxSlippageBps } = command;
    deps.requireRegion('PREDICTION', 'open', command.country);
    const membership = state.get(memberGateTable, proposal.groupId, trader.userId);
    requireCanEnter(requireMember(membership));
    const row = requireVisible(state.get(predictionProposalTable, proposal.id), trader.userId);
    deps.requireTrading('PREDICTION', 'open');
    requireEntries(row);
    const quote = freshOutcome(deps, proposal, context.now);
    requireBuySize(amount, quote);
    requireFunds(state, trader.userId, amount);
    const fill = fillPredictionBuy({ ...quote, spend: amount, maxSlippageBps });
    const order = {
      id: context.ids.next(),
      trader,
      side: 'BUY',
      origin: 'MANUAL',
      groupId: proposal.groupId,
      proposalId: proposal.id,
      assetId: proposal.assetId,
      spend: amount,
    } as const;
    const position = state.get(predictionPositionTable, trader.userId, proposal.id);
    return placeOrder(state, { order, fill, proposal: row, position }, context, command);
  },
});
