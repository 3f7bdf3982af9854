import { coveredFaults, notCovered } from './covered.ts';
import {
  type Failed,
  type FaultsPart,
  type FuzzPart,
  type Part,
  type PartName,
  partNames,
  type SimPart,
  type SoakPart,
  type TestFigure,
} from './part.ts';
import { soakLines } from './soak-page.ts';
import { count, link, seconds, sum, table } from './text.ts';

const titles: Readonly<Record<PartName, string>> = {
  faults: 'Faults one by one',
  sim: 'Simulator',
  fuzz: 'Hostile input',
  soak: 'Soak',
};

/** What each part does, for the summary. */
const what: Readonly<Record<PartName, string>> = {
  faults: 'tests that cause one fault each and look at everything afterwards',
  sim: 'random operations with random faults, each run repeatable from its seed',
  fuzz: 'requests, GraphQL operations and socket messages made to break something',
  soak: 'two processes under mixed load for long, with faults all the time',
};

/** The fault report of `docs/operating`, made of the parts that were run. */
export function pageOf(parts: readonly (Part | Failed)[]): string {
  const lines = [
    '# Fault report',
    '',
    '<!-- Written by `npm run evidence`; changes by hand are lost. -->',
    '',
    'What was done to the service to break it, and what became of it. After every fault no',
    'acknowledged write may be lost, none may be done twice, and every invariant of the',
    '[audit](audit.md) must hold.',
    '',
    '## Summary',
    '',
    ...table(['Part', 'What it does', 'Result', 'Commit', 'Run at', 'Took'], summary(parts)),
    '',
    ...machines(parts),
    'Run it again with `npm run build && npm run evidence`. Parts of it: `npm run evidence -- --only',
    'soak`, `--soak-minutes 30`, `--seeds 200`. The figures behind this page are in',
    '[evidence](evidence/).',
    '',
    ...failures(parts),
    ...parts.flatMap((part) => (isFailed(part) ? [] : sectionOf(part))),
    '## Which fault is covered by what',
    '',
    ...table(['Area', 'Fault', 'Caused by'], coveredFaults.map(coverageRow)),
    '',
    '## Not covered',
    '',
    ...notCovered.map((one) => `- ${one}`),
  ];
  return `${lines.join('\n')}\n`;
}

const isFailed = (part: Part | Failed): part is Failed =>
  !('seed' in part || 'seeds' in part || 'files' in part);

function summary(parts: readonly (Part | Failed)[]): string[][] {
  return partNames.map((name) => {
    const part = parts.find((one) => one.part === name);
    if (part === undefined) return [titles[name], what[name], 'not run yet', '', '', ''];
    const result = part.passed ? 'passed' : '**FAILED**';
    const at = part.date.replace('T', ' ').replace('Z', ' UTC');
    return [titles[name], what[name], result, part.commit, at, seconds(part.seconds)];
  });
}

function machines(parts: readonly (Part | Failed)[]): string[] {
  const all = [...new Set(parts.map(({ machine, node }) => `${machine}, Node ${node}`))];
  return all.length === 0 ? [] : [`Machine: ${all.join('; ')}.`, ''];
}

function failures(parts: readonly (Part | Failed)[]): string[] {
  const failed = parts.filter(({ passed }) => !passed);
  if (failed.length === 0) return [];
  return [
    '## What has failed',
    '',
    ...failed.flatMap(({ part, problems }) =>
      problems.map((one) => `- ${titles[part]}: \`${one.replaceAll('`', "'")}\``),
    ),
    '',
  ];
}

function sectionOf(part: Part): string[] {
  const head = ['', `\`${part.command}\``, ''];
  const title = `## ${titles[part.part]}`;
  const body = {
    faults: () => faultLines(part as FaultsPart),
    sim: () => simLines(part as SimPart),
    fuzz: () => fuzzLines(part as FuzzPart),
    soak: () => soakLines(part as SoakPart),
  }[part.part]();
  return [title, ...head, ...body, ''];
}

function faultLines({ files, faults }: FaultsPart): string[] {
  const tests = sum(files.map((one) => one.tests));
  const met = sum(faults.map(({ operations }) => operations));
  const areas = [...new Set(faults.map(({ area }) => area))].sort();
  return [
    `${count(tests)} tests in ${files.length} files, ${count(sum(files.map((one) => one.failed)))} of`,
    `them failed. ${count(sum(faults.map(({ times }) => times)))} faults were caused and met by`,
    `${count(met)} operations. Recovery is the time from the end of a fault until everything was whole`,
    'again.',
    ...areas.flatMap((area) => [
      '',
      `### ${area.charAt(0).toUpperCase()}${area.slice(1)}`,
      '',
      ...table(
        ['Fault', 'Times', 'Operations', 'Recovery, median', 'Recovery, worst', 'Test'],
        faults
          .filter((one) => one.area === area)
          .map(({ fault, times, operations, medianMs, worstMs, test }) => [
            ...[fault, count(times), count(operations)],
            ...[`${count(medianMs)} ms`, `${count(worstMs)} ms`, link(test)],
          ]),
      ),
    ]),
    '',
    '### Test files',
    '',
    ...fileTable(files),
  ];
}

const fileTable = (files: readonly TestFigure[]): readonly string[] =>
  table(
    ['File', 'Tests', 'Failed'],
    files.map(({ file, tests, failed }) => [link(file), count(tests), count(failed)]),
  );

const figures = (record: Readonly<Record<string, number>>): string[][] =>
  Object.entries(record)
    .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    .map(([name, n]) => [name, count(n)]);

function simLines(part: SimPart): string[] {
  const { seeds, from, operations, audits, violations, faults, followRows, digest } = part;
  const follows = typeof followRows === 'number' ? followRows : sum(Object.values(followRows));
  return [
    `${count(seeds)} seeds from ${from} on; ${count(operations)} operations with`,
    `${count(sum(Object.values(faults)))} faults, ${count(follows)} follows, ${count(audits)} audits.`,
    `Violations: ${violations}. The digest of all answers is \`${digest}\`; the same commit and seeds`,
    'give it again.',
    '',
    ...table(['Operation', 'Times'], figures(part.byOperation)),
    '',
    ...table(['Answer', 'Times'], figures(part.byAnswerCode)),
    '',
    ...table(['Fault', 'Times'], figures(faults)),
  ];
}

function fuzzLines({ seeds, sent, files }: FuzzPart): string[] {
  return [
    'Every request gets an answer of the catalogue or a good one, never a 5xx; books and shapes are',
    `looked at afterwards. Seeds: ${seeds.join(', ')}.`,
    '',
    ...table(['Sent to', 'Requests or messages'], figures(sent)),
    '',
    ...fileTable(files),
  ];
}

function coverageRow({ area, fault, by }: (typeof coveredFaults)[number]): string[] {
  const links = by.map((one) => (one.endsWith('.ts') ? link(one) : one));
  return [area, fault, links.length === 0 ? '**nothing yet**' : links.join(', ')];
}
