import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Compiled, compile } from '../../test/helpers/compile.ts';

let compiled: Compiled;
let folder: string;
beforeAll(async () => {
  compiled = await compile('src/cli/import.ts');
  folder = await mkdtemp(join(tmpdir(), 'skein-import-cli-'));
  await mkdir(join(folder, 'bars'));
  const rows = ['2025-09-29T08:00:00Z,255,256,254,255.5,0', '2025-09-29T08:05:03Z,1,1,1,1,0'];
  const text = ['time,open,high,low,close,volume', ...rows].join('\n');
  await writeFile(join(folder, 'bars/AAPL.csv'), `${text}\n`);
});
afterAll(async () => {
  await compiled.remove();
  await rm(folder, { recursive: true, force: true });
});

function run(...argv: string[]) {
  const file = fileURLToPath(compiled.url('src/cli/import.ts'));
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...argv], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

test('stocks are imported; a refused row is an exit code of 1', async () => {
  const { status, stdout, stderr } = run(
    ...['stocks', '--from', 'bars', '--to', 'market', '--interval', '5m'],
  );
  expect([status, stderr]).toEqual([1, '']);
  expect(stdout.trim().split('\n')).toEqual([
    'bars/AAPL.csv:3: refused, time 2025-09-29T08:05:03.000Z is not on the grid of the interval',
    'bars/AAPL.csv: 1 rows of 5m, 1 refused',
    '1 files, 1 rows, 1 rows refused',
  ]);
  expect(await readdir(join(folder, 'market/stocks'))).toEqual(['AAPL-5m.csv']);
});

test.each([
  ['nothing to import', ['bonds', '--from', 'bars', '--to', 'market'], 'usage: '],
  ['no directory', ['stocks', '--from', 'bars'], 'usage: '],
  ['mints, which stocks have', ['stocks', '--mints', 'mints.json'], "Unknown option '--mints'"],
  ['no mints', ['candles', '--from', 'bars', '--to', 'market'], 'usage: '],
  [
    'an unknown interval',
    ['stocks', '--from', 'bars', '--to', 'market', '--interval', '7m'],
    '--interval is not one of 1m|5m|15m|1h|1d',
  ],
])('arguments with %s are refused', (_, argv, complaint) => {
  const { status, stdout, stderr } = run(...argv);
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr.startsWith(complaint)).toBe(true);
});
