import { expect, test } from 'vitest';
import { eventually } from '../../test/helpers/eventually.ts';
import { refresher } from './refresher.ts';

test('reads run one at a time, and a call sees what was there when it was made', async () => {
  let stored = 1;
  let seen = 0;
  const release: (() => void)[] = [];
  const refresh = refresher(async () => {
    const read = stored;
    await new Promise<void>((resolve) => release.push(resolve));
    seen = read;
  });
  const first = refresh();
  stored = 2;
  const [second, third] = [refresh(), refresh()];
  expect(release.length).toBe(1);
  release[0]?.();
  await first;
  expect(seen).toBe(1);
  await eventually('the next read has begun', () => release.length === 2);
  release[1]?.();
  await Promise.all([second, third]);
  expect([seen, release.length]).toEqual([2, 2]);
});

test('a read that fails does not hold up the next', async () => {
  let reads = 0;
  const refresh = refresher(async () => {
    reads += 1;
    if (reads === 1) throw new Error('lost');
  });
  const first = refresh();
  const second = refresh();
  await expect(first).rejects.toThrow('lost');
  await second;
  expect(reads).toBe(2);
});
