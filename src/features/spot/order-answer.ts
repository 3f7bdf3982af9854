import type { Outcome, State } from '../../engine/command.ts';
import { assert } from '../../errors/app-error.ts';
import { formatUsdc } from '../../money/text.ts';
import { groupRef, groupTable } from '../groups/index.ts';
import type { Booked } from './book.ts';
import { proposalOf } from './closed-proposal.ts';
import type { SpotDeps } from './deps.ts';
import type { SpotOrder } from './order.ts';
import { type ProposalRefs, presentProposal, presentTrade, type WireTrade } from './present.ts';
import type { SpotProposalRow } from './tables.ts';

/** The trade of an order as answers and events show it. */
export const wireTrade = (order: SpotOrder, booked: Booked): WireTrade =>
  presentTrade(booked.trade, order.asset.decimals, order.trader.walletAddress);

/** A proposal that the trader of an order has made, with the trade of the order if it has one. */
export function wireProposal(
  state: State,
  deps: SpotDeps,
  order: Pick<SpotOrder, 'asset' | 'trader' | 'groupId'>,
  row: SpotProposalRow,
  trade: WireTrade | null,
) {
  return presentProposal(row, { ...refs(state, deps, order), trades: trade ? [trade] : [] });
}

/** `proposal` of the answer to a buy or sale, where it is to be shown. */
export function shownProposal(state: State, deps: SpotDeps, order: SpotOrder, trade: WireTrade) {
  if (order.shownCreator === undefined) return {};
  const named = { ...refs(state, deps, order), createdBy: order.shownCreator };
  return { proposal: presentProposal(proposalOf(state, order), { ...named, trades: [trade] }) };
}

function refs(
  state: State,
  deps: SpotDeps,
  { asset, trader, groupId }: Pick<SpotOrder, 'asset' | 'trader' | 'groupId'>,
): Omit<ProposalRefs, 'trades'> {
  const token = deps.market.token(asset.mint);
  const group = groupId === null ? undefined : state.get(groupTable, groupId);
  assert(token && group, 'an order has its token and group');
  const { idpId, username } = trader;
  return { token, group: groupRef(group), createdBy: { idpId, username } };
}

/** The answer to a personal swap: base units in and out (contract 5). */
export function swapAnswer({ trade, proceeds }: Booked): NonNullable<Outcome['answer']> {
  const bought = trade.side === 'BUY';
  return {
    status: 200,
    data: {
      success: true,
      signature: `paper_${trade.id}`,
      inputAmountRaw: (bought ? trade.gross : trade.quantity).toString(),
      outputAmountRaw: (bought ? trade.quantity : proceeds).toString(),
      svcFeeUsd: formatUsdc(trade.fee),
      pending: false,
      actionJobId: trade.id,
    },
  };
}
