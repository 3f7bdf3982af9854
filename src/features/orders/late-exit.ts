import type { LeaderTrade, Outcome } from '../../engine/command.ts';

/** The trade that closed a proposal, as its row tells of it; nulls while there is none. */
export interface ClosingTrade
  extends Pick<LeaderTrade, 'leaderId' | 'groupId' | 'proposalId' | 'vertical' | 'side'> {
  readonly id: string | null;
  readonly price: LeaderTrade['price'] | null;
}

/**
 * The fill of a follow. One that came only after its leader's exit missed the mirrored one (contract
 * 9): the closing trade is told again, for this follower alone and for all that the follow has bought.
 * While the proposal has no closing trade the fill stays as it is.
 */
export function withLateExit(
  filled: Outcome,
  followerId: string,
  { id, price, ...closing }: ClosingTrade,
): Outcome {
  if (id === null || price === null) return filled;
  const exit: LeaderTrade = {
    ...closing,
    id,
    price,
    sold: 1n,
    held: 1n,
    onlyFollowerId: followerId,
  };
  return { ...filled, leaderTrades: [...(filled.leaderTrades ?? []), exit] };
}
