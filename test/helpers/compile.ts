import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { eventually } from './eventually.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const COMPILE_LIMIT_MS = 60_000;

/** The service compiled for processes of its own, since Node 20 runs no TypeScript. */
export interface Compiled {
  /** The address for `import` of a compiled source, named from the repository root. */
  url(source: string): string;
}

/** The folder of a run of the tests for what its first test that needs it compiles. */
export async function makeCompiledFolder(): Promise<string> {
  // Inside the repository, so that the packages are found from there.
  const cache = join(repository, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'skein-test-'));
  // A process of another user may be told to run it.
  await chmod(folder, 0o755);
  return folder;
}

/** Compiles the service, some seconds; once per run of the tests, whoever asks. */
export async function compile(): Promise<Compiled> {
  const folder = inject('compiledFolder');
  const [done, failed] = [join(folder, 'done'), join(folder, 'failed')];
  const isFirst = await mkdir(join(folder, 'begun')).then(
    () => true,
    () => false,
  );
  if (isFirst) {
    await compileInto(folder).catch(async (error: unknown) => {
      await mkdir(failed);
      throw error;
    });
    await mkdir(done);
  }
  const isOver = () => existsSync(done) || existsSync(failed);
  await eventually('the service is compiled', isOver, COMPILE_LIMIT_MS);
  if (existsSync(failed)) throw new Error('the service does not compile');
  return { url: (source) => pathToFileURL(join(folder, source.replace(/\.ts$/, '.js'))).href };
}

async function compileInto(folder: string): Promise<void> {
  const project = join(folder, 'tsconfig.json');
  const options = {
    extends: join(repository, 'tsconfig.build.json'),
    compilerOptions: { rootDir: repository, outDir: folder, noCheck: true },
    files: ['src/main.ts', 'test/faults/meeting-service.ts'].map((file) => join(repository, file)),
    include: [join(repository, 'src/**/*.ts')],
    exclude: [join(repository, 'src/**/*.test.ts')],
  };
  await writeFile(project, JSON.stringify(options));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  // The service looks for its migrations beside its package.json.
  await symlink(join(repository, 'migrations'), join(folder, 'migrations'));
  const compiler = join(repository, 'node_modules/typescript/bin/tsc');
  await promisify(execFile)(process.execPath, [compiler, '-p', project]);
}

/** Takes the folder of a run away. */
export const removeCompiled = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true });
