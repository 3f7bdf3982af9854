import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { type EmbeddedDatabase, startEmbedded } from '../../src/platform/db/embedded.ts';
import { columnTypes } from '../../src/platform/db/types.ts';
import type { TestDatabase } from '../helpers/database.ts';
import { thorough } from '../helpers/evidence.ts';

/** A database server that a test may hurt, watched over as the service watches over its own. */
export interface OwnServer {
  readonly server: EmbeddedDatabase;
  /** The folder of the database; it goes with `database.drop`, as does the server. */
  readonly dataDir: string;
  readonly database: TestDatabase;
}

/** Starts a server in a folder of its own, or below `parent`. */
export async function startOwnServer(
  options: { parent?: string; settings?: Readonly<Record<string, string>> } = {},
): Promise<OwnServer> {
  const folder = await mkdtemp(join(options.parent ?? tmpdir(), 'skein-fault-'));
  // When root runs the tests, the database runs as another user and must reach its folder.
  await chmod(folder, 0o711);
  const dataDir = join(folder, 'data');
  const server = await startEmbedded({
    dataDir,
    log: pino({ level: 'silent' }),
    settings: {
      shared_buffers: '32MB',
      // No test takes the power away; a slow disk only makes the load smaller.
      ...(thorough ? {} : { fsync: 'off' }),
      ...options.settings,
    },
  });
  const { host, port, user, database } = server;
  return {
    server,
    dataDir,
    database: {
      clientConfig: { host, port, user, database, ssl: false, types: columnTypes },
      url: `postgresql://${user}@${encodeURIComponent(host)}:${port}/${database}`,
      async drop() {
        await server.stop();
        await rm(folder, { recursive: true, force: true });
      },
    },
  };
}
