import { type DestinationStream, destination, type Logger, pino } from 'pino';
import type { Config } from './config.ts';

export type Log = Logger;

const MASK = '[redacted]';
/** A key, or the public prefix of one with more than its six characters (contract 3). */
const API_KEY = /svc_[0-9A-Za-z]{7,}/g;
const BEARER = /\b(bearer|basic)\s+[A-Za-z0-9._~+/=-]+/gi;
const JWT = /\beyJ[\w-]{8,}\.[\w-]+\.[\w-]+/g;
/** User and password of a connection string. */
const URL_CREDENTIALS = /\b([a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/@"\\]+@/gi;
/** Fields that hold secrets, at any depth of the line and in JSON that was quoted into a text. */
const SECRET_FIELD =
  /(\\?")([\w-]*(?:authorization|cookie|password|passwd|secret|api[-_]?key|(?:access|refresh|session|sandbox|id)[-_]?token|totp|database_?url|connection_?string))\1\s*:\s*\1(?:[^"\\]|\\.)*?\1/gi;

/**
 * Takes secrets out of a finished line of JSON: authorization headers, keys, session tokens,
 * passwords and the credentials of connection strings, wherever they stand.
 */
export function maskSecrets(line: string): string {
  return line
    .replace(SECRET_FIELD, `$1$2$1:$1${MASK}$1`)
    .replace(URL_CREDENTIALS, `$1${MASK}@`)
    .replace(BEARER, `$1 ${MASK}`)
    .replace(JWT, MASK)
    .replace(API_KEY, `svc_${MASK}`);
}

/** The log of the process: one JSON object per line on standard output, without secrets. */
export function createLog(
  options: { level: Config['logLevel'] },
  output: DestinationStream = destination({ fd: 1, sync: true }),
): Log {
  return pino(
    {
      level: options.level,
      base: null,
      formatters: { level: (label) => ({ level: label }) },
      hooks: { streamWrite: maskSecrets },
    },
    output,
  );
}
