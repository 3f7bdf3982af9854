// After a build of the console: packs its text files once, so that no request has to, and stops the
// build when the script of a first load has outgrown its budget.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Script that any page needs before it can show something, packed by gzip, in bytes. */
const FIRST_LOAD_LIMIT = 250_000;
/** Smaller files win nothing by being packed, in bytes. */
const PACK_FROM = 1_000;

/** The entry of the page and every chunk that it imports before it runs. */
function firstLoad(directory) {
  const page = readFileSync(join(directory, 'index.html'), 'utf8');
  const waiting = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(
    ([, path]) => path,
  );
  const found = new Set();
  while (waiting.length > 0) {
    const path = waiting.pop();
    if (found.has(path)) continue;
    found.add(path);
    const text = readFileSync(join(directory, path), 'utf8');
    const imports = text.matchAll(/(?:^|[;}])import(?:[^'"()]*from)?\s*["']\.\/([^"']+\.js)["']/g);
    for (const [, name] of imports) waiting.push(`assets/${name}`);
  }
  return [...found];
}

function pack(directory) {
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(?:js|css|svg|html)$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = readFileSync(path);
    if (bytes.length < PACK_FROM) continue;
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }));
  }
}

/** Packs the console in a directory and holds its first load against the budget. */
export function checkConsole(directory) {
  pack(directory);
  const size = firstLoad(directory)
    .map((path) => gzipSync(readFileSync(join(directory, path)), { level: 9 }).length)
    .reduce((sum, bytes) => sum + bytes, 0);
  if (size > FIRST_LOAD_LIMIT) {
    console.error(
      `console: the first load has ${size} bytes of script, ${FIRST_LOAD_LIMIT} at most`,
    );
    process.exit(1);
  }
  console.log(`console: ${size} bytes of script in the first load, packed`);
}
