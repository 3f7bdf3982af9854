import { expect, test } from 'vitest';
import { trackedFiles } from '../helpers/sources.ts';

test('at every named point of the service a test kills it', () => {
  const files = trackedFiles();
  const textOf = (pattern: RegExp): string =>
    files
      .filter(({ path }) => pattern.test(path))
      .flatMap(({ lines }) => lines)
      .join('\n');
  const named = [...textOf(/^src\/.*(?<!\.test)\.ts$/).matchAll(/failpoint\??\.?\('([^']+)'\)/g)];
  const points = new Set(named.map(([, point]) => point ?? ''));
  expect(points.size).toBeGreaterThan(7);
  const tests = textOf(/^test\/faults\/kill-.*\.ts$/);
  expect([...points].filter((point) => !tests.includes(`'${point}`))).toEqual([]);
});
