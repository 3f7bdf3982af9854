import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const repository = fileURLToPath(new URL('../..', import.meta.url));

/** A file of the repository, by its path from there. */
export interface Source {
  readonly path: string;
  readonly text: string;
  readonly lines: readonly string[];
}

/** Bytes that no text holds; such files are pictures and the like. */
const isText = (text: string): boolean => !text.includes('\0');

/** The text files that are tracked or about to be. */
export function trackedFiles(): Source[] {
  const options = { cwd: repository, encoding: 'utf8' } as const;
  const listed = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '-z'],
    options,
  );
  return listed
    .split('\0')
    .filter((path) => path !== '' && existsSync(join(repository, path)))
    .map((path) => {
      const text = readFileSync(join(repository, path), 'utf8');
      return { path, text, lines: text.split('\n') };
    })
    .filter(({ text }) => isText(text));
}

/** A function with where it begins and how many lines it has, those of functions in it aside. */
export interface FunctionSize {
  readonly line: number;
  readonly size: number;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

const HEADER =
  /\bfunction\b.*\{$|=> \{$|^\s*(?:async |static |get |set )*[#\w]+(?:<.*>)?\(.*\).*\{$|^\s*\}?\)(?:: .+)? (?:=> )?\{$/;
const NOT_A_FUNCTION = /^\s*(?:\} )?(?:if|else|for|while|switch|catch|do|try)\b/;

/** The functions of a formatted file: from a header to the brace that stands below it. */
export function functionsOf({ lines }: Source): FunctionSize[] {
  const spans: Span[] = [];
  lines.forEach((line, from) => {
    if (!HEADER.test(line) || NOT_A_FUNCTION.test(line)) return;
    const closing = `${/^\s*/.exec(line)?.[0] ?? ''}}`;
    const to = lines.findIndex((later, n) => n > from && later.startsWith(closing));
    if (to > from) spans.push({ from, to });
  });
  return spans.map(({ from, to }) => {
    const inner = outermost(spans.filter((span) => span.from > from && span.to < to));
    const size = inner.reduce((left, span) => left - (span.to - span.from), to - from + 1);
    return { line: from + 1, size };
  });
}

/** The spans that lie in no other. */
const outermost = (spans: readonly Span[]): readonly Span[] =>
  spans.filter((span) => !spans.some(({ from, to }) => from < span.from && to > span.to));

/** The files that a source imports or exports from, as paths from the repository. */
export function importsOf({ path, text }: Source): string[] {
  const folder = path.slice(0, path.lastIndexOf('/'));
  return [...text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].map(([, to]) =>
    join(folder, to as string),
  );
}

/** A line without what stands in a comment. */
export const code = (line: string): string =>
  /^\s*(?:\*|\/\*)/.test(line) ? '' : line.replace(/\/\/ .*$/, '');
