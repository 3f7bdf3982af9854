import { LaneConnection } from '../../src/engine/lane-connection.ts';
import { executeFollow } from '../../src/features/follow/execute.ts';
import {
  type ClaimedFollow,
  claimFollowsStatement,
  readClaim,
} from '../../src/features/follow/follow.sql.ts';
import { type FollowOrder, isScripted, type Trader } from '../../src/features/orders/index.ts';
import { buy } from '../../src/features/spot/buy.ts';
import { closeProposal } from '../../src/features/spot/close-proposal.ts';
import { createProposal } from '../../src/features/spot/create-proposal.ts';
import { spotFollows } from '../../src/features/spot/follow.ts';
import { sell } from '../../src/features/spot/sell.ts';
import { settleSpotOrder } from '../../src/features/spot/settle.ts';
import { swap } from '../../src/features/spot/swap.ts';
import { usdc } from '../../src/money/fixed.ts';
import { dollars, priceOf } from '../../src/money/text.ts';
import type { Trading } from './trading.ts';

/** Bound of a fill against the top of the book; pinned prices never reach it. */
export const usual = (on: Trading) =>
  ({
    country: null,
    maxSlippageBps: 100,
    keyHash: null,
    scripted: isScripted(on.deps, 'SPOT'),
  }) as const;

/** Opens a proposal; its id, or null while its opening is in flight. */
export async function open(
  on: Trading,
  trader: Trader,
  groupId: string,
  amount: string,
): Promise<string> {
  const command = {
    ...usual(on),
    trader,
    vertical: 'SPOT',
    groupId,
    asset: on.token,
    amount: dollars(amount),
    reason: null,
  } as const;
  const { data } = await on.run(createProposal(on.deps), command, trader.userId);
  return data.proposal?.id ?? null;
}

export async function buyInto(on: Trading, trader: Trader, proposalId: string, amount: string) {
  const proposal = await on.proposal(proposalId);
  const command = { ...usual(on), trader, proposal, amount: dollars(amount) };
  return on.run(buy(on.deps), command, trader.userId);
}

/** Sells for an amount of dollars, or everything. */
export async function sellFrom(
  on: Trading,
  trader: Trader,
  proposalId: string,
  amount: string | 'max',
) {
  const proposal = await on.proposal(proposalId);
  const size =
    amount === 'max' ? ({ max: true } as const) : { max: false as const, amount: dollars(amount) };
  return on.run(sell(on.deps), { ...usual(on), trader, proposal, size }, trader.userId);
}

export async function close(on: Trading, trader: Trader, proposalId: string) {
  const proposal = await on.proposal(proposalId);
  return on.run(closeProposal(on.deps), { ...usual(on), trader, proposal }, trader.userId);
}

export async function swapFor(on: Trading, trader: Trader, side: 'BUY' | 'SELL', amount: string) {
  const command = {
    ...usual(on),
    trader,
    vertical: 'SPOT',
    side,
    asset: on.token,
    amount: dollars(amount),
  } as const;
  return on.run(swap(on.deps), command, trader.userId);
}

interface OpenIntent {
  readonly id: string;
  readonly user_id: string;
  readonly key_hash: string | null;
  readonly payload: string;
}

/** Settles every order in flight, the oldest first. */
export async function settleAll(on: Trading): Promise<void> {
  const rows = await on.rows<OpenIntent>(
    `select id, user_id, replace(key_hash::text, '-', '') as key_hash, payload
      from intent where status in ('SUBMITTED', 'UNKNOWN') order by id`,
  );
  for (const { id, user_id, key_hash, payload } of rows) {
    const command = { intentId: id, userId: user_id, keyHash: key_hash, payload };
    await on.run(settleSpotOrder(on.deps), command, user_id);
  }
}

/** Claims follow rows as a worker does. */
export async function claim(on: Trading, leaseMs = 15_000): Promise<ClaimedFollow[]> {
  const lane = await LaneConnection.open(on.database.clientConfig());
  try {
    const values = [250, leaseMs];
    const [answer] = await lane.run([{ statement: claimFollowsStatement, values }]);
    return (answer?.rows ?? []).map(readClaim);
  } finally {
    await lane.close();
  }
}

/** Makes a claimed follow as a worker does. */
export async function make(on: Trading, claimed: ClaimedFollow): Promise<void> {
  const { followerId, leaderTradeId, groupId, fence } = claimed;
  const vertical = spotFollows(on.deps, on.proposals);
  const { idpId, username, walletAddress } = claimed;
  const order: FollowOrder = {
    trader: { userId: followerId, idpId, username, walletAddress },
    proposalId: claimed.proposalId,
    side: claimed.side,
    amount: usdc(claimed.amount),
    leaderPrice: priceOf(claimed.leaderPrice),
    sold: claimed.sold,
    held: claimed.held,
  };
  const prepared = await vertical.prepare(order);
  const command = {
    leaderTradeId,
    followerId,
    groupId,
    fence,
    vertical: vertical as never,
    prepared,
  };
  await on.run(executeFollow, command, followerId);
}

/** Claims and makes every follow that is due. */
export async function makeFollows(on: Trading): Promise<void> {
  for (const claimed of await claim(on)) await make(on, claimed);
}
