/** How far a fill may walk from the top of the book: 5 points of price (contract 18.22). */
export const PREDICTION_SLIPPAGE_BPS = 500;
/** How much worse than the leader's fill a follower's may be, in points of price (contract 9). */
export const FOLLOW_GUARD_POINTS = 5n;
/** Lots of one position; buys beyond it add to the newest lot. */
export const MAX_LOTS = 500;
