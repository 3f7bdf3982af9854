import { mkdir, writeFile } from 'node:fs/promises';
import { evidenceOptions } from './options.ts';
import { pageOf } from './page.ts';
import { readParts, writePart } from './part.ts';
import { runPart } from './run-part.ts';

const folder = new URL('../../../docs/operating/evidence/', import.meta.url);
const page = new URL('../fault-report.md', folder);
const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** `npm run evidence`: runs the parts one after the other, then writes the fault report anew. */
const options = evidenceOptions(process.argv.slice(2));
await mkdir(folder, { recursive: true });
let failed = 0;
for (const name of options.parts) {
  print(`\n${name} …`);
  const part = await runPart(name, options);
  await writePart(folder, part);
  if (!part.passed) failed += 1;
  print(`${name}: ${part.passed ? 'passed' : 'FAILED'} after ${part.seconds} s`);
  for (const problem of part.problems) print(`  ${problem}`);
}
await writeFile(page, pageOf(await readParts(folder)));
print('\ndocs/operating/fault-report.md is written.');
process.exitCode = failed === 0 ? 0 : 1;
