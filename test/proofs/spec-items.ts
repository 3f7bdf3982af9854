/** A line of a Markdown table: its cells without the bars around them. */
const cellsOf = (line: string): string[] =>
  line
    .replaceAll('\\|', '\u0000')
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.replaceAll('\u0000', '|').trim());

const isRow = (line: string): boolean => line.startsWith('|') && !/^\|[-| ]+\|$/.test(line);

/** The lines below a heading up to the next one of its level or above. */
export function sectionOf(text: string, heading: RegExp): string[] {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => heading.test(line));
  if (start === -1) throw new Error(`no heading ${heading}`);
  const level = /^#+/.exec(lines[start] ?? '')?.[0].length ?? 0;
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => new RegExp(`^#{1,${level}} `).test(line));
  return end === -1 ? rest : rest.slice(0, end);
}

/** The rows of the tables in a section. */
export const rowsOf = (lines: readonly string[]): string[][] => lines.filter(isRow).map(cellsOf);

/** `/perps/positions/{assignmentId}` and `/perps/positions/{id}` are one path. */
export const plainPath = (path: string): string => path.replaceAll(/\{[^}]*\}/g, '{}');

export interface NamedPath {
  readonly method: string;
  /** Below the root, without a query. */
  readonly path: string;
}

/** The paths that a cell names: methods outside of code, paths in it, or both in one piece. */
export function pathsOf(cell: string): NamedPath[] {
  const named: NamedPath[] = [];
  let methods: string[] = [];
  for (const [, words, inside] of cell.matchAll(
    /\b((?:GET|POST|PUT|PATCH|DELETE)(?:\/POST)?)(?= `)|`([^`]*)`/g,
  )) {
    if (words !== undefined) methods = words.split('/');
    const [, own, path] = /^(?:(GET|POST|PUT|PATCH|DELETE) )?(\/[^\s?]*)/.exec(inside ?? '') ?? [];
    if (own !== undefined) methods = [own];
    if (path !== undefined) named.push(...methods.map((method) => ({ method, path })));
  }
  return named;
}

/** The keys of the object shapes in a text, `{ slug, status?: active|closed }`, at any depth. */
export const keysOf = (text: string): string[] =>
  text
    .split('`')
    .filter((part, n) => n % 2 === 1 && !part.startsWith('/') && part.includes('{'))
    .map((shape) =>
      shape
        .replace(/^[^{[]*/, '')
        .replaceAll(/"[^"]*"/g, '')
        .replaceAll(/:[^,{}[\]]*/g, ''),
    )
    .flatMap((shape) => shape.match(/\b[a-z]\w*/g) ?? [])
    .filter((key) => key !== 'null');

/** The names in a list like `id, groupId (strings); side (enum)`, without what is in brackets. */
export const namesOf = (list: string): string[] =>
  list
    .replaceAll(/\([^()]*\)/g, '')
    .split(/[,;]/)
    .map((part) => part.trim().replace(/\?$/, ''))
    .filter((part) => /^[a-z]\w*$/.test(part));

/** The fields of a resource: the first column of its table, or its list of fields. */
export function resourceFields(lines: readonly string[]): string[] {
  const fromTable = rowsOf(lines)
    .filter(([first]) => first !== 'Field')
    .flatMap(([first = '']) => namesOf(first));
  const sentence = lines.find((line) => line.startsWith('Fields: '))?.slice('Fields: '.length);
  return [...fromTable, ...namesOf(sentence?.replace(/\.$/, '') ?? '')];
}

/** The numbers of the points of a numbered list. */
export const pointsOf = (lines: readonly string[]): number[] =>
  lines.flatMap((line) => (/^\d+\. /.test(line) ? [Number.parseInt(line, 10)] : []));
