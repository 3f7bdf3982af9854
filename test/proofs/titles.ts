import { existsSync, readFileSync } from 'node:fs';

const ROOT = new URL('../../', import.meta.url);
const TITLE =
  /(?:\b(?:it|test|describe)(?:\.\w+)*|\))\(\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`([^`]*)`)\s*,/g;

const known = new Map<string, readonly string[]>();

/**
 * The titles of a test file as they are written there, those of groups among them.
 */
export function titlesOf(file: string): readonly string[] {
  const before = known.get(file);
  if (before !== undefined) return before;
  const url = new URL(file, ROOT);
  const text = existsSync(url) ? readFileSync(url, 'utf8') : '';
  const titles = [...text.matchAll(TITLE)].map(([, single, double, template]) =>
    (single ?? double ?? template ?? '').replaceAll("\\'", "'"),
  );
  known.set(file, titles);
  return titles;
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** What a title stands for once the rows of a table are filled in. */
const patternOf = (title: string): RegExp =>
  new RegExp(
    `^${title
      .split(/%[sdifjo#]|\$\{[^}]*\}|\$[\w.]+/)
      .map(escaped)
      .join('.*')}$`,
    's',
  );

/**
 * A proof as the table names it, `test/e2e/me.test.ts > title as written`, of a test under the
 * name that it runs by, groups and rows filled in; undefined where the file has no such title.
 */
export function proofOf(file: string, running: string): string | undefined {
  const fits = titlesOf(file)
    .filter((title) =>
      [running, ...tails(running)].some((tail) => tail === title || patternOf(title).test(tail)),
    )
    .toSorted((a, b) => b.length - a.length);
  return fits[0] === undefined ? undefined : `${file} > ${fits[0]}`;
}

/** `group > test` without its groups, the most of it first: a title may hold a ` > ` itself. */
const tails = (running: string): string[] =>
  running.split(' > ').map((_, n, parts) => parts.slice(n).join(' > '));

/** Whether the file of a proof is there and has that title. */
export function isThere(proof: string): boolean {
  const [file = '', ...title] = proof.split(' > ');
  return titlesOf(file).includes(title.join(' > '));
}
