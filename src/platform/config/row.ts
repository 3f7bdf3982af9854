import type { Parser } from './parsers.ts';

/** One row of the table behind parsing, `--help` and the configuration page. */
export interface Variable<Value> {
  readonly name: string;
  /** Text that is parsed when the variable is not set; null: the value is then null. */
  readonly fallback: string | null;
  /** How an unset variable is described where the default is no fixed text. */
  readonly fallbackNote?: string;
  readonly meaning: string;
  readonly parser: Parser<Value>;
  /** A secret's value is never repeated in a message. */
  readonly secret?: boolean;
}

type Row = Omit<Variable<unknown>, 'fallback' | 'parser'>;

export const always = <Value>(
  row: Row & { fallback: string; parser: Parser<Value> },
): Variable<Value> => row;
export const optional = <Value>(row: Row & { parser: Parser<Value> }): Variable<Value | null> => ({
  ...row,
  fallback: null,
});
