import type { Idempotency } from '../../src/engine/command.ts';
import { executeFollow } from '../../src/features/follow/execute.ts';
import type { ClaimedFollow } from '../../src/features/follow/follow.sql.ts';
import {
  type FollowOrder,
  isScripted,
  type SaleSize,
  type Trader,
} from '../../src/features/orders/index.ts';
import { claim } from '../../src/features/predictions/claim.ts';
import { closeProposal } from '../../src/features/predictions/close-proposal.ts';
import { createProposal } from '../../src/features/predictions/create-proposal.ts';
import { predictionFollows } from '../../src/features/predictions/follow.ts';
import { predict } from '../../src/features/predictions/predict.ts';
import {
  type EndedProposalRow,
  endedProposalsStatement,
  marketOverridesStatement,
  untoldHoldersStatement,
  untoldProposalsStatement,
} from '../../src/features/predictions/predictions.sql.ts';
import { resolveMarkets } from '../../src/features/predictions/resolve-market.ts';
import {
  endProposal,
  finishTelling,
  tellHolder,
} from '../../src/features/predictions/resolve-proposal.ts';
import { sell } from '../../src/features/predictions/sell.ts';
import { settlePredictionOrder } from '../../src/features/predictions/settle.ts';
import { settleSpotOrder } from '../../src/features/spot/settle.ts';
import type { MarketOverride } from '../../src/market/predictions/data.ts';
import type { MarketResult } from '../../src/market/predictions/prediction-market.ts';
import { usdc } from '../../src/money/fixed.ts';
import { dollars, priceOf } from '../../src/money/text.ts';
import { NO_ID } from '../../src/platform/ids.ts';
import type { MarketName } from './prediction-trading.ts';
import { claim as claimFollows, make as makeSpotFollow } from './spot-orders.ts';
import type { Trading } from './trading.ts';

/** More rows than any of these worlds has. */
const ALL = 10_000;

/** How far a fill may be from the top of the book; pinned prices never reach it. */
const usual = (on: Trading) =>
  ({
    country: null,
    maxSlippageBps: 500,
    keyHash: null,
    scripted: isScripted(on.predictions.deps, 'PREDICTION'),
  }) as const;

export interface Proposed {
  readonly market: MarketName;
  readonly isYes?: boolean;
  readonly amount: string;
  readonly idempotency?: Omit<Idempotency, 'userId'>;
}

/** Proposes a side of a market; the answer's status and data. */
export async function propose(on: Trading, trader: Trader, groupId: string, wanted: Proposed) {
  const { market, isYes, amount, idempotency } = wanted;
  const command = {
    ...usual(on),
    trader,
    groupId,
    outcome: await on.predictions.outcome(market, isYes),
    amount: dollars(amount),
    reason: null,
    keyHash: idempotency?.keyHash ?? null,
  };
  return on.run(createProposal(on.predictions.deps), command, trader.userId, idempotency);
}

/** The same; the id of the proposal, which exists while its opening is in flight, too. */
export async function call(on: Trading, trader: Trader, groupId: string, wanted: Proposed) {
  const { data } = await propose(on, trader, groupId, wanted);
  return data.proposal.id as string;
}

export async function predictInto(on: Trading, trader: Trader, id: string, amount: string) {
  const proposal = await on.predictions.proposal(id);
  const command = { ...usual(on), trader, proposal, amount: dollars(amount) };
  return on.run(predict(on.predictions.deps), command, trader.userId);
}

/** Sells for about so many dollars, or everything. */
export async function sellOf(on: Trading, trader: Trader, id: string, amount: string | 'max') {
  const proposal = await on.predictions.proposal(id);
  const size: SaleSize = amount === 'max' ? { max: true } : { max: false, amount: dollars(amount) };
  const command = { ...usual(on), trader, proposal, size };
  return on.run(sell(on.predictions.deps), command, trader.userId);
}

export async function closeCall(on: Trading, trader: Trader, id: string) {
  const proposal = await on.predictions.proposal(id);
  const command = { ...usual(on), trader, proposal };
  return on.run(closeProposal(on.predictions.deps), command, trader.userId);
}

export async function claimOf(
  on: Trading,
  trader: Trader,
  id: string,
  origin: 'CLAIM' | 'AUTO_CLAIM' = 'CLAIM',
) {
  const proposal = await on.predictions.proposal(id);
  return on.run(claim, { trader, proposal, origin }, trader.userId);
}

