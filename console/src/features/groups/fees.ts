import { signOf } from '../../money/decimal.ts';
import { formatUsd } from '../../money/format.ts';

export interface Fees {
  readonly joiningFee: string;
  readonly subscriptionFee: string;
  readonly subscriptionPeriod: 'MONTHLY' | 'WEEKLY';
}

export const hasFees = ({ joiningFee, subscriptionFee }: Fees): boolean =>
  signOf(joiningFee) > 0 || signOf(subscriptionFee) > 0;

/** What a membership costs, in words. */
export function feeWords({ joiningFee, subscriptionFee, subscriptionPeriod }: Fees): string {
  const every = subscriptionPeriod === 'MONTHLY' ? 'a month' : 'a week';
  const parts = [
    signOf(joiningFee) > 0 ? `${formatUsd(joiningFee)} to join` : '',
    signOf(subscriptionFee) > 0 ? `${formatUsd(subscriptionFee)} ${every}` : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? 'Free' : parts.join(', then ');
}

/** What leaves the wallet at the moment of joining is the joining fee and the first period. */
export const acceptedFees = ({ joiningFee, subscriptionFee, subscriptionPeriod }: Fees): Fees => ({
  joiningFee,
  subscriptionFee,
  subscriptionPeriod,
});
