import type { SoakPart } from './part.ts';
import { count, table } from './text.ts';

const cell = (value: number | null): string => (value === null ? '' : `${value}`);

/** The section of the soak: what was done, what was caused, what grew. */
export function soakLines(part: SoakPart): string[] {
  const { minutes, seed, rate, requests, writes, reads, faults, growths, rows } = part;
  return [
    `${minutes} minutes, seed ${seed}, about ${rate} requests a second. Two processes run on one`,
    'database; one is killed and started again all the time, the other one lives on and is measured.',
    'A request without an answer is repeated with its key until it answers.',
    '',
    ...table(
      ['What', 'How many'],
      [
        ['requests, with those that were repeated', count(requests)],
        ['writes that got a definite answer, each compared with what is kept', count(writes)],
        ['reads', count(reads)],
        ['attempts that got no answer', count(part.unanswered)],
        ['attempts that were told to come again (429, 503)', count(part.toldToWait)],
        ['events over sockets, each compared with what is kept', count(part.events)],
        ['reconnections of these sockets', count(part.reconnections)],
        ['business hours that went by', count(part.businessHours)],
        ['complete checks of everything', count(part.checkpoints)],
        ['invariants in each', count(part.invariants)],
      ],
    ),
    '',
    '### Faults of the soak',
    '',
    'Operations are the requests under way when it came and those sent until everything was whole.',
    '',
    ...table(
      ['Fault', 'Times', 'Operations', 'Recovery, median', 'Recovery, worst'],
      faults.map(({ fault, times, operations, medianMs, worstMs }) => [
        ...[fault, count(times), count(operations)],
        ...[`${count(medianMs)} ms`, `${count(worstMs)} ms`],
      ]),
    ),
    '',
    '### Growth',
    '',
    'Of the process that lives on: medians of the first and of the last fifth of the time after the',
    `warm-up.${part.isJudged ? '' : ' This soak was too short to be judged by them.'}`,
    '',
    ...table(
      ['What', 'At first', 'At last', 'Growth', 'Bound', 'Holds'],
      growths.map(({ what, unit, first, last, growth, bound, ok }) => [
        ...[what, `${first.toFixed(1)} ${unit}`.trim(), `${last.toFixed(1)} ${unit}`.trim()],
        ...[`${(growth * 100).toFixed(1)} %`, bound, ok ? 'yes' : '**no**'],
      ]),
    ),
    '',
    'Over time:',
    '',
    ...table(
      [
        'Minute',
        'RSS MiB',
        'Heap MiB',
        'Handles',
        'Loop lag p99 ms',
        'DB connections',
        'Tables MiB',
        'Dead rows %',
      ],
      rows.map((row) => [
        ...[cell(row.minute), cell(row.rssMiB), cell(row.heapMiB), cell(row.handles)],
        ...[cell(row.lagP99Ms), cell(row.connections), cell(row.tablesMiB), cell(row.deadPercent)],
      ]),
    ),
    '',
    '### What was done',
    '',
    ...table(
      ['Write', 'Times'],
      Object.entries(part.byKind)
        .sort(([, m], [, n]) => n - m)
        .map(([kind, times]) => [kind, count(times)]),
    ),
    '',
    ...table(
      ['Result of a follow', 'Times'],
      Object.entries(part.follows)
        .sort(([, m], [, n]) => n - m)
        .map(([result, times]) => [result, count(times)]),
    ),
  ];
}
