import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { invalid } from '../../errors/app-error.ts';
import { WEBHOOK_URL_CHARACTERS } from './limits.ts';

export interface Address {
  readonly address: string;
  readonly family: 4 | 6;
}

/** How a host name becomes addresses. */
export type Resolve = (host: string) => Promise<readonly Address[]>;

export interface WebhookRules {
  /** Hosts that the operator allows whatever their address, in small letters (SKEIN_WEBHOOK_ALLOW). */
  readonly allow: readonly string[];
  readonly resolve: Resolve;
}

export const resolveHost: Resolve = async (host) =>
  (await lookup(host, { all: true })).map(({ address, family }) => ({
    address,
    family: family === 6 ? 6 : 4,
  }));

/** What is not on the public internet (IANA special-purpose registries, RFC 6890 and later ones). */
const closed = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  closed.addSubnet(network, bits, 'ipv4');
}
// Of IPv6 only 2000::/3 is given out; in it are tunnels, which may lead to any IPv4 address.
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  closed.addSubnet(network, bits, 'ipv6');
}
const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');

/** Whether an address is one of the public internet: no private, loopback or other special one. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !closed.check(address, 'ipv4');
  return version === 6 && global6.check(address, 'ipv6') && !closed.check(address, 'ipv6');
}

/** The host of a URL as a name or a bare address, in small letters. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '').toLowerCase();

/**
 * The URL of a webhook. VALIDATION_FAILED unless it is https without a user name, or http to an
 * allowed host.
 */
export function webhookUrl(text: string, { allow }: Pick<WebhookRules, 'allow'>): URL {
  if (text.length > WEBHOOK_URL_CHARACTERS || !URL.canParse(text)) {
    throw invalid(`body.url must be a URL of at most ${WEBHOOK_URL_CHARACTERS} characters`);
  }
  const url = new URL(text);
  const plain = url.protocol === 'http:' && allow.includes(hostOf(url));
  if (url.protocol !== 'https:' && !plain) throw invalid('body.url must be an https URL');
  if (url.username !== '' || url.password !== '') {
    throw invalid('body.url must not hold a user name or a password');
  }
  return url;
}

/** The host of a webhook has an address that is not public, or none. */
export class AddressRefused extends Error {}

/** It has none now, which may be for want of a name server. */
export class NoAddress extends AddressRefused {}

/**
 * The addresses to connect to: those of the host, each of them public unless the host is allowed.
 * Throws AddressRefused. Asked again before each call, and the call goes to one of these only, so
 * that a name whose address changes leads nowhere else.
 */
export async function addressesOf(
  url: URL,
  { allow, resolve }: WebhookRules,
): Promise<readonly Address[]> {
  const host = hostOf(url);
  const version = isIP(host);
  const found =
    version === 0 ? await resolved(resolve, host) : [{ address: host, family: version as 4 | 6 }];
  if (found.length === 0) throw new NoAddress(`${host} has no address`);
  if (allow.includes(host)) return found;
  // One address that is not public spoils the name: the others may be there to pass this check.
  if (found.every(({ address }) => isPublicAddress(address))) return found;
  throw new AddressRefused(`${host} is not on the public internet`);
}

async function resolved(resolve: Resolve, host: string): Promise<readonly Address[]> {
  try {
    return await resolve(host);
  } catch {
    return [];
  }
}
