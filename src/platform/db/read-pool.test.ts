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
    const ask = () =>
      reads.query(statement).then(
        () => 'read',
        (error: { code?: string }) => error.code,
      );
    const asked = Array.from({ length: READS }, ask);
    expect(await Promise.all(asked)).toEqual(Array.from({ length: READS }, () => 'OVERLOADED'));

    // Those that come while the first ones fail may prepare it twice.
    const firstRefusal = Array.from({ length: READS }, ask);
    await Promise.race(firstRefusal);
    const released = stranger.query('rollback');
    const again = firstRefusal.map((refusal) => refusal.then(ask));
    const known = ['read', 'OVERLOADED'];
    expect((await Promise.all(again)).filter((code) => !known.includes(code ?? ''))).toEqual([]);
    await released;
  } finally {
    await reads.close();
    await stranger.end();
    await drop();
  }
});
