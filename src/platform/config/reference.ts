import type { Variable } from './row.ts';
import { variables } from './variables.ts';

const rows: readonly Variable<unknown>[] = Object.values(variables);

function fallbackText(variable: Variable<unknown>): string {
  if (variable.fallbackNote !== undefined) return variable.fallbackNote;
  if (variable.fallback === null) return 'not set';
  return variable.fallback === '' ? 'empty' : `\`${variable.fallback}\``;
}

const plain = (markdown: string): string => markdown.replaceAll('`', '');

/** The text of `npm start -- --help`: each variable with its default and its meaning. */
export function configHelp(): string {
  const entries = rows.map((variable) => {
    const allowed = plain(variable.parser.allowed);
    return `  ${variable.name}\n      ${plain(variable.meaning)}\n      default: ${plain(fallbackText(variable))}; allowed: ${allowed}\n`;
  });
  return `Usage: npm start [-- --help]\n\nConfiguration is read from environment variables:\n\n${entries.join('\n')}`;
}

const cell = (text: string): string => text.replaceAll('|', '\\|');

/** The configuration page of the documentation, as Markdown. */
export function configReference(): string {
  const lines = rows.map((variable) => {
    const cells = [`\`${variable.name}\``, fallbackText(variable), variable.meaning];
    return `| ${[...cells, variable.parser.allowed].map(cell).join(' | ')} |`;
  });
  return [
    '# Configuration',
    '',
    'Everything is configured by environment variables. A malformed value or an unknown name that',
    'begins with `SKEIN_` stops the start with a message that says what is allowed.',
    '',
    '| Variable | Default | Meaning | Allowed |',
    '|---|---|---|---|',
    ...lines,
    '',
  ].join('\n');
}
