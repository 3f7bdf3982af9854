import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { derivedItems } from './items.ts';
import { printSeen, readSeen, seenPath } from './seen-file.ts';
import { proofOf } from './titles.ts';

interface Recorded {
  readonly file: string;
  readonly tests: Readonly<Record<string, readonly string[]>>;
}

/** Tests that are skipped where the recorded venue data is not there prove nothing elsewhere. */
const isSkippedElsewhere = (file: string): boolean => /\/recorded-/.test(file);

/** Tests of everything at once: what another one proves as well is better read there. */
const isBroad = (proof: string | undefined): boolean =>
  /\/(?:access-matrix|leaked-key|openapi|readme-tour|validation)\.test/.test(proof ?? '');

/**
 * Takes what the files of this run have shown into what is known: of each key one proof, that of
 * before where it still holds, else the test that shows the fewest other things.
 */
function merged(
  before: ReadonlyMap<string, string>,
  recorded: readonly Recorded[],
): Map<string, string> {
  const wanted = new Set(derivedItems.flatMap(({ keys }) => keys));
  const ran = new Set(recorded.map(({ file }) => file));
  const tests = recorded
    .filter(({ file }) => !isSkippedElsewhere(file))
    .flatMap(({ file, tests: shown }) =>
      Object.entries(shown).map(([name, keys]) => ({ proof: proofOf(file, name), keys })),
    )
    .toSorted(
      (a, b) =>
        Number(isBroad(a.proof)) - Number(isBroad(b.proof)) || a.keys.length - b.keys.length,
    );
  const proofs = new Map<string, string[]>();
  for (const { proof, keys } of tests) {
    if (proof === undefined) continue;
    for (const key of keys) {
      if (wanted.has(key)) proofs.set(key, [...(proofs.get(key) ?? []), proof]);
    }
  }
  const seen = new Map<string, string>();
  for (const { keys } of derivedItems) {
    // Of a field that is compared somewhere nobody needs to know where else it was seen.
    for (const key of keys) {
      const [known, now = []] = [before.get(key), proofs.get(key)];
      const holds =
        known !== undefined && (!ran.has(known.split(' > ')[0] ?? '') || now.includes(known));
      const proof = holds ? known : now[0];
      if (proof === undefined) continue;
      seen.set(key, proof);
      break;
    }
  }
  return seen;
}

/** Before the tests: a folder for what they record. After them: all of it into one file. */
export default function gather(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'skein-coverage-'));
  process.env.SKEIN_COVERAGE_SEEN = folder;
  return () => {
    const recorded = readdirSync(folder).map(
      (name): Recorded => JSON.parse(readFileSync(join(folder, name), 'utf8')),
    );
    writeFileSync(seenPath, printSeen(merged(readSeen(), recorded)));
    rmSync(folder, { recursive: true, force: true });
  };
}
