import { dollars } from '../../money/text.ts';

/** Smallest spot buy (contract 2, AMOUNT_BELOW_MINIMUM). */
export const MINIMUM_BUY = dollars('1');
/** How far an average fill may be from the top of the book (contract 18.22). */
export const DEFAULT_SLIPPAGE_BPS = 100;
