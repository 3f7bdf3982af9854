import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestFigure } from './part.ts';

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const PROBLEM_CHARACTERS = 300;

/** Runs a program in the repository; its exit code. What it prints is shown. */
export function run(
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<number> {
  const child = spawn(process.execPath, [...argv], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: 'inherit',
  });
  return new Promise((resolve) => {
    child.once('error', () => resolve(1));
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

export interface TestRun<Note> {
  readonly files: readonly TestFigure[];
  readonly problems: readonly string[];
  /** What the tests have noted. */
  readonly notes: readonly Note[];
}

interface JsonReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/** One line without colours or the place of the repository, cut. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours of a terminal are such.
const COLOURS = /\u001b\[[0-9;]*m/g;
const brief = (text: string): string =>
  text.replaceAll(ROOT, '').replace(COLOURS, '').replace(/\s+/g, ' ').slice(0, PROBLEM_CHARACTERS);

/** Runs test files with every case of every fault, and gathers what they have noted. */
export async function runTests<Note>(
  paths: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<TestRun<Note>> {
  const folder = await mkdtemp(join(tmpdir(), 'skein-evidence-'));
  try {
    const [notes, output] = [join(folder, 'notes.jsonl'), join(folder, 'report.json')];
    const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${output}`];
    const argv = ['node_modules/vitest/vitest.mjs', 'run', ...paths, ...reporters];
    const code = await run(argv, { SKEIN_EVIDENCE: notes, ...env });
    const noted = await readFile(notes, 'utf8').catch(() => '');
    const lines = noted.split('\n').filter((line) => line !== '');
    const text = await readFile(output, 'utf8').catch(() => '{"testResults":[]}');
    const result = figuresOf(JSON.parse(text) as JsonReport);
    const isSilent = code !== 0 && result.problems.length === 0;
    return {
      ...result,
      problems: isSilent ? [`vitest ended with ${code}`] : result.problems,
      notes: lines.map((line) => JSON.parse(line) as Note),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function figuresOf({ testResults }: JsonReport): Pick<TestRun<never>, 'files' | 'problems'> {
  const problems: string[] = [];
  const files = testResults.map(({ name, status, message, assertionResults }) => {
    const file = relative(ROOT, name);
    const failed = assertionResults.filter((one) => one.status === 'failed');
    for (const { fullName, failureMessages } of failed) {
      problems.push(brief(`${file}: ${fullName}: ${failureMessages[0] ?? ''}`));
    }
    if (status === 'failed' && failed.length === 0) problems.push(brief(`${file}: ${message}`));
    const tests = assertionResults.filter((one) => one.status !== 'pending').length;
    return { file, tests, failed: failed.length };
  });
  return { files: files.sort((a, b) => (a.file < b.file ? -1 : 1)), problems };
}
