import pg from 'pg';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/helpers/database.ts';
import { openReadPool } from './read-pool.ts';

/** More than there are connections: some share one, on which only the first prepares the statement. */
const READS = 12;

test('reads that meet a lock are all refused, also those that wait for the first to prepare them', async () => {
  const { clientConfig, drop } = await createTestDatabase();
  const log = pino({ level: 'silent' });
  const reads = await openReadPool(() => ({ ...clientConfig, lock_timeout: 50 }), log);
  const stranger = new pg.Client(clientConfig);
  await stranger.connect();
  try {
    await stranger.query('begin; lock table setting in access exclusive mode');
    const statement = { name: 'settings', text: 'select key from setting' };
    const asked = Array.from({ length: READS }, () =>
      reads.query(statement).then(
        () => 'read',
        (error: { code?: string }) => error.code,
      ),
    );
    expect(await Promise.all(asked)).toEqual(Array.from({ length: READS }, () => 'OVERLOADED'));
    await stranger.query('rollback');
    expect(await reads.query(statement)).toEqual([]);
  } finally {
    await reads.close();
    await stranger.end();
    await drop();
  }
});
