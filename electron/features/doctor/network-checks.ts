// The path to a server, step by step, without sending anything: its address, its name, its port, its certificate. Owns these four checks.
// Sockets are opened and closed again; only the attempt that follows speaks MCP.

import { lookup } from 'node:dns/promises';
import { connect as connectTcp, isIP } from 'node:net';
import { recordedUrl } from '../../transports/credential-text.ts';
import { again, broken, type DoctorFinding, edit, elsewhere, fine } from './doctor-finding.ts';
import { meetTls, type TlsMeeting } from './tls-meeting.ts';

export interface Route {
  url: URL;
  /** All addresses that the name resolves to. */
  addresses: string[];
  port: number;
}

export interface Patience {
  dnsMs: number;
  tcpMs: number;
  tlsMs: number;
  /** Trusted authorities; omitted: Misfire's defaults. */
  ca?: string;
}

const mostAddresses = 6;

export function checkAddress(text: string): { finding: DoctorFinding; url: URL | null } {
  const url = URL.canParse(text) ? new URL(text) : null;
  const bad = (words: string, fix: string) => ({
    finding: broken('address', words, [`Address  ${text}`], [edit(fix)]),
    url: null,
  });
  if (!url) return bad('The address cannot be read.', 'Correct the address. It looks like https://example.com/mcp.');
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return bad(
      `The address begins with ${url.protocol}//, which is not HTTP.`,
      'Write an address that begins with https:// or http://.',
    );
  const { port } = url;
  if (port === '0') return bad('Port 0 cannot be connected to.', 'Write the port that the server says it listens on.');
  return { finding: fine('address', `It is ${recordedUrl(url)}.`), url };
}

export async function resolveHost(
  url: URL,
  patience: Patience,
  signal: AbortSignal,
): Promise<{ finding: DoctorFinding; addresses: string[] }> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host))
    return { finding: fine('dns', 'The address is a number, so no name has to be looked up.'), addresses: [host] };
  const found = await settleWithin(lookup(host, { all: true }), patience.dnsMs, signal);
  if (found.kind === 'done') {
    const addresses = [...new Set(found.value.map(({ address }) => address))].slice(0, mostAddresses);
    return { finding: fine('dns', `${host} is ${addresses.join(', ')}.`), addresses };
  }
  const code = found.kind === 'late' ? 'no answer in time' : codeOf(found.error);
  const words =
    code === 'ENOTFOUND'
      ? `There is no machine called “${host}”.`
      : `The name “${host}” could not be looked up (${code}).`;
  const finding = broken(
    'dns',
    words,
    [`Name  ${host}`, `Looked up  ${code}`],
    [
      edit(`Correct the name “${host}” in the address.`),
      elsewhere('If it is a name of a private network, connect to that network (VPN) first.'),
      ...(code === 'ENOTFOUND' ? [] : [again('If this machine was offline, connect again.')]),
    ],
  );
  return { finding, addresses: [] };
}

export async function checkPort(
  { url, addresses, port }: Route,
  patience: Patience,
  signal: AbortSignal,
): Promise<{ finding: DoctorFinding; open: string[] }> {
  const tries = await Promise.all(
    addresses.map(async (address) => ({ address, code: await knock(address, port, patience.tcpMs, signal) })),
  );
  const open = tries.filter(({ code }) => code === '').map(({ address }) => address);
  const lines = tries.map(
    ({ address, code }) => `${atPort(address, port)}  ${code === '' ? 'open' : knockWords(code)}`,
  );
  if (open.length > 0) return { finding: fine('tcp', `Port ${port} is open.`, lines), open };
  const codes = new Set(tries.map(({ code }) => code));
  const onlyHere = addresses.every((address) => /^127\.|^::1$/.test(address));
  if (codes.has('ECONNREFUSED')) {
    const finding = broken('tcp', `${url.hostname} refused the connection on port ${port}.`, lines, [
      elsewhere('Start the server, and look at which port it says it listens on.'),
      edit(`Correct the port in the address if it is not ${port}.`),
      ...(onlyHere
        ? [
            elsewhere(
              'If it runs in a container or another machine, publish its port (docker run -p) or use that machine’s name.',
            ),
          ]
        : []),
    ]);
    return { finding, open };
  }
  if (codes.has('ETIMEDOUT')) {
    const finding = broken('tcp', `${url.hostname} does not answer on port ${port}.`, lines, [
      elsewhere('A firewall may be in between, or the machine is off. Check both, and your VPN.'),
      edit(`Correct the address if the port is not ${port}.`),
    ]);
    return { finding, open };
  }
  const finding = broken('tcp', `There is no way to ${url.hostname} from here.`, lines, [
    elsewhere('Connect to the network that it is in (VPN, Wi-Fi), then check again.'),
    edit('Correct the address.'),
  ]);
  return { finding, open };
}

/** '' if the port is open, otherwise the error code. */
function knock(address: string, port: number, ms: number, signal: AbortSignal): Promise<string> {
  return new Promise((resolve) => {
    const socket = connectTcp({ host: address, port });
    const end = (code: string) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      socket.destroy();
      resolve(code);
    };
    const stop = () => end('ABORTED');
    const timer = setTimeout(() => end('ETIMEDOUT'), ms);
    signal.addEventListener('abort', stop, { once: true });
    socket.once('connect', () => end(''));
    socket.on('error', (error) => end(codeOf(error)));
  });
}

