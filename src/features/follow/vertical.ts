import type { DecideContext, Needs, Outcome, State } from '../../engine/command.ts';
import type { Price, Usdc } from '../../money/fixed.ts';

/** Who follows, as trades and proposals show a user. */
export interface Follower {
  readonly userId: string;
  readonly idpId: string;
  readonly username: string;
  readonly walletAddress: string;
}

/** A claimed follow row in the terms of any vertical. */
export interface FollowOrder {
  readonly trader: Follower;
  readonly proposalId: string;
  readonly side: string;
  readonly amount: Usdc;
  readonly leaderPrice: Price;
  readonly sold: bigint | null;
  readonly held: bigint | null;
}

/** Checks of following itself, called by the vertical at their place in the order of precedence. */
export interface FollowGate {
  requireBudget(): void;
  requireTime(): void;
}

export interface PlacedFollow {
  readonly outcome: Outcome;
  readonly tradeId: string;
  readonly pending: boolean;
}

/**
 * What a vertical does for following. `decide` places the order like one by hand and refuses with
 * a Skip or an AppError; `trades` presents the trades of results.
 */
export interface FollowVertical<Prepared = unknown> {
  prepare(order: FollowOrder): Promise<Prepared>;
  needs(prepared: Prepared): Needs;
  decide(state: State, prepared: Prepared, context: DecideContext, gate: FollowGate): PlacedFollow;
  trades(ids: readonly string[]): Promise<ReadonlyMap<string, object>>;
}

export type FollowVerticals = Readonly<Record<string, FollowVertical>>;
