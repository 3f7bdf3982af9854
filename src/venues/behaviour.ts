/**
 * How a paper venue answers, as the sandbox has scripted it (contract 15). `ok` fills at once;
 * `slow`, `pending` and both `unknown` modes answer later, at the price of submission.
 */
export const venueModes = [
  'ok',
  'down',
  'slow',
  'reject',
  'no-liquidity',
  'unknown-then-filled',
  'unknown-then-failed',
  'pending',
] as const;

export type VenueMode = (typeof venueModes)[number];

export interface VenueBehaviour {
  readonly mode: VenueMode;
  /** When a late answer becomes known, in real milliseconds after submission. */
  readonly delayMs: number;
  /** Submissions still affected; null = until changed. */
  readonly count: number | null;
}

export const DEFAULT_VENUE_DELAY_MS = 1_000;

export const venueOk: VenueBehaviour = { mode: 'ok', delayMs: DEFAULT_VENUE_DELAY_MS, count: null };

/** The behaviour after one more submission. */
export function afterSubmission(behaviour: VenueBehaviour): VenueBehaviour {
  if (behaviour.count === null) return behaviour;
  return behaviour.count <= 1 ? venueOk : { ...behaviour, count: behaviour.count - 1 };
}

/** Reads the text kept in the setting row; a missing row is a venue that answers normally. */
export const parseBehaviour = (text: string | undefined): VenueBehaviour =>
  text === undefined ? venueOk : (JSON.parse(text) as VenueBehaviour);
