import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Compiled, compile } from '../../test/helpers/compile.ts';
import { gammaEvent, gammaMarket, tokenId } from '../../test/helpers/gamma-fixtures.ts';

let compiled: Compiled;
let folder: string;
beforeAll(async () => {
  compiled = await compile();
  folder = await mkdtemp(join(tmpdir(), 'skein-import-cli-'));
  await mkdir(join(folder, 'bars'));
  const rows = ['2025-09-29T08:00:00Z,255,256,254,255.5,0', '2025-09-29T08:05:03Z,1,1,1,1,0'];
  const text = ['time,open,high,low,close,volume', ...rows].join('\n');
  await writeFile(join(folder, 'bars/AAPL.csv'), `${text}\n`);
});
afterAll(async () => {
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

test('prediction markets are imported, histories with the token that is given', async () => {
  await mkdir(join(folder, 'polymarket'));
  const put = (name: string, content: unknown) =>
    writeFile(join(folder, 'polymarket', name), JSON.stringify(content));
  await put('events.json', [gammaEvent('one', [gammaMarket(1)])]);
  await put('history.json', { history: [{ t: 1770394157, p: 0.23 }] });
  const argv = ['predictions', '--from', 'polymarket', '--to', 'predicted'];
  const totals = (histories: string, total: string) => [
    'event: 1 imported, 0 merged, 0 refused',
    'market: 1 imported, 0 merged, 0 refused',
    `price history: ${histories}`,
    `3 elements, ${total}`,
  ];
  const without = run(...argv);
  expect([without.status, without.stderr]).toEqual([1, '']);
  expect(without.stdout.trim().split('\n')).toEqual([
    'history.json: price history (-): names no token; give it with --token history.json=<token id>',
    ...totals('0 imported, 0 merged, 1 refused', '1 refused'),
  ]);
  await rm(join(folder, 'predicted'), { recursive: true });
  const given = run(...argv, '--token', `history.json=${tokenId(1, 'yes')}`);
  expect([given.status, given.stderr]).toEqual([0, '']);
  expect(given.stdout.trim().split('\n')).toEqual(
    totals('1 imported, 0 merged, 0 refused', '0 refused'),
  );
  expect((await readdir(join(folder, 'predicted'))).sort()).toEqual([
    'manifest.json',
    'predictions',
  ]);
});

test('a token of no history is an error', () => {
  const { status, stderr } = run(
    ...['predictions', '--from', 'polymarket', '--to', 'predicted', '--token', 'x.json=5'],
  );
  expect([status, stderr]).toEqual([
    1,
    '--token x.json=5: x.json is not a file of a price history\n',
  ]);
});

test.each([
  [
    'an interval, which predictions have not',
    ['predictions', '--interval', '5m'],
    'Unknown option',
  ],
  ['predictions to nowhere', ['predictions', '--from', 'bars'], 'usage: '],
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
