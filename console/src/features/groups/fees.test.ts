import { expect, test } from 'vitest';
import { acceptedFees, feeWords, hasFees } from './fees.ts';

const free = { joiningFee: '0', subscriptionFee: '0', subscriptionPeriod: 'MONTHLY' } as const;

test('what a membership costs is said in words', () => {
  expect(feeWords(free)).toBe('Free');
  expect(feeWords({ ...free, joiningFee: '5' })).toBe('$5.00 to join');
  expect(feeWords({ joiningFee: '5', subscriptionFee: '2', subscriptionPeriod: 'WEEKLY' })).toBe(
    '$5.00 to join, then $2.00 a week',
  );
});

test('what is accepted holds the fees alone', () => {
  expect(hasFees(free)).toBe(false);
  expect(hasFees({ ...free, subscriptionFee: '1' })).toBe(true);
  const preview = { ...free, name: 'Geese', memberCount: 3 };
  expect(acceptedFees(preview)).toEqual(free);
});
