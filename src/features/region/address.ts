import { BlockList, isIP } from 'node:net';

/** An address without zone and IPv4-in-IPv6 dress; null when the text is no IP address. */
export function plainAddress(text: string): string | null {
  const bare = (text.trim().split('%')[0] ?? '').replace(/^::ffff:(?=\d+\.)/i, '');
  return isIP(bare) === 0 ? null : bare;
}

/** A test whether an address is one of the given addresses and CIDR networks. */
export function addressSet(networks: readonly string[]): (address: string) => boolean {
  if (networks.length === 0) return () => false;
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => {
    const plain = plainAddress(address);
    return plain !== null && list.check(plain, isIP(plain) === 4 ? 'ipv4' : 'ipv6');
  };
}

/**
 * Who really calls: the peer, or, when that is a trusted proxy, the last address in
 * X-Forwarded-For that is not a trusted proxy itself. Anything before that one is hearsay.
 */
export function callerAddress(
  peer: string,
  forwardedFor: string | undefined,
  isTrusted: (address: string) => boolean,
): string {
  let caller = peer;
  const hops = forwardedFor?.split(',') ?? [];
  while (isTrusted(caller)) {
    const before = hops.pop();
    if (before === undefined) return caller;
    // What a trusted proxy could not name is nobody known.
    caller = plainAddress(before) ?? '';
  }
  return caller;
}
