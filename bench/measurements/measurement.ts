import type { Stage } from '../stage.ts';

/** One or some rows of the table. */
export interface Measurement {
  /** For `--only`. */
  readonly name: string;
  measure(stage: Stage): Promise<void>;
}
