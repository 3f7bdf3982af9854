// Builds dist/: the service with tsc, then the console with vite. Runs on `npm ci` (prepare) and by
// `npm run build`. Where the compilers are absent (an install without dev dependencies), an existing
// build is kept.
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { checkConsole } from './console-budget.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const compiler = `${root}node_modules/typescript/bin/tsc`;
const bundler = `${root}node_modules/vite/bin/vite.js`;

if (!existsSync(compiler) || !existsSync(bundler)) {
  if (existsSync(`${root}dist/src/main.js`)) process.exit(0);
  console.error('The compilers are not installed and there is no earlier build in dist/.');
  process.exit(1);
}

function run(...command) {
  const { status } = spawnSync(process.execPath, command, { stdio: 'inherit', cwd: root });
  if (status !== 0) process.exit(status ?? 1);
}

rmSync(`${root}dist`, { recursive: true, force: true });
run(compiler, '-p', `${root}tsconfig.build.json`);
run(bundler, 'build', `${root}console`, '--logLevel', 'warn');
checkConsole(`${root}dist/console`);
