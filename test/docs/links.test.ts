import { readdir, readFile, stat } from 'node:fs/promises';
import { expect, test } from 'vitest';

const ROOT = new URL('../../', import.meta.url);

/** Every page of the documentation, from the root of the repository. */
async function pages(): Promise<string[]> {
  const below = await readdir(new URL('docs/', ROOT), { recursive: true });
  const root = await readdir(ROOT);
  return [...root, ...below.map((page) => `docs/${page}`)].filter((page) => page.endsWith('.md'));
}

/** How a heading is named in a link: small letters, blanks as hyphens, no other signs. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

const withoutCode = (text: string): string => text.replace(/^```.*?^```$/gms, '');

async function anchorsOf(page: URL): Promise<string[]> {
  const text = withoutCode(await readFile(page, 'utf8'));
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));
}

/** What is wrong with a link; null when it leads somewhere. */
async function problemOf(page: string, link: string): Promise<string | null> {
  const target = new URL(link, new URL(page, ROOT));
  const { hash } = target;
  target.hash = '';
  if (!target.href.startsWith(ROOT.href)) return `${page}: ${link} leads out of the repository`;
  if (!(await stat(target).catch(() => null))) return `${page}: ${link} leads nowhere`;
  if (hash === '' || (await anchorsOf(target)).includes(hash.slice(1))) return null;
  return `${page}: ${link} names no heading`;
}

test('every relative link of the documentation leads somewhere', async () => {
  const links: [string, string][] = [];
  for (const page of await pages()) {
    const text = withoutCode(await readFile(new URL(page, ROOT), 'utf8'));
    for (const [, link = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (!/^[a-z]+:/.test(link)) links.push([page, link]);
    }
  }
  const problems = await Promise.all(links.map(([page, link]) => problemOf(page, link)));
  expect(problems.filter((problem) => problem !== null)).toEqual([]);
  expect(links.length).toBeGreaterThan(50);
});

test('every page is in the index', async () => {
  const index = await readFile(new URL('docs/README.md', ROOT), 'utf8');
  const listed = [...index.matchAll(/\]\(([^)#\s]+)\)/g)].map(
    ([, link = '']) => new URL(link, new URL('docs/README.md', ROOT)).href,
  );
  const all = (await pages()).filter((page) => page !== 'docs/README.md');
  const missing = all.filter((page) => !listed.includes(new URL(page, ROOT).href));
  expect(missing).toEqual([]);
});
