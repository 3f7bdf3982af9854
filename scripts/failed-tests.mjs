// Prints the test files that failed, one a line: `node scripts/failed-tests.mjs REPORT`, a report of
// vitest's json reporter. Prints nothing when the run broke for another reason than a failed test.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

const { testResults } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
for (const { name, status } of testResults) {
  if (status === 'failed') console.log(relative(process.cwd(), name));
}
