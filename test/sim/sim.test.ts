import { expect, inject, test } from 'vitest';
import { printViolation } from './report.ts';
import { runSeed } from './run-seed.ts';

const server = inject('testServer');
const STEPS = 40;

test('a seed replays exactly, and another one is another world', async () => {
  const first = await runSeed(server, { seed: 11, steps: STEPS });
  const again = await runSeed(server, { seed: 11, steps: STEPS });
  const other = await runSeed(server, { seed: 12, steps: STEPS });
  expect([first.violation, other.violation]).toEqual([null, null]);
  expect(first.digest).toMatch(/^[0-9a-f]{32}-[0-9a-f]{32}$/);
  expect(again.digest).toBe(first.digest);
  expect(again.tally.byAnswerCode).toEqual(first.tally.byAnswerCode);
  expect(other.digest).not.toBe(first.digest);
}, 120_000);

test.each([
  { defect: 'wallet', found: /^I2 / },
  { defect: 'follower', found: /^follow rows of leader trade .*: missing user_/ },
  { defect: 'answer', found: /^\/|answers are stored/ },
])(
  'a defect is found and its seed told: $defect',
  async ({ defect, found }) => {
    const result = await runSeed(server, { seed: 3, steps: STEPS, defect });
    expect(result.violation?.broken[0]).toMatch(found);
    expect(printViolation(result, STEPS)).toContain('npm run sim -- --seed 3 --steps 40');
  },
  120_000,
);
