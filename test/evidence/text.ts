/** A table of Markdown; bars in a cell do not end it. */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)];
}

/** A whole number with commas between thousands. */
export const count = (value: number): string =>
  `${Math.round(value)}`.replace(/\B(?=(\d{3})+$)/g, ',');

export const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

export const seconds = (value: number): string =>
  value < 120 ? `${value} s` : `${Math.round(value / 60)} min`;

/** A link from `docs/operating` to a file of the repository, named without its folder. */
export const link = (path: string): string =>
  `[${path.replace(/^.*\//, '').replace(/\.test\.ts$/, '')}](../../${path})`;
