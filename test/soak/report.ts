import type { Growth } from './bounds.ts';
import type { FaultRow } from './faults.ts';
import type { Counts } from './recorder.ts';
import type { Sample, TableSize } from './samples.ts';
import type { StreamFigures } from './streams.ts';

/** One look at everything while nothing was under way. */
export interface Checkpoint {
  readonly atSeconds: number;
  /** Writes that were compared with what is kept. */
  readonly writes: number;
  readonly invariants: number;
  readonly problems: readonly string[];
}

/** What `npm run soak -- --report` writes. */
export interface SoakReport {
  readonly minutes: number;
  readonly seed: number;
  readonly rate: number;
  readonly seconds: number;
  readonly passed: boolean;
  /** What broke a bound or a promise, in words. */
  readonly problems: readonly string[];
  readonly counts: Counts;
  readonly follows: Readonly<Record<string, number>>;
  readonly streams: StreamFigures;
  readonly businessHours: number;
  readonly checkpoints: readonly Checkpoint[];
  readonly faults: readonly FaultRow[];
  /** Whether it was long enough for growth to be judged. */
  readonly isJudged: boolean;
  readonly growths: readonly Growth[];
  readonly tables: readonly TableSize[];
  readonly samples: readonly Sample[];
}
