import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Backend, openBackend } from '../../test/helpers/backend.ts';
import { type Compiled, compile } from '../../test/helpers/compile.ts';
import { eventually } from '../../test/helpers/eventually.ts';
import { openSettings, type Settings } from '../features/controls/index.ts';

let backend: Backend;
let compiled: Compiled;
let settings: Settings;

beforeAll(async () => {
  backend = await openBackend();
  settings = await openSettings(backend);
  compiled = await compile();
});
afterAll(async () => {
  await settings.close();
  await backend.close();
});

/** Runs the command line as a process of its own on the database of the test. */
function ops(...argv: string[]) {
  const script = fileURLToPath(compiled.url('src/cli/ops.ts'));
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: backend.database.clientConfig().connectionString,
  };
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...argv], {
    env,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

test('a switch is written and heard by running processes', async () => {
  expect(ops('halt', 'stocks')).toEqual({
    status: 0,
    stdout: 'trading of stocks is halted\n',
    stderr: '',
  });
  await eventually('the halt is heard', () => settings.get('trading:stocks') === 'halted');
  expect(ops('reduce-only', 'stocks').status).toBe(0);
  await eventually('the change is heard', () => settings.get('trading:stocks') === 'reduce-only');
  expect(ops('enable', 'stocks').status).toBe(0);
  await eventually('the end is heard', () => settings.get('trading:stocks') === 'enabled');
});

test.each([[[]], [['halt']], [['halt', 'bonds']], [['stop', 'spot']], [['halt', 'spot', 'now']]])(
  'the arguments %j are refused',
  (argv) => {
    const { status, stdout, stderr } = ops(...argv);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain('usage: npm run ops -- halt|reduce-only|enable spot|stocks|');
  },
);
