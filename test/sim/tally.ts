/** Counts of one run or of many; what the report is made of. */
export interface Tally {
  operations: number;
  audits: number;
  readonly byOperation: Record<string, number>;
  readonly byAnswerCode: Record<string, number>;
  readonly followRows: Record<string, number>;
  readonly faults: Record<string, number>;
  /** The longest time from a death until the process answered again. */
  worstRecovery: { virtualMs: number; realMs: number };
}

export const emptyTally = (): Tally => ({
  operations: 0,
  audits: 0,
  byOperation: {},
  byAnswerCode: {},
  followRows: {},
  faults: {},
  worstRecovery: { virtualMs: 0, realMs: 0 },
});

export function count(counts: Record<string, number>, name: string, by = 1): void {
  counts[name] = (counts[name] ?? 0) + by;
}

/** Adds the second tally to the first. */
export function addTally(to: Tally, { worstRecovery, operations, audits, ...counts }: Tally): void {
  to.operations += operations;
  to.audits += audits;
  for (const kind of ['byOperation', 'byAnswerCode', 'followRows', 'faults'] as const) {
    for (const [name, by] of Object.entries(counts[kind])) count(to[kind], name, by);
  }
  to.worstRecovery = {
    virtualMs: Math.max(to.worstRecovery.virtualMs, worstRecovery.virtualMs),
    realMs: Math.max(to.worstRecovery.realMs, worstRecovery.realMs),
  };
}
