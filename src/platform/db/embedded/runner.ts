import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync, type Stats, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Binaries } from './binaries.ts';
import { EmbeddedDatabaseError } from './binaries.ts';

/**
 * How the database programs are run: Postgres refuses to run as root, so root hands it to an
 * unprivileged user, or to a user namespace where no such user can reach the folders.
 */
export interface Runner {
  /** Owner of the database folders; null: the user of this process. */
  owner: { uid: number; gid: number } | null;
  how: string;
  spawn(program: string, args: readonly string[], options: SpawnOptions): ChildProcess;
}

/** Chooses how to run for a data directory that exists; `cluster` may not exist yet. */
export function chooseRunner(binaries: Binaries, dataDir: string, cluster: string): Runner {
  if (process.getuid?.() !== 0) return direct;
  const owner = existsSync(cluster) ? statSync(cluster) : undefined;
  // Files of a cluster keep their owner: who made it must go on running it.
  if (owner?.uid === 0) return requireNamespace();
  const users = owner ? [{ name: `uid ${owner.uid}`, uid: owner.uid, gid: owner.gid }] : accounts();
  for (const user of users) {
    if (canReach(user, dataDir) && canRun(user, binaries.postgres)) return asUser(user);
  }
  if (owner) {
    throw new EmbeddedDatabaseError(
      `The database in ${cluster} belongs to uid ${owner.uid}, which cannot reach it or cannot ` +
        `run ${binaries.postgres}. Open the folders above for it (chmod o+x), or set DATABASE_URL.`,
    );
  }
  return requireNamespace();
}

const direct: Runner = {
  owner: null,
  how: 'directly',
  spawn: (program, args, options) => spawn(program, args, options),
};

interface User {
  name: string;
  uid: number;
  gid: number;
}

const asUser = (user: User): Runner => ({
  owner: { uid: user.uid, gid: user.gid },
  how: `as user ${user.name}`,
  spawn: (program, args, options) =>
    spawn(program, args, { ...options, uid: user.uid, gid: user.gid }),
});

const NAMESPACE = ['--user', '--map-user=65534', '--map-group=65534'];

function requireNamespace(): Runner {
  if (spawnSync('unshare', [...NAMESPACE, 'true']).status !== 0) {
    throw new EmbeddedDatabaseError(
      'Postgres does not run as root, no unprivileged user can reach the data directory and the ' +
        'program folder, and this system does not allow user namespaces. Start as an ordinary ' +
        'user, or choose a SKEIN_DATA_DIR that user "nobody" can reach, or set DATABASE_URL.',
    );
  }
  return {
    owner: null,
    how: 'in a user namespace',
    spawn: (program, args, options) =>
      spawn('unshare', [...NAMESPACE, '--', program, ...args], options),
  };
}

/** The users that may run Postgres for root, best first. */
function accounts(): User[] {
  const found: User[] = [];
  const lines = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8').split('\n') : [];
  for (const wanted of ['postgres', 'nobody']) {
    const [name, , uid, gid] =
      lines.find((line) => line.startsWith(`${wanted}:`))?.split(':') ?? [];
    if (name && Number(uid) > 0) found.push({ name, uid: Number(uid), gid: Number(gid) });
  }
  return found;
}

/** Whether the user may pass through every folder down to and including this one. */
function canReach(user: User, folder: string): boolean {
  for (let at = folder; ; at = dirname(at)) {
    if (!mayEnter(user, statSync(at))) return false;
    if (dirname(at) === at) return true;
  }
}

function mayEnter(user: User, folder: Stats): boolean {
  if (folder.uid === user.uid) return (folder.mode & 0o100) !== 0;
  if (folder.gid === user.gid) return (folder.mode & 0o010) !== 0;
  return (folder.mode & 0o001) !== 0;
}

/** Running it is the only certain test: it needs the program, its libraries and a mount with exec. */
const canRun = (user: User, postgres: string): boolean =>
  spawnSync(postgres, ['--version'], { uid: user.uid, gid: user.gid, cwd: '/' }).status === 0;

/**
 * The command line that makes a program stop by itself when this process dies, where the system
 * can do that (Linux with util-linux); elsewhere the command line as it is.
 */
export function stoppingWithParent(program: string, args: readonly string[]): [string, string[]] {
  const setpriv = process.platform === 'linux' ? onPath('setpriv') : undefined;
  if (setpriv === undefined) return [program, [...args]];
  return [setpriv, ['--pdeathsig', 'INT', program, ...args]];
}

function onPath(name: string): string | undefined {
  for (const folder of ['/usr/bin', '/bin', ...(process.env.PATH ?? '').split(':')]) {
    const path = join(folder, name);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // Not in this folder; the next one may have it.
    }
  }
  return undefined;
}
