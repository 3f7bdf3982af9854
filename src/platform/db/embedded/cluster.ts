import { hash, randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Binaries, EmbeddedDatabaseError } from './binaries.ts';
import { isAlive } from './process-table.ts';
import type { Runner } from './runner.ts';

export const SUPERUSER = 'skein';
/** Clean surroundings: no PG* variables of the caller, no locale, UTC. */
export const programEnvironment = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };

const UNFINISHED = '.postgres-init-';

/**
 * Makes the database files unless they exist. They are made in a folder beside and renamed when
 * they are complete, so that a kill in between leaves nothing that looks like a database.
 */
export async function ensureCluster(options: {
  binaries: Binaries;
  runner: Runner;
  dataDir: string;
  cluster: string;
  durable: boolean;
}): Promise<'made' | 'found'> {
  const { binaries, runner, dataDir, cluster, durable } = options;
  await removeUnfinished(dataDir);
  if (existsSync(join(cluster, 'PG_VERSION'))) return 'found';
  if (existsSync(cluster)) {
    throw new EmbeddedDatabaseError(
      `${cluster} exists but holds no database. Move it away, or choose another SKEIN_DATA_DIR.`,
    );
  }
  const unfinished = join(dataDir, `${UNFINISHED}${process.pid}-${randomBytes(4).toString('hex')}`);
  await mkdir(unfinished, { mode: 0o700 });
  if (runner.owner) chownSync(unfinished, runner.owner.uid, runner.owner.gid);
  try {
    await runInitdb(binaries.initdb, runner, unfinished, durable);
    await rename(unfinished, cluster);
  } catch (err) {
    await rm(unfinished, { recursive: true, force: true });
    // Another process that started at the same moment was faster; its files are as good.
    if (existsSync(join(cluster, 'PG_VERSION'))) return 'found';
    throw err;
  }
  const parent = await open(dataDir, 'r');
  await parent.sync().finally(() => parent.close());
  return 'made';
}

/** Removes what killed processes left of an initdb. */
async function removeUnfinished(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(UNFINISHED)) continue;
    const pid = Number.parseInt(name.slice(UNFINISHED.length), 10);
    if (isAlive(pid)) continue;
    await rm(join(dataDir, name), { recursive: true, force: true });
  }
}

function runInitdb(initdb: string, runner: Runner, folder: string, durable: boolean) {
  const args = ['-D', folder, '-U', SUPERUSER, '-E', 'UTF8', '--no-instructions'];
  args.push('--data-checksums', '--locale-provider=builtin', '--builtin-locale=C.UTF-8');
  // No password: only the owner of the socket directory can reach the server at all.
  args.push('--locale=C', '--auth-local=trust', '--auth-host=reject');
  if (!durable) args.push('--no-sync');
  return new Promise<void>((resolve, reject) => {
    const child = runner.spawn(initdb, args, {
      cwd: '/',
      env: programEnvironment,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let output = '';
    const keep = (chunk: Buffer) => {
      output = `${output}${chunk.toString('utf8')}`.slice(-2_000);
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    const failed = (what: string, cause?: Error) =>
      reject(
        new EmbeddedDatabaseError(
          `The embedded database could not be made (${what}, run ${runner.how}). ` +
            `Set DATABASE_URL to use another Postgres.\n${output.trim()}`,
          { cause },
        ),
      );
    child.once('error', (err) => failed(err.message, err));
    child.once('close', (code, signal) => {
      if (code === 0) resolve();
      else failed(`initdb ended with ${signal ?? `code ${code}`}`);
    });
  });
}

/** Longest folder that leaves room for the name of the socket (sun_path is 107 bytes). */
const LONGEST_SOCKET_FOLDER = 90;

/** The private folder of the server's socket: short, outside the data directory, mode 0700. */
export function ensureSocketFolder(cluster: string, owner: Runner['owner']): string {
  const name = `skein-pg-${hash('sha256', cluster).slice(0, 12)}`;
  const preferred = join(tmpdir(), name);
  const folder = preferred.length > LONGEST_SOCKET_FOLDER ? join('/tmp', name) : preferred;
  const uid = owner?.uid ?? process.getuid?.() ?? 0;
  try {
    mkdirSync(folder, { mode: 0o700 });
    if (owner) chownSync(folder, owner.uid, owner.gid);
  } catch (err) {
    if ((err as NodeJS.ErrnoException).code !== 'EEXIST') throw err;
  }
  const found = lstatSync(folder);
  // A folder that somebody else made first would let them in; root may take over its own.
  if (!found.isDirectory() || (found.uid !== uid && found.uid !== process.getuid?.())) {
    throw new EmbeddedDatabaseError(
      `${folder} belongs to somebody else. Remove it, or set TMPDIR to another folder.`,
    );
  }
  if (found.uid !== uid && owner) chownSync(folder, owner.uid, owner.gid);
  if ((found.mode & 0o777) !== 0o700) chmodSync(folder, 0o700);
  return folder;
}
