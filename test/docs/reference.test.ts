import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { configReference } from '../../src/platform/config.ts';
import { startTestApp } from '../helpers/app.ts';

const ROOT = new URL('../../', import.meta.url);
const pathOf = (page: string): string => new URL(`docs/${page}`, ROOT).pathname;

test('the configuration page is the one written from the table of variables', async () => {
  await expect(configReference()).toMatchFileSnapshot(pathOf('operating/configuration.md'));
});

test('the page of events holds every type that the code tells', async () => {
  const told = new Set<string>();
  for (const entry of await readdir(new URL('src/', ROOT), { recursive: true })) {
    if (!entry.endsWith('.ts') || entry.endsWith('.test.ts')) continue;
    const source = await readFile(new URL(`src/${entry}`, ROOT), 'utf8');
    const drafts = source.matchAll(/\buserId(?:: [\w.]+)?,\s+type: '([A-Za-z_.]+)'/g);
    for (const [, type = ''] of drafts) told.add(type);
  }
  const page = await readFile(pathOf('reference/events.md'), 'utf8');
  const described = [...page.matchAll(/^\| `([A-Za-z_.]+)` \|/gm)].map(([, type]) => type);
  expect(described.toSorted()).toEqual([...told].sort());
  expect(told.size).toBeGreaterThan(10);
});

interface Operation {
  readonly summary: string;
  readonly tags: readonly string[];
}

/** The page of the API: what to know of the document, and every route of it by its tag. */
function apiPage(document: { paths: Record<string, Record<string, Operation>> }): string {
  const byTag = new Map<string, string[]>();
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, { summary, tags }] of Object.entries(operations)) {
      const tag = tags[0] ?? '';
      const row = `| ${method.toUpperCase()} | \`${path}\` | ${summary} |`;
      byTag.set(tag, [...(byTag.get(tag) ?? []), row]);
    }
  }
  const tables = [...byTag].map(([tag, rows]) =>
    [`## ${tag}`, '', '| Method | Path | |', '|---|---|---|', ...rows, ''].join('\n'),
  );
  return [
    '# The API',
    '',
    '<!-- Written from the OpenAPI document. After a change of routes: npx vitest run test/docs -u -->',
    '',
    'The running service describes itself: `GET /openapi.json` (OpenAPI 3.1) holds every route with its',
    'schemas, scopes, codes and examples, `/docs` shows it as a page, `GET /error-codes.json` lists the',
    'codes. All three need no key. Validation, serialisation and this description come from one source,',
    'so they cannot differ. The same document is committed as [openapi.json](../../openapi.json), written',
    'by `npm run openapi`.',
    '',
    'Answers are `{ "data": … }`, refusals have [one shape](errors.md). Lists take `limit` and `cursor`;',
    'where there is more, the header `X-Next-Cursor` carries the next cursor.',
    '',
    ...tables,
  ].join('\n');
}

test('the page of the API holds the routes of the running service', async () => {
  const app = await startTestApp();
  try {
    const answer = await fetch(`${app.origin}/openapi.json`);
    const page = apiPage((await answer.json()) as Parameters<typeof apiPage>[0]);
    await expect(page).toMatchFileSnapshot(pathOf('reference/openapi.md'));
  } finally {
    await app.stop();
  }
});