/** Resolves a market, or closes it, and moves proposals along as the watcher does. */
export async function endMarket(on: Trading, market: MarketName, result: MarketResult | null) {
  if (result !== null) {
    const resolutions = [{ marketId: market, result }];
    await on.run(resolveMarkets, { resolutions, mustBeNew: true }, NO_ID);
  }
  const closed: MarketOverride[] = result ? [] : [{ slug: market, status: 'closed', result: null }];
  await watchMarkets(on, closed);
}

/** One round of the watcher: proposals follow their markets, and holders are told. */
export async function watchMarkets(on: Trading, closed: readonly MarketOverride[] = []) {
  const resolved = await on.rows<MarketOverride>(marketOverridesStatement.text);
  on.predictions.data.loadOverrides([...resolved, ...closed]);
  const slugs = (among: readonly MarketOverride[]) => among.map(({ slug }) => slug);
  const ended = await on.rows<EndedProposalRow>(endedProposalsStatement.text, [
    slugs(resolved),
    slugs(closed),
    ALL,
  ]);
  for (const row of ended) await on.run(endProposal, row, row.creatorId);
  const untold = await on.rows<{ proposalId: string; creatorId: string }>(
    untoldProposalsStatement.text,
    [ALL],
  );
  for (const { proposalId, creatorId } of untold) {
    const holders = await on.rows<{ userId: string }>(untoldHoldersStatement.text, [
      proposalId,
      ALL,
    ]);
    for (const { userId } of holders) await on.run(tellHolder, { proposalId, userId }, userId);
    await on.run(finishTelling, { proposalId, creatorId }, NO_ID);
  }
}

interface OpenIntent {
  readonly id: string;
  readonly user_id: string;
  readonly vertical: string;
  readonly key_hash: string | null;
  readonly payload: string;
}

/** The orders in flight, of spot and of predictions or of one of them, oldest first. */
export const ordersInFlight = (on: Trading, only?: 'SPOT' | 'PREDICTION'): Promise<OpenIntent[]> =>
  on.rows<OpenIntent>(
    `select id, user_id, vertical, replace(key_hash::text, '-', '') as key_hash, payload
      from intent where status in ('SUBMITTED', 'UNKNOWN') and vertical = any($1) order by id`,
    [only ? [only] : ['SPOT', 'PREDICTION']],
  );

/** Settles an order in flight as its worker does. */
export async function settleOrder(on: Trading, order: OpenIntent): Promise<void> {
  const { id, user_id, vertical, key_hash, payload } = order;
  const command = { intentId: id, userId: user_id, keyHash: key_hash, payload };
  const kind = vertical === 'PREDICTION' ? settlePredictionOrder : settleSpotOrder(on.deps);
  await on.run(kind, command, user_id);
}

/** Settles the orders in flight one after another. */
export async function settleOrders(on: Trading, only?: 'SPOT' | 'PREDICTION'): Promise<void> {
  for (const order of await ordersInFlight(on, only)) await settleOrder(on, order);
}

/** Makes a claimed follow of predictions as a worker does. */
async function makePredictionFollow(on: Trading, claimed: ClaimedFollow): Promise<void> {
  const { followerId, leaderTradeId, groupId, fence } = claimed;
  const { idpId, username, walletAddress } = claimed;
  const vertical = predictionFollows(on.predictions.deps, on.predictions.proposals);
  const order: FollowOrder = {
    trader: { userId: followerId, idpId, username, walletAddress },
    proposalId: claimed.proposalId,
    side: claimed.side,
    amount: usdc(claimed.amount),
    leaderPrice: priceOf(claimed.leaderPrice),
    sold: claimed.sold,
    held: claimed.held,
  };
  const command = {
    leaderTradeId,
    followerId,
    groupId,
    fence,
    vertical: vertical as never,
    prepared: await vertical.prepare(order),
  };
  await on.run(executeFollow, command, followerId);
}

/** Claims and makes every follow that is due, of spot and of predictions. */
export async function makeDueFollows(on: Trading): Promise<void> {
  for (const claimed of await claimFollows(on)) {
    const make = claimed.vertical === 'PREDICTION' ? makePredictionFollow : makeSpotFollow;
    await make(on, claimed);
  }
}
