// Decides which addresses sign-in may reach. A server names URLs that Misfire then requests. A server on the internet could use
// that to reach a router, a cloud's metadata service or another local program (server-side request forgery).

import { type LookupAddress, lookup as resolveName } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

export type Reach = 'public' | 'private' | 'loopback' | 'link_local';

const ranges: Record<Exclude<Reach, 'public'>, [net: string, bits: number, family: 'ipv4' | 'ipv6'][]> = {
  // 0.0.0.0 and :: reach this machine too.
  loopback: [
    ['127.0.0.0', 8, 'ipv4'],
    ['0.0.0.0', 8, 'ipv4'],
    ['::1', 128, 'ipv6'],
    ['::', 128, 'ipv6'],
  ],
  link_local: [
    ['169.254.0.0', 16, 'ipv4'],
    ['fe80::', 10, 'ipv6'],
  ],
  // RFC 1918, carrier-grade NAT, benchmarks, multicast and reserved; RFC 4193 in IPv6, and addresses that map to IPv4 there.
  private: [
    ['10.0.0.0', 8, 'ipv4'],
    ['172.16.0.0', 12, 'ipv4'],
    ['192.168.0.0', 16, 'ipv4'],
    ['100.64.0.0', 10, 'ipv4'],
    ['192.0.0.0', 24, 'ipv4'],
    ['198.18.0.0', 15, 'ipv4'],
    ['224.0.0.0', 3, 'ipv4'],
    ['fc00::', 7, 'ipv6'],
    ['ff00::', 8, 'ipv6'],
    ['64:ff9b::', 96, 'ipv6'],
    ['2002::', 16, 'ipv6'],
  ],
};

const lists = Object.entries(ranges).map(([reach, nets]) => {
  const list = new BlockList();
  for (const [net, bits, family] of nets) list.addSubnet(net, bits, family);
  return { reach: reach as Reach, list };
});

export function reachOf(address: string): Reach {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  return lists.find(({ list }) => list.check(address, family))?.reach ?? 'public';
}

/** The addresses that a server of this kind may name. Cloud metadata services use link-local ones. */
const allowed: Record<Reach, readonly Reach[]> = {
  public: ['public'],
  private: ['public', 'private'],
  loopback: ['public', 'private', 'loopback'],
  link_local: ['public', 'private', 'link_local'],
};

export class AddressGuard {
  readonly #from: Reach;
  readonly #server: URL;

  private constructor(server: URL, from: Reach) {
    this.#server = server;
    this.#from = from;
  }

  /** A server whose name does not resolve counts as one on the internet. */
  static async of(server: URL): Promise<AddressGuard> {
    const host = bareHost(server);
    if (isIP(host) !== 0) return new AddressGuard(server, reachOf(host));
    const found = await new Promise<LookupAddress[]>((resolve) => {
      resolveName(host, { all: true }, (error, addresses) => resolve(error ? [] : addresses));
    });
    const reaches = found.map(({ address }) => reachOf(address));
    const [first] = reaches;
    return new AddressGuard(server, first && reaches.every((reach) => reach === first) ? first : 'public');
  }

  /** For a numeric address, which needs no lookup; null: it may be reached. */
  problemWith(url: URL): Error | null {
    const host = bareHost(url);
    return isIP(host) === 0 ? null : this.#judge(host, url.host);
  }

  /** Resolves a name and connects only to allowed addresses, so that the name cannot change in between. */
  readonly lookup: LookupFunction = (host, options, answer) => {
    resolveName(host, { ...options, all: true }, (error, addresses) => {
      const problem =
        error ?? addresses.map(({ address }) => this.#judge(address, host)).find((found) => found !== null);
      const [first] = addresses ?? [];
      if (problem || !first) answer(problem ?? new Error('No address.'), '');
      else if (options.all) answer(null, addresses);
      else answer(null, first.address, first.family);
    });
  };

  #judge(address: string, shown: string): NodeJS.ErrnoException | null {
    const reach = reachOf(address);
    if (allowed[this.#from].includes(reach)) return null;
    const where = {
      public: '',
      private: 'in a private network',
      loopback: 'on this machine',
      link_local: 'link-local',
    };
    const message = `${this.#server.host} names ${shown}, which is ${where[reach]}. Misfire does not go there for it.`;
    return Object.assign(new Error(message), { code: 'BLOCKED' });
  }
}

export function isLoopbackHost(url: URL): boolean {
  const host = bareHost(url);
  return host === 'localhost' || (isIP(host) !== 0 && reachOf(host) === 'loopback');
}

function bareHost(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1');
}
