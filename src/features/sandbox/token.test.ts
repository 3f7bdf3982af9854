import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSandboxToken, sandboxAuthenticator } from './token.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skein-token-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const open = (configured: string | null = null, dataDir = folder) =>
  openSandboxToken({ configured, dataDir, random: randomBytes });

test('it is made once, kept for its owner alone and found again', async () => {
  const dataDir = join(folder, 'not', 'there', 'yet');
  const first = await open(null, dataDir);
  expect(first).toEqual({ token: expect.stringMatching(/^sbx_[\w-]{43}$/), generated: true });
  const path = join(dataDir, 'sandbox-token');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await readFile(path, 'utf8')).toBe(`${first.token}\n`);
  expect(await open(null, dataDir)).toEqual({ token: first.token, generated: false });
});

test('starts at the same time agree on one token and leave nothing else behind', async () => {
  const all = await Promise.all(Array.from({ length: 8 }, () => open()));
  expect(new Set(all.map(({ token }) => token)).size).toBe(1);
  expect(all.filter(({ generated }) => generated).length).toBe(1);
  expect(await readdir(folder)).toEqual(['sandbox-token']);
});

test('a configured token counts and is written nowhere', async () => {
  expect(await open('mine')).toEqual({ token: 'mine', generated: false });
  expect(await readdir(folder)).toEqual([]);
});

test('a file without a token stops the start', async () => {
  await writeFile(join(folder, 'sandbox-token'), '\n');
  await expect(open()).rejects.toThrow('sandbox-token holds no token');
});

test('only the token itself opens the sandbox', () => {
  const authenticate = sandboxAuthenticator('sbx_right');
  authenticate('Bearer sbx_right');
  authenticate('bearer sbx_right');
  const wrong = ['Bearer sbx_wrong', 'Bearer sbx_righ', 'Bearer sbx_right ', 'Basic sbx_right', ''];
  for (const header of [undefined, 'sbx_right', 'Bearer ', ...wrong]) {
    expect(() => authenticate(header)).toThrow(expect.objectContaining({ code: 'UNAUTHORIZED' }));
  }
});
