import { dollars } from '../../money/text.ts';

/** Least amount of one withdrawal, 1e-6 dollars. */
export const MINIMUM_WITHDRAWAL = dollars('1');
/** Withdrawals of a user in 24 hours of business time; canceled and returned ones do not count. */
export const WITHDRAWALS_PER_DAY = 50;
/** The window of the daily limit, in milliseconds of business time. */
export const LIMIT_WINDOW_MS = 24 * 60 * 60 * 1000;
/** A sender that has not answered by then has an unknown outcome, in milliseconds of real time. */
export const SEND_TIMEOUT_MS = 4_000;
/** Who sends has so long to note what came of it; then another process asks the sender. */
export const SEND_LEASE_MS = 5_000;
