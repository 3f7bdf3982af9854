import type { Outcome } from '../../engine/command.ts';
import type { Price, Usdc } from '../../money/fixed.ts';
import type { Trader } from './trader.ts';

/** A claimed follow row in the terms of any vertical. */
export interface FollowOrder {
  readonly trader: Trader;
  readonly proposalId: string;
  readonly side: string;
  /** The fixed size of an entry, fee in. */
  readonly amount: Usdc;
  readonly leaderPrice: Price;
  /** An exit sells sold / held of what follows bought and still hold. */
  readonly sold: bigint | null;
  readonly held: bigint | null;
}

/** Checks of following itself, called by a vertical at their place in the order of precedence. */
export interface FollowGate {
  /** DAILY_LIMIT. */
  requireBudget(): void;
  /** EXPIRED; comes last. */
  requireTime(): void;
}

/** What became of an order that a vertical placed for a follow. */
export interface PlacedFollow {
  readonly outcome: Outcome;
  readonly tradeId: string;
  readonly pending: boolean;
}
