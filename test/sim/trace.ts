import { createHash } from 'node:crypto';

/** Lines that are kept to show how a violation came about. */
const SHOWN_LINES = 25;

/** The ordered record of a run: what was asked, what was answered. */
export interface Trace {
  line(...words: readonly (string | number)[]): void;
  readonly latest: readonly string[];
  /** Of all lines so far. */
  digest(): string;
}

export const shortHash = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 16);

export function openTrace(show: (line: string) => void = () => {}): Trace {
  const hash = createHash('sha256');
  const latest: string[] = [];
  return {
    line(...words) {
      const line = words.join(' ');
      hash.update(`${line}\n`);
      latest.push(line);
      if (latest.length > SHOWN_LINES) latest.shift();
      show(line);
    },
    latest,
    digest: () => hash.copy().digest('hex').slice(0, 32),
  };
}
