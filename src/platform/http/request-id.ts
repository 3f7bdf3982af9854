import { randomBytes } from 'node:crypto';

const CALLERS_OWN = /^[A-Za-z0-9_-]{1,128}$/;

/**
 * Names requests: the caller's X-Request-Id when it is well formed, else one of this process, made
 * of a random prefix and a counter, since every request pays for it (contract 1.6).
 */
export function requestIds(): (header: string | string[] | undefined) => string {
  const prefix = randomBytes(9).toString('base64url');
  let count = 0;
  return (header) => {
    if (typeof header === 'string' && CALLERS_OWN.test(header)) return header;
    count += 1;
    return `${prefix}-${count.toString(36)}`;
  };
}
