import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { chmod, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../helpers/eventually.ts';
import { noteFault, stopwatch } from '../helpers/evidence.ts';
import { stop } from './calls.ts';
import { type Flock, makeFlock } from './flock.ts';
import { checkLoad, type Load, startLoad } from './load.ts';
import { type OwnServer, startOwnServer } from './own-server.ts';
import { openServiceRunner, type ServiceRunner } from './service-process.ts';

/** A disk that holds the database and little more. */
const DISK = '192m';
const disk = mkdtempSync(join(tmpdir(), 'skein-disk-'));
const mounting = ['-t', 'tmpfs', '-o', `size=${DISK},mode=0711`, 'tmpfs', disk];
const isMounted = spawnSync('mount', mounting, { stdio: 'ignore' }).status === 0;
const filler = join(disk, 'filler');

/** Takes every byte that is left. */
async function fillDisk(): Promise<void> {
  const file = await open(filler, 'a');
  try {
    for (const size of [1 << 20, 1 << 12]) {
      const block = Buffer.alloc(size);
      const write = () =>
        file.write(block).then(
          ({ bytesWritten }) => bytesWritten > 0,
          () => false,
        );
      while (await write());
    }
  } finally {
    await file.close();
  }
}

let own: OwnServer;
let flock: Flock;
let runner: ServiceRunner;
beforeAll(async () => {
  if (!isMounted) return;
  await chmod(disk, 0o711);
  const settings = { max_wal_size: '32MB', min_wal_size: '32MB', restart_after_crash: 'on' };
  own = await startOwnServer({ parent: disk, settings });
  [flock, runner] = await Promise.all([makeFlock(11, own.database), openServiceRunner()]);
}, 60_000);
afterAll(async () => {
  if (isMounted) {
    await runner.close();
    await flock.close();
    spawnSync('umount', [disk]);
  }
  rmSync(disk, { recursive: true, force: true });
});

describe.runIf(isMounted)('on a small disk of its own, which only root can mount', () => {
  test('what finds the disk full is refused before it has an effect, and later goes on', async () => {
    const service = await runner.start(flock.env);
    const load = startLoad(flock, () => service, 17);
    await load.goesOn(10);
    const before = load.sent.length;
    await fillDisk();
    const refused = (code: string) =>
      load.sent
        .slice(before)
        .filter(({ outcome }) => outcome !== 'unknown' && outcome.code === code).length;
    await eventually('trades are refused', () => refused('OVERLOADED') > 10, 60_000);
    expect(refused('INTERNAL')).toBe(0);
    await survive(load, before, 'the disk of the tables is full');

    // Now the log: each takes the next piece of it, until there is no room for another one.
    await load.goesOn(10);
    const later = load.sent.length;
    await fillDisk();
    const isDown = () =>
      flock.rows('select pg_switch_wal(), pg_logical_emit_message(true, $1, $2)', ['', 'x']).then(
        () => false,
        () => true,
      );
    await eventually('the database is down', isDown, 60_000);
    await survive(load, later, 'the disk of the write-ahead log is full, and the database down');
    await load.goesOn(20);
    await load.stop();
    await checkLoad(flock, load, service);
    await stop(service);
  }, 120_000);
});

/** Makes room on the disk and sees the load go on by itself. */
async function survive(load: Load, since: number, fault: string): Promise<void> {
  const recovering = stopwatch();
  await rm(filler);
  await load.goesOn(1);
  const operations = load.sent.length - since;
  noteFault({ area: 'database', fault, operations, recoveryMs: recovering() });
}
