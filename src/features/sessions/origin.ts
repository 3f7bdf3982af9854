import type { IncomingHttpHeaders } from 'node:http';
import { addressSet, callerAddress } from '../region/index.ts';
import type { Origin } from './deps.ts';

/** Reads where a request comes from, believing forwarding headers of trusted proxies alone. */
export type OriginOf = (request: {
  readonly peerAddress: string;
  readonly headers: IncomingHttpHeaders;
}) => Origin;

export function originReader(trustedProxies: readonly string[]): OriginOf {
  const isTrusted = addressSet(trustedProxies);
  return ({ peerAddress, headers }) => {
    const forwarded = headers['x-forwarded-for'];
    const last = Array.isArray(forwarded) ? forwarded.join(',') : forwarded;
    const ip = callerAddress(peerAddress, last, isTrusted);
    return { ip: ip === '' ? null : ip, userAgent: headers['user-agent'] ?? null };
  };
}

/** What attempts from an address count for: itself, or its /64, which is one customer's. */
export function networkOf(ip: string): string {
  if (!ip.includes(':') || ip.includes('.')) return ip;
  const [head = '', tail] = ip.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array<string>(zeros).fill('0'), ...right];
  return `${groups.slice(0, 4).join(':')}::/64`;
}
