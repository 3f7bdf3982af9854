import type { Answer } from '../helpers/client.ts';

/** What no client is to learn of the service. */
const inside = /node_modules|\bat .*\.[jt]s:\d|select .* from |syntax error at/i;

/** A refusal has the one body of all errors, and nothing of the inside in it. */
export function problemOf({ status, body }: Answer): string | null {
  if (status >= 500 && status !== 503) return `answered ${status}: ${JSON.stringify(body)}`;
  if (status < 400) return null;
  const { statusCode, code, message, retryable } = body ?? {};
  const whole =
    statusCode === status &&
    typeof code === 'string' &&
    (typeof message === 'string' || Array.isArray(message)) &&
    typeof retryable === 'boolean';
  if (!whole) return `a refusal without the documented body: ${JSON.stringify(body)}`;
  return inside.test(JSON.stringify(body)) ? `tells of the inside: ${JSON.stringify(body)}` : null;
}
