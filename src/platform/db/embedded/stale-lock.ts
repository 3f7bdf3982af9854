import { linkSync, readFileSync, renameSync, unlinkSync } from 'node:fs';
import { isNumberTaken } from './process-table.ts';

/** The lock of the socket names a process, too; one that is no server must not keep ours away. */
export function dropStaleSocketLock(lock: string, serves: (pid: number) => boolean): void {
  const pid = lockedBy(lock);
  if (pid !== undefined && !serves(pid)) dropStaleLock(lock, pid);
}

function lockedBy(lock: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(lock, 'utf8'), 10);
    return Number.isSafeInteger(pid) ? pid : undefined;
  } catch (err) {
    if ((err as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw err;
  }
}

/**
 * Postgres takes any process of the number in a lock for a server and refuses to start: a dead one
 * that nobody has collected, or another program that got the number since (both usual in
 * containers). A lock whose number is free it takes over itself.
 */
export function dropStaleLock(lock: string, pid: number): void {
  if (isNumberTaken(pid)) removeStaleLock(lock, pid);
}

/** Takes the lock file away, and puts it back when it has become another server's meanwhile. */
function removeStaleLock(lock: string, stalePid: number): void {
  const aside = `${lock}.stale-${process.pid}`;
  try {
    renameSync(lock, aside);
    if (Number.parseInt(readFileSync(aside, 'utf8'), 10) !== stalePid) linkSync(aside, lock);
    unlinkSync(aside);
  } catch (err) {
    // Another process was faster with the same file.
    if ((err as NodeJS.ErrnoException).code !== 'ENOENT') throw err;
  }
}
