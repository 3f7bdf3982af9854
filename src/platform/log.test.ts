import { describe, expect, it } from 'vitest';
import { createLog } from './log.ts';

/** What the log writes for one record. */
function written(...record: [object, string?]): string {
  const lines: string[] = [];
  const log = createLog({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  log.info(...record);
  return lines.join('');
}

const KEY = `svc_${'aB3'.repeat(14)}x`;

describe('secrets stay out of the log', () => {
  it.each([
    ['authorization header', { req: { headers: { authorization: `Bearer ${KEY}` } } }, KEY],
    ['key in a message', { note: `called with ${KEY}` }, KEY],
    ['key in an error', { err: new Error(`unknown key ${KEY}`) }, KEY],
    ['password at any depth', { a: { b: [{ password: 'hunter2' }] } }, 'hunter2'],
    ['password with escapes', { password: 'hun"ter\\2' }, 'ter'],
    ['password in quoted JSON', { body: '{"user":"x","password":"hunter2"}' }, 'hunter2'],
    ['connection string', { err: new Error('postgresql://me:hunter2@db:5432/x') }, 'hunter2'],
    ['connection string field', { databaseUrl: 'anything-hunter2' }, 'hunter2'],
    [
      'session token',
      { note: 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl' },
      'c2lnbmF0dXJl',
    ],
    ['cookie', { headers: { 'set-cookie': 'session=hunter2' } }, 'hunter2'],
    ['sandbox token', { sandboxToken: 'hunter2' }, 'hunter2'],
  ])('%s', (_name, record, secret) => {
    const line = written(record, 'a record');
    expect(line).not.toContain(secret);
    expect(line).toContain('[redacted]');
    expect(JSON.parse(line)).toMatchObject({ level: 'info', msg: 'a record' });
  });

  it('leaves the public prefix of a key, mints and ordinary text alone', () => {
    const line = written({
      prefix: 'svc_aB3aB3',
      token: 'So11111111111111111111111111111111111111112',
    });
    expect(line).toContain('"prefix":"svc_aB3aB3"');
    expect(line).toContain('"token":"So11111111111111111111111111111111111111112"');
    expect(line).not.toContain('[redacted]');
  });
});