function knockWords(code: string): string {
  const words: Record<string, string> = {
    ECONNREFUSED: 'refused: no server on this port',
    ETIMEDOUT: 'no answer',
    EHOSTUNREACH: 'no way to this machine',
    ENETUNREACH: 'no way to this network',
    EADDRNOTAVAIL: 'this machine has no address of that kind',
  };
  return words[code] === undefined ? code : `${words[code]} (${code})`;
}

const atPort = (address: string, port: number): string =>
  isIP(address) === 6 ? `[${address}]:${port}` : `${address}:${port}`;

export async function checkTls(route: Route, patience: Patience, signal: AbortSignal): Promise<DoctorFinding> {
  const met = await meet(route, patience, signal);
  const { hostname } = route.url;
  switch (met.kind) {
    case 'trusted':
      return fine(
        'tls',
        `${met.protocol}, and the certificate is good until ${met.certificate.until}.`,
        met.certificate.lines,
      );
    case 'plain':
      return broken(
        'tls',
        `Port ${route.port} answers without TLS, but the address begins with https://.`,
        [`TLS said  ${met.code}`],
        [
          edit(`Write ${asPlain(route.url)} instead.`),
          elsewhere('If the server should be encrypted, switch TLS on in its settings.'),
        ],
      );
    case 'failed':
      return broken(
        'tls',
        `No encrypted connection came about: ${met.words}`,
        [`TLS said  ${met.code}`],
        [
          elsewhere('Check that a TLS server listens on this port, and which versions and certificates it asks for.'),
          edit('Correct the address if the port is another one.'),
        ],
      );
    case 'distrusted': {
      const { words, fix } = distrust(met.code, hostname, met.certificate.names);
      return broken('tls', words, [...met.certificate.lines, `TLS said  ${met.code}`], fix);
    }
    default:
      return met satisfies never;
  }
}

/** For an address without TLS: whether the port requires it. */
export async function speaksTls(route: Route, patience: Patience, signal: AbortSignal): Promise<boolean> {
  const met = await meet(route, patience, signal);
  return met.kind === 'trusted' || met.kind === 'distrusted';
}

export function plainOnTls(route: Route): DoctorFinding {
  return broken(
    'tls',
    `Port ${route.port} wants TLS, but the address begins with http://.`,
    [],
    [edit(`Write ${route.url.href.replace(/^http:/, 'https:')} instead.`)],
  );
}

function distrust(
  code: string,
  host: string,
  names: readonly string[],
): { words: string; fix: ReturnType<typeof edit>[] } {
  const trust = elsewhere(
    'If you trust it, start Misfire with NODE_EXTRA_CA_CERTS set to the file of its authority’s certificate (PEM).',
  );
  switch (code) {
    case 'CERT_HAS_EXPIRED':
      return {
        words: `The certificate of ${host} has expired.`,
        fix: [
          elsewhere('Renew the certificate on the server.'),
          elsewhere('If it is new, look at this machine’s clock.'),
        ],
      };
    case 'CERT_NOT_YET_VALID':
      return {
        words: `The certificate of ${host} is not valid yet.`,
        fix: [elsewhere('Look at this machine’s clock, and the server’s.')],
      };
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return {
        words: `The certificate is for ${names.slice(0, 3).join(', ') || 'another name'}, not for ${host}.`,
        fix: [
          edit('Write the name that the certificate is for in the address.'),
          elsewhere(`Get a certificate for ${host}.`),
        ],
      };
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
      return {
        words: `The certificate of ${host} is self-signed.`,
        fix: [trust, elsewhere('Or use a certificate from an authority that everyone trusts.')],
      };
    default:
      return {
        words: `The certificate of ${host} is not trusted: this machine does not know its certificate authority.`,
        fix: [trust, elsewhere('Let the server send the certificates between its own and the root (the full chain).')],
      };
  }
}

function meet(route: Route, patience: Patience, signal: AbortSignal): Promise<TlsMeeting> {
  const host = route.url.hostname.replace(/^\[|\]$/g, '');
  const address = route.addresses[0] ?? host;
  return meetTls({ address, port: route.port, name: host, ms: patience.tlsMs, signal, ca: patience.ca });
}

const asPlain = (url: URL): string => recordedUrl(url).replace(/^https:/, 'http:');

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error);

type Settled<T> = { kind: 'done'; value: T } | { kind: 'failed'; error: unknown } | { kind: 'late' };

/** A lookup cannot be canceled; a slow one is left to end on its own. */
function settleWithin<T>(work: Promise<T>, ms: number, signal: AbortSignal): Promise<Settled<T>> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve({ kind: 'late' }), ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve({ kind: 'late' });
      },
      { once: true },
    );
    work.then(
      (value) => {
        clearTimeout(timer);
        resolve({ kind: 'done', value });
      },
      (error: unknown) => {
        clearTimeout(timer);
        resolve({ kind: 'failed', error });
      },
    );
  });
}
