/** Longest name of an external agent, in characters. */
export const AGENT_NAME_CHARACTERS = 50;
/** Longest address of a webhook, in characters. */
export const WEBHOOK_URL_CHARACTERS = 2_048;
/** Most external agents of one group. */
export const MAX_EXTERNAL_AGENTS = 10;
/** Longest text of an error that is shown, in characters. */
export const SHOWN_ERROR_CHARACTERS = 200;

/** How long after a failed run a built-in agent runs again, in ms of business time. */
export const RUN_RETRY_MS = 60_000;

/** How long a receiver may take for its whole answer, in ms. */
export const WEBHOOK_TIMEOUT_MS = 5_000;
/** Largest answer of a receiver that is read, in bytes. */
export const WEBHOOK_ANSWER_BYTES = 65_536;
/** Attempts of one delivery before it is given up. */
export const DELIVERY_ATTEMPTS = 8;
/** Pause after the first failed attempt, in ms; it doubles with each further one. */
export const FIRST_RETRY_MS = 1_000;
/** Longest pause between attempts, in ms. */
export const LONGEST_RETRY_MS = 300_000;
/** Given-up deliveries in a row after which an external agent is disabled. */
export const FAILURES_TO_DISABLE = 3;
/** How long an attempt belongs to the process that began it, in ms. */
export const DELIVERY_LEASE_MS = 15_000;
/** Receivers that one process calls at a time, each with one delivery. */
export const DELIVERIES_AT_ONCE = 64;
