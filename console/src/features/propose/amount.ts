import { compareDecimals } from '../../money/decimal.ts';

const MONEY = /^(0|[1-9]\d*)(\.\d{1,6})?$/;

/** What is typed as an amount, as the wire wants it: no `$`, no commas, no point at the end. */
export const cleanAmount = (typed: string): string =>
  typed
    .replace(/[$,\s]/g, '')
    .replace(/^0+(?=\d)/, '')
    .replace(/^\./, '0.')
    .replace(/\.$/, '');

/** Whether an amount can be sent: dollars above zero with at most six decimals. */
export const isAmount = (text: string): boolean =>
  MONEY.test(text) && compareDecimals(text, '0') > 0;

/** What is wrong with an amount that was typed; null while nothing is typed or nothing is wrong. */
export function amountProblem(text: string, cashUsd: string | undefined): string | null {
  if (text === '') return null;
  if (!isAmount(text)) return 'Enter dollars above zero, with at most six decimals.';
  if (cashUsd !== undefined && compareDecimals(text, cashUsd) > 0) {
    return 'This is more than the cash in your wallet.';
  }
  return null;
}
