import { type CommandKind, type DecideContext, ref, type State } from '../../engine/command.ts';
import { AppError, assert } from '../../errors/app-error.ts';
import type { Usdc } from '../../money/fixed.ts';
import {
  groupTable,
  memberGateTable,
  requireActiveGroup,
  requireCanEnter,
  requireLeaderOrAdmin,
  requireMember,
} from '../groups/index.ts';
import { openingIntentLookup, requireFunds, scriptRows, type Trader } from '../orders/index.ts';
import { fillOfBuy, requireMinimum } from './checks.ts';
import { freshQuote, minimumOf, type SpotDeps } from './deps.ts';
import type { OrderAsset, SpotOrder } from './order.ts';
import { orderRows, placeOrder } from './place.ts';
import { openProposalLookup } from './tables.ts';

export interface CreateProposal {
  readonly trader: Trader;
  readonly country: string | null;
  readonly vertical: 'SPOT' | 'STOCK';
  readonly groupId: string;
  readonly asset: OrderAsset;
  /** Dollars that leave the wallet, fee in. */
  readonly amount: Usdc;
  readonly reason: string | null;
  readonly maxSlippageBps: number;
  readonly keyHash: string | null;
  /** `isScripted` of the moment of submission. */
  readonly scripted: boolean;
}

/**
 * Opens a proposal in a group with its opening buy (contract 5; leader or admin). GEO_RESTRICTED,
 * NOT_GROUP_MEMBER, LEADER_REQUIRED, SUBSCRIPTION_REQUIRED, TRADING_HALTED, MARKET_NOT_ACTIVE,
 * AMOUNT_BELOW_MINIMUM, DUPLICATE_PROPOSAL, INSUFFICIENT_FUNDS, PRICE_UNAVAILABLE, NO_LIQUIDITY, and
 * the venue's own.
 */
export const createProposal = (deps: SpotDeps): CommandKind<CreateProposal> => ({
  name: 'spot.createProposal',
  needs: ({ trader: { userId }, groupId, asset, vertical, scripted }) => ({
    users: [userId],
    // The group row is locked so that two leaders cannot open the same token at once.
    update: [ref(groupTable, groupId), ...scriptRows(vertical, scripted)],
    rows: [
      ref(memberGateTable, groupId, userId),
      ...orderRows({ userId, assetId: asset.id, proposalId: null }),
      ref(openProposalLookup, groupId, asset.id),
      ref(openingIntentLookup, groupId, asset.id),
    ],
  }),
  decide(state, command, context) {
    const { trader, groupId, asset, vertical } = command;
    deps.requireRegion(vertical, 'open', command.country);
    const membership = requireMember(state.get(memberGateTable, groupId, trader.userId));
    requireLeaderOrAdmin(membership);
    requireCanEnter(membership);
    const group = state.get(groupTable, groupId);
    assert(group, 'a membership has its group');
    requireActiveGroup(group);
    deps.requireTrading(vertical, 'open');
    deps.requireMarket(vertical, context.now);
    requireMinimum(command.amount, minimumOf(deps, asset.mint));
    requireNoDuplicate(state, groupId, asset.id);
    requireFunds(state, trader.userId, command.amount);
    const order = openingOrder(command, context);
    const fill = fillOfBuy(freshQuote(deps, asset.mint, context.now), {
      spend: command.amount,
      decimals: asset.decimals,
      maxSlippageBps: command.maxSlippageBps,
      feeBps: deps.feeBps,
    });
    return placeOrder(state, deps, order, fill, context, command);
  },
});

/** One open proposal per token and group, counting an opening still in flight (contract 18.3). */
function requireNoDuplicate(state: State, groupId: string, assetId: number): void {
  const open = state.find(openProposalLookup, groupId, assetId)?.proposalId;
  const opening = state.find(openingIntentLookup, groupId, assetId)?.intentId;
  if (open === undefined && opening === undefined) return;
  const details = open === undefined ? { actionJobId: opening ?? '' } : { proposalId: open };
  throw new AppError('DUPLICATE_PROPOSAL', { details });
}

const openingOrder = (command: CreateProposal, context: DecideContext): SpotOrder => ({
  id: context.ids.next(),
  vertical: command.vertical,
  trader: command.trader,
  side: 'BUY',
  origin: 'OPEN',
  groupId: command.groupId,
  proposalId: context.ids.next(),
  asset: command.asset,
  spend: command.amount,
  reason: command.reason,
});
