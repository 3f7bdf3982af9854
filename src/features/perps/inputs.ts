import { Type } from 'typebox';
import { invalid } from '../../errors/app-error.ts';
import { pow10, RATIO_DECIMALS, type Ratio, ratio } from '../../money/fixed.ts';
import { parseFixed } from '../../money/text.ts';
import { decimalInput, nullable } from '../../platform/http/schema.ts';
import { parseLeverage } from '../../venues/paper/perps/sizing.ts';

const PERCENT = pow10(RATIO_DECIMALS);

/** Fields of a request that are no dollars; what they mean is checked by the functions below. */
export const leverageField = decimalInput('At least 1, at most two decimals.', undefined, '10');
export const fractionField = decimalInput('In (0, 1].', undefined, '0.5');
export const stopLossField = Type.Optional(
  nullable(decimalInput('Percent of collateral ROI, above 0, at most 100.', 'percent', '20')),
);
export const takeProfitField = Type.Optional(
  nullable(decimalInput('Percent of collateral ROI, above 0.', 'percent', '40')),
);

/** A leverage in hundredths. VALIDATION_FAILED unless it has at most two decimals. */
export function leverageOf(text: string): bigint {
  const leverage = parseLeverage(text);
  if (leverage === null) throw invalid('body.leverage must have at most 2 decimals');
  return leverage;
}

/** A fraction of a position. VALIDATION_FAILED outside of (0, 1] and beyond 18 decimals. */
export function fractionOf(text: string): Ratio {
  const fraction = parseFixed(text, RATIO_DECIMALS);
  if (fraction === null || fraction <= 0n || fraction > PERCENT) {
    throw invalid('body.reduceFraction must be above 0 and at most 1');
  }
  return ratio(fraction);
}

/** A trigger in percent points: undefined and null stay what they are. VALIDATION_FAILED. */
export function triggerOf<Absent extends null | undefined>(
  text: string | Absent,
  field: 'stopLossPct' | 'takeProfitPct',
): Ratio | Absent {
  if (text === undefined || text === null) return text as Absent;
  const pct = parseFixed(text as string, RATIO_DECIMALS);
  if (pct === null || pct <= 0n) throw invalid(`body.${field} must be above 0`);
  if (field === 'stopLossPct' && pct > 100n * PERCENT) {
    throw invalid('body.stopLossPct must be at most 100');
  }
  return ratio(pct);
}
