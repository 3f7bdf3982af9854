import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { type Compiled, compile } from '../../test/helpers/compile.ts';
import { createTestDatabase } from '../../test/helpers/database.ts';
import { auditChecks } from '../audit-checks.ts';

let compiled: Compiled;
beforeAll(async () => {
  compiled = await compile();
});

/** `npm run audit` on a database of its own, after a change of it. */
async function audit(options: { change?: string; empty?: boolean; argument?: string }) {
  const database = await createTestDatabase({ empty: options.empty ?? false });
  try {
    if (options.change) {
      const client = new pg.Client(database.clientConfig);
      await client.connect();
      await client.query(options.change);
      await client.end();
    }
    const script = fileURLToPath(compiled.url('src/cli/audit.ts'));
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [script, ...(options.argument ? [options.argument] : [])],
      { env: { PATH: process.env.PATH, DATABASE_URL: database.url }, encoding: 'utf8' },
    );
    return { status, lines: stdout.trimEnd().split('\n'), stderr };
  } finally {
    await database.drop();
  }
}

test('a sound database: every invariant on a line, exit code 0', async () => {
  const { status, lines, stderr } = await audit({});
  expect([status, stderr]).toEqual([0, '']);
  expect(lines[0]).toBe('ok      I1 every asset sums to zero');
  expect(lines.at(-1)).toBe(`All ${auditChecks.length} invariants hold.`);
});

test('a broken one: what is broken and by whom, exit code 1', async () => {
  const user = '11111111-1111-7111-8111-000000000001';
  const { status, lines } = await audit({
    change: `insert into wallet values ('${user}', 5, 0, 0, null)`,
  });
  expect(status).toBe(1);
  expect(lines).toContain('BROKEN  I2 balances are the sums of their entries');
  expect(lines).toContain(`  1: ${user} asset 0`);
  expect(lines.at(-1)).toBe('2 are broken.');
});

test('no service has ever run there, or an unknown argument: one sentence, exit code 1', async () => {
  const empty = await audit({ empty: true });
  expect([empty.status, empty.stderr]).toEqual([
    1,
    'The database holds no service yet: start it once.\n',
  ]);
  const wrong = await audit({ argument: '--fast' });
  expect(wrong.status).toBe(1);
  expect(wrong.stderr).toContain('"--fast" is unknown');
});
