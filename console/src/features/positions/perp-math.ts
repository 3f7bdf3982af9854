import {
  addDecimals,
  divideDecimals,
  multiplyDecimals,
  subtractDecimals,
} from '../../money/decimal.ts';

/** Digits that are kept of what is computed for the eye. */
const SCALE = 9;

/** A part in whole percent as the fraction that the service takes: 25 is `0.25`, 100 is `1`. */
export const fractionOf = (percent: number): string =>
  divideDecimals(String(Math.round(percent)), '100', 2);

export interface TriggerInput {
  readonly side: 'LONG' | 'SHORT';
  readonly entryUsd: string;
  readonly collateralUsd: string;
  readonly sizeUnits: string;
}

/**
 * About where an exit would trigger (contract 18.8): the entry moved by percent points of the
 * collateral over the size. The service rounds it to the market's tick.
 */
export function triggerPrice(input: TriggerInput, kind: 'stop' | 'profit', pct: string): string {
  const { side, entryUsd, collateralUsd, sizeUnits } = input;
  const gainUsd = divideDecimals(multiplyDecimals(pct, collateralUsd), '100', SCALE);
  const move = divideDecimals(gainUsd, sizeUnits, SCALE);
  const up = (side === 'LONG') === (kind === 'profit');
  return up ? addDecimals(entryUsd, move) : subtractDecimals(entryUsd, move);
}
