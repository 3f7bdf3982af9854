// Builds dist/ with tsc. Runs on `npm ci` (prepare) and by `npm run build`.
// Where the compiler is absent (an install without dev dependencies), an existing build is kept.
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const compiler = `${root}node_modules/typescript/bin/tsc`;
if (!existsSync(compiler)) {
  if (existsSync(`${root}dist/src/main.js`)) process.exit(0);
  console.error('The TypeScript compiler is not installed and there is no earlier build in dist/.');
  process.exit(1);
}
rmSync(`${root}dist`, { recursive: true, force: true });
const result = spawnSync(process.execPath, [compiler, '-p', `${root}tsconfig.build.json`], {
  stdio: 'inherit',
});
process.exit(result.status ?? 1);
