/** Longest content of a message, in characters (contract 10). */
export const CONTENT_CHARACTERS = 4_000;
/** Longest address of an IMAGE, in characters. */
export const IMAGE_URL_CHARACTERS = 2_048;
/** Longest id that a client gives a message of its own, in characters. */
export const CLIENT_ID_CHARACTERS = 64;
/** Longest reason of a report, in characters. */
export const REPORT_REASON_CHARACTERS = 500;
