/** Largest message of a client, as of a request body (contract 1.9), in bytes. */
export const MAX_CLIENT_MESSAGE_BYTES = 65_536;
/** Packets that may wait for one client; one that reads more slowly is dropped. */
export const MAX_BUFFERED_PACKETS = 1_000;
/** Bytes that may wait for one client. */
export const MAX_BUFFERED_BYTES = 4_194_304;
/** How often sockets are looked at: slow readers, ended keys, streams of other processes. */
export const UPKEEP_INTERVAL_MS = 1_000;
/** Prices are sent at most this often, four times a second (contract 13). */
export const TICK_INTERVAL_MS = 250;
/** What one socket may subscribe to at once. */
export const MAX_SUBSCRIPTIONS = 500;
/** Events of a stream that are read at once. */
export const STREAM_PAGE = 500;
