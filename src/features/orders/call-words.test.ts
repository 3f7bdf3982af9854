import { expect, test } from 'vitest';
import { usdc } from '../../money/fixed.ts';
import { gainWords } from './call-words.ts';

test('a gain is said with its exact amount', () => {
  expect([3_250_000n, -1n, 0n].map((units) => gainWords(usdc(units)))).toEqual([
    'with a profit of $3.25',
    'with a loss of $0.000001',
    'without profit or loss',
  ]);
});
