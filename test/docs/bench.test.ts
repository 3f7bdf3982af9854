import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const read = (path: string): Promise<string> =>
  readFile(new URL(`../../${path}`, import.meta.url), 'utf8');

/** What the bench prints of a figure, and how the page of figures begins that row. */
// biome-ignore-start lint/suspicious/noTemplateCurlyInString: they are parts of the program's text
const figures = [
  ['GET /me, 64 connections', '`GET /me`, 64 connections'],
  ['spot buy, ', 'spot buy, 64 connections'],
  ['fan-out to ${followers} followers', 'one call to 2,000 followers'],
  ['memory of the service', 'memory of the service'],
  ['prediction buy, 64 connections', 'prediction buy, 64 connections'],
  ['perp open, 64 connections', 'perpetual opened, 64 connections'],
  ['mark that crosses nothing', 'a mark that crosses none'],
  ['liquidation of ', '5,000 positions that one mark crosses'],
  ['chat message to ', 'chat message to 1,000 sockets'],
  ['event search, ', 'event search over 5,000 markets'],
] as const;
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: as above

/** All measurements, one after another. */
async function measurements(): Promise<string> {
  const folder = new URL('../../bench/measurements/', import.meta.url);
  const texts = (await readdir(folder)).map((file) => read(`bench/measurements/${file}`));
  return (await Promise.all(texts)).join('\n');
}

test('npm run bench measures every figure of the page and writes them to bench/results.json', async () => {
  const [main, bench, page, manifest] = await Promise.all([
    read('bench/main.ts'),
    measurements(),
    read('docs/performance.md'),
    read('package.json'),
  ]);
  expect(JSON.parse(manifest).scripts.bench).toBe('node dist/bench/main.js');
  expect(main).toContain('bench/results.json');
  const measured = [...bench.matchAll(/(?:what(?: =|:)|show(?:Orders)?\(stage,) ?[`'](.+?)[`']/g)];
  expect(measured.length).toBeGreaterThanOrEqual(figures.length);
  for (const [label, row] of figures) {
    expect([label, bench.includes(label)]).toEqual([label, true]);
    expect([row, page.includes(`\n| ${row}`)]).toEqual([row, true]);
  }
});
