import { dollars } from '../../money/text.ts';

/** Smallest collateral of a position and of what is added to one (contract 2). */
export const MINIMUM_COLLATERAL = dollars('5');
/** How far a fill may be from the top of the book, unless the order says otherwise (contract 18.22). */
export const PERP_SLIPPAGE_BPS = 200;
/** How much worse than the leader's fill a follower's may be (contract 9). */
export const FOLLOW_GUARD_BPS = 200n;
/** Isolated subaccounts of a user, one per open or unclaimed position (contract 8). */
export const MAX_SUBACCOUNTS = 100;
/** Business time after which the service claims a take-profit for its owner (contract 18.21). */
export const CLAIM_AFTER_MS = 7 * 86_400_000;
