import type pg from 'pg';

/**
 * The server gives a statement up after 5 s, so that an answer which is not there by now will not
 * come: the link is half-open, its other end gone or cut off without a word. Nothing but a limit
 * of our own finds that out.
 */
export const ANSWER_LIMIT_MS = 8_000;
/** How long the server may take to say goodbye. */
const GOODBYE_LIMIT_MS = 1_000;

/** Cuts the connection of a client: whatever waits on it fails at once. */
export const cutClient = (client: pg.Client): void => void client.connection.stream.destroy();

/** Ends a session politely; one whose server does not answer any more is cut. Never rejects. */
export async function endClient(client: pg.Client): Promise<void> {
  const limit = setTimeout(() => cutClient(client), GOODBYE_LIMIT_MS);
  await client.end().catch(() => undefined);
  clearTimeout(limit);
}
