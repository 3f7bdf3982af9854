import { expect, test } from 'vitest';
import { AppError } from '../../errors/app-error.ts';
import { dollars } from '../../money/text.ts';
import {
  type AutoBuyBody,
  acceptedFeesOf,
  autoBuyOf,
  type NewGroupBody,
  newGroupOf,
} from './inputs.ts';

const problemsOf = (work: () => unknown): readonly string[] | undefined => {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError && error.code === 'VALIDATION_FAILED') return error.problems;
    throw error;
  }
  return undefined;
};

test('a new group takes its defaults', () => {
  expect(newGroupOf({ name: 'Geese' })).toEqual({
    name: 'Geese',
    description: '',
    image: '',
    header: '',
    joiningFee: 0n,
    subscriptionFee: 0n,
    subscriptionPeriod: 'MONTHLY',
    accessType: 'PRIVATE',
    defaultMemberType: 'MEMBER',
  });
});

test('limits count characters, not code units, and are inclusive', () => {
  const group = newGroupOf({ name: '🪿'.repeat(60), description: 'é'.repeat(500) });
  expect([...group.name].length).toBe(60);
});

test.each<[Partial<NewGroupBody>, string]>([
  [{ name: '' }, 'name must not be blank'],
  [{ name: ' \n' }, 'name must not be blank'],
  [{ name: 'a'.repeat(61) }, 'name must be at most 60 characters'],
  [{ name: 'a\0b' }, 'name must not hold a zero character'],
  [{ description: 'a'.repeat(501) }, 'description must be at most 500 characters'],
  [{ image: 'http://example.org/a.png' }, 'image must be an https URL'],
  [{ header: 'javascript:alert(1)' }, 'header must be an https URL'],
  [
    { joiningFee: '1.5' },
    'joiningFee must be whole dollars from 0 to 1000000, as a decimal string',
  ],
  [{ joiningFee: '-1' }, 'joiningFee must be whole dollars from 0 to 1000000, as a decimal string'],
  [
    { subscriptionFee: '1000001' },
    'subscriptionFee must be whole dollars from 0 to 1000000, as a decimal string',
  ],
])('%j is refused', (part, problem) => {
  expect(problemsOf(() => newGroupOf({ name: 'Geese', ...part }))).toEqual([problem]);
});

test('whole dollars may be typed with zeros after the point', () => {
  expect(newGroupOf({ name: 'Geese', joiningFee: '25.00' }).joiningFee).toBe(25_000_000n);
});

test('accepted fees are read as amounts', () => {
  expect(acceptedFeesOf(undefined)).toBeNull();
  const period = 'WEEKLY' as const;
  const body = { joiningFee: '5.00', subscriptionFee: '0', subscriptionPeriod: period };
  expect(acceptedFeesOf(body)).toEqual({
    joiningFee: dollars('5'),
    subscriptionFee: dollars('0'),
    subscriptionPeriod: 'WEEKLY',
  });
});

test('switching on sets what is absent to its default', () => {
  expect(autoBuyOf({ enabled: true, amountUsd: '0.000001' })).toEqual({
    enabled: true,
    amount: 1n,
    settings: { mirrorExits: false, verticals: '', maxLeverage: null, dailyLimit: null },
  });
});

test('verticals are kept once each and in order; all of them are the empty text', () => {
  const of = (body: Partial<AutoBuyBody>) =>
    autoBuyOf({ enabled: true, amountUsd: '5', ...body }).settings.verticals;
  expect(of({ verticals: ['PERP', 'SPOT', 'PERP'] })).toBe('SPOT,PERP');
  expect(of({ verticals: ['PERP', 'STOCK', 'SPOT', 'PREDICTION'] })).toBe('');
});

test('switching off keeps what is not sent', () => {
  expect(autoBuyOf({ enabled: false })).toEqual({ enabled: false, amount: null, settings: {} });
  expect(autoBuyOf({ enabled: false, amountUsd: '7', dailyLimitUsd: null })).toEqual({
    enabled: false,
    amount: 7_000_000n,
    settings: { dailyLimit: null },
  });
});

test.each<[Partial<AutoBuyBody>, string]>([
  [{}, 'amountUsd is required when enabled is true'],
  [{ amountUsd: null }, 'amountUsd is required when enabled is true'],
  [{ amountUsd: '0' }, 'amountUsd must be above 0'],
  [
    { amountUsd: '5', verticals: [] },
    'verticals must name at least one of SPOT, STOCK, PREDICTION, PERP',
  ],
  [
    { amountUsd: '5', maxLeverage: '0.99' },
    'maxLeverage must be a plain decimal string of at least 1',
  ],
  [
    // One millionth above what a ledger row can hold: 2^63 - 1 = 9223372036854775807.
    { amountUsd: '9223372036854.775808' },
    'amountUsd must be a decimal string of at most 6 decimals from 0 to 9223372036854.775807',
  ],
])('auto-buy on with %j is refused', (part, problem) => {
  expect(problemsOf(() => autoBuyOf({ enabled: true, ...part }))).toEqual([problem]);
});
