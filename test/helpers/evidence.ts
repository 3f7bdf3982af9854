import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { systemClock } from '../../src/platform/clock.ts';

/** Where notes of faults are gathered; set by `npm run evidence` alone. */
const notesFile = process.env.SKEIN_EVIDENCE;

/** True with `npm run evidence`: every case of every fault runs. Otherwise the quick ones alone do. */
export const thorough = notesFile !== undefined;

/** The cases of this run: all of them with `npm run evidence`, otherwise those marked `quick`. */
export const casesOf = <Case extends { readonly quick?: boolean }>(
  cases: readonly Case[],
): readonly Case[] => (thorough ? cases : cases.filter(({ quick }) => quick === true));

export type FaultArea =
  | 'process'
  | 'database'
  | 'network'
  | 'duplicates and order'
  | 'time'
  | 'venue'
  | 'abuse';

/** One fault that a test has caused and seen survived: a line of the fault report. */
export interface FaultNote {
  readonly area: FaultArea;
  /** The fault in words, as the report prints it: `kill -9 at engine.after-commit`. */
  readonly fault: string;
  /** Requests, follow rows or other units of work that met the fault. */
  readonly operations: number;
  /** From the end of the fault until everything was whole again, in milliseconds. */
  readonly recoveryMs: number;
}

/** Notes a fault for the report of `npm run evidence`; without it a no-op. */
export const noteFault = (fault: FaultNote): void => note(fault);

/** Hostile requests or messages that a test has sent and seen answered as they should be. */
export interface FuzzNote {
  /** What they were sent to: `routes`, `GraphQL`, `sockets`. */
  readonly fuzz: string;
  readonly seed: number;
  readonly sent: number;
}

/** Notes what was sent for the report of `npm run evidence`; without it a no-op. */
export const noteFuzz = (sent: FuzzNote): void => note(sent);

const repository = fileURLToPath(new URL('../../', import.meta.url));

function note(line: FaultNote | FuzzNote): void {
  if (notesFile === undefined) return;
  const test = relative(repository, expect.getState().testPath ?? '');
  appendFileSync(notesFile, `${JSON.stringify({ ...line, test })}\n`);
}

/** Starts to measure a recovery; the answer tells the milliseconds since. */
export function stopwatch(): () => number {
  const from = systemClock.now();
  return () => systemClock.now() - from;
}
