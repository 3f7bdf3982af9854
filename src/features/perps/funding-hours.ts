/** Length of a funding interval of every market, in milliseconds. */
export const HOUR_MS = 3_600_000;

/** The start of the hour in which an instant lies. */
export const hourOf = (atMs: number): number => Math.floor(atMs / HOUR_MS) * HOUR_MS;

/** The end of the hour in which an instant lies: the next one for the start of an hour. */
export const nextHour = (atMs: number): number => hourOf(atMs) + HOUR_MS;
