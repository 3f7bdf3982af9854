import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { coveredFaults, WHOLE_PATHS } from '../evidence/covered.ts';
import { pageOf } from '../evidence/page.ts';
import { type Part, readParts } from '../evidence/part.ts';

const ROOT = new URL('../../', import.meta.url);
const evidence = new URL('docs/operating/evidence/', ROOT);

test('the fault report is what its parts say; `npm run evidence -- --page` writes it anew', async () => {
  const page = await readFile(new URL('docs/operating/fault-report.md', ROOT), 'utf8');
  expect(page).toBe(pageOf(await readParts(evidence)));
});

test('every test that the report names is there', () => {
  const named = coveredFaults.flatMap(({ by }) => by).filter((one) => one.includes('/'));
  const missing = [...named, ...WHOLE_PATHS].filter((path) => !existsSync(new URL(path, ROOT)));
  expect(missing).toEqual([]);
});

test('a part that has failed stands in the report as failed, with its reason', () => {
  const failed = {
    ...{ part: 'sim', passed: false, problems: ['seed 7: two `answers`'], commit: 'abc' },
    ...{ date: '2026-11-21T00:30Z', machine: 'one', node: 'v20', command: 'npm run sim' },
    seconds: 12,
  } as unknown as Part;
  const page = pageOf([failed]);
  expect(page).toContain('| **FAILED** | abc | 2026-11-21 00:30 UTC | 12 s |');
  expect(page).toContain("- Simulator: `seed 7: two 'answers'`");
  expect(page).toContain('not run yet');
});
