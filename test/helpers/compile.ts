import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const repository = fileURLToPath(new URL('../..', import.meta.url));

/** Sources compiled for a process of their own, since Node 20 runs no TypeScript. */
export interface Compiled {
  /** The address for `import` of a compiled source, named from the repository root. */
  url(source: string): string;
  remove(): Promise<void>;
}

/** Compiles the named sources and all that they import, about a second. */
export async function compile(...sources: string[]): Promise<Compiled> {
  // Inside the repository, so that the packages are found from there.
  const cache = join(repository, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'skein-test-'));
  // A process of another user may be told to run it.
  await chmod(folder, 0o755);
  const project = join(folder, 'tsconfig.json');
  await writeFile(
    project,
    JSON.stringify({
      extends: join(repository, 'tsconfig.build.json'),
      compilerOptions: { rootDir: repository, outDir: folder, noCheck: true },
      files: sources.map((source) => join(repository, source)),
      include: [],
      exclude: [],
    }),
  );
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  const compiler = join(repository, 'node_modules/typescript/bin/tsc');
  await promisify(execFile)(process.execPath, [compiler, '-p', project]);
  return {
    url: (source) => pathToFileURL(join(folder, source.replace(/\.ts$/, '.js'))).href,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
