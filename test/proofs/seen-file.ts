import { existsSync, readFileSync } from 'node:fs';

const FILE = new URL('seen.txt', import.meta.url);

/** Where what the tests have shown is kept: under each proof the keys of what it shows. */
export const seenPath = FILE.pathname;

/** The proof of each key: `compared Group.name` → `test/e2e/groups.test.ts > title`. */
export function readSeen(): Map<string, string> {
  const seen = new Map<string, string>();
  if (!existsSync(FILE)) return seen;
  let proof = '';
  for (const line of readFileSync(FILE, 'utf8').split('\n')) {
    if (line.startsWith('# ')) proof = line.slice(2);
    else if (line !== '') seen.set(line, proof);
  }
  return seen;
}

/** The text of the file: proofs in order, under each of them its keys in order. */
export function printSeen(seen: ReadonlyMap<string, string>): string {
  const byProof = new Map<string, string[]>();
  for (const [key, proof] of seen) byProof.set(proof, [...(byProof.get(proof) ?? []), key]);
  return [...byProof]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([proof, keys]) => `# ${proof}\n${keys.toSorted().join('\n')}\n`)
    .join('\n');
}
