// Who may speak to the browser door. Every request and every socket passes here before anything looks at its path.
// A loopback address is no protection by itself: any web page can reach it, and so can every user of the machine. Therefore, in this
// order: one Host, which we are known by (against DNS rebinding), our own Origin (against other pages), then a secret.
//
// There is no cookie: cookies do not know ports, so every other service of this machine would get it. Three secrets instead:
// - a link carries a code that can be exchanged once; afterwards it says so. Histories and logs keep links.
// - the page's files are below a path that cannot be guessed. It is in the address bar, so it opens these files and nothing else.
// - the key opens the socket, which can do everything. The page gets it for a code and keeps it in storage that belongs to this
//   host and port alone; it is never part of an address. All three end with the process.

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { codeName, exchangePath, keyProtocol, socketPath, socketProtocol } from '../../shared/api/web-door.ts';

interface Caller {
  method: string;
  /** The request target as sent. */
  target: string;
  headers: IncomingHttpHeaders;
  /** As sent, name after value: what Node joins or drops can be counted here. */
  rawHeaders: readonly string[];
  /** A socket can do everything, so what may be missing for a page must be there for it. */
  socket: boolean;
}

export type Admission =
  | { ok: true; for: 'page'; path: string; host: string }
  | { ok: true; for: 'link'; location: string }
  | { ok: true; for: 'exchange' }
  | { ok: true; for: 'socket' }
  | { ok: false; status: 401 | 403 | 410; message: string };

export interface WebGate {
  admit(caller: Caller): Admission;
  /** An address whose code can be exchanged once. */
  createLink(): string;
  /** The key for a code that was not used yet; null otherwise. */
  exchange(code: string): string | null;
}

/** Links that were asked for and not used; the oldest is forgotten beyond this. */
const openLinkLimit = 100;

export interface Secrets {
  /** Opens the socket. */
  key: string;
  /** The path of the page's files, from slash to slash. */
  pagePath: string;
}

export const createSecrets = (): Secrets => ({ key: createSecret(), pagePath: `/p/${createSecret()}/` });

/** `port` is the one in the browser's address bar. */
export function createWebGate(port: number, { key, pagePath }: Secrets = createSecrets()): WebGate {
  const open = new Set<string>();
  const hosts = new Set([`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`]);

  return {
    createLink() {
      const code = createSecret();
      remember(open, code, openLinkLimit);
      return `http://127.0.0.1:${port}/?token=${code}`;
    },
    exchange(code) {
      const known = find(open, code);
      if (known === null) return null;
      open.delete(known);
      return key;
    },
    admit(caller) {
      const host = caller.headers.host?.toLowerCase() ?? '';
      if (countHosts(caller.rawHeaders) !== 1 || !hosts.has(host) || !isPath(caller.target, host)) {
        return refuse(403, 'Misfire answers only to its own address on this machine.');
      }
      if (!isOwnOrigin(caller, host)) return refuse(403, 'Misfire answers only to its own page.');
      const { pathname, searchParams } = new URL(caller.target, `http://${host}`);
      if (caller.socket) {
        return pathname === socketPath && hasKey(caller.headers, key) ? { ok: true, for: 'socket' } : noKey;
      }
      const code = pathname === '/' ? searchParams.get('token') : null;
      if (code) {
        // A wrong code gets the same answer as a used one, so that nobody learns which codes existed.
        if (find(open, code) === null) return usedLink;
        return { ok: true, for: 'link', location: `${pagePath}?${codeName}=${code}` };
      }
      if (!sameText(pathname.slice(0, pagePath.length), pagePath)) return noKey;
      const path = pathname.slice(pagePath.length - 1);
      return path === `/${exchangePath}` ? { ok: true, for: 'exchange' } : { ok: true, for: 'page', path, host };
    },
  };
}

/** Rebound pages send no Origin with a GET, so a missing one proves nothing; there the Host check and the secret must do. */
function isOwnOrigin({ headers, method, socket }: Caller, host: string): boolean {
  const origin = headers.origin;
  const reads = method === 'GET' || method === 'HEAD';
  if (origin === undefined ? socket || !reads : origin !== `http://${host}`) return false;
  const site = headers['sec-fetch-site'];
  // `same-site` too: a page on another port of this machine is another program's, but counts as the same site.
  if (site === undefined || site === 'same-origin' || site === 'none') return true;
  return (
    !socket && method === 'GET' && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
  );
}

const countHosts = (raw: readonly string[]): number =>
  raw.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length;

const isPath = (target: string, host: string): boolean =>
  target.startsWith('/') && !target.startsWith('//') && URL.canParse(target, `http://${host}`);

function hasKey(headers: IncomingHttpHeaders, key: string): boolean {
  const offered = (headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
  return offered[0] === socketProtocol && offered.length === 2 && sameText(offered[1] ?? '', keyProtocol(key));
}

function find(codes: ReadonlySet<string>, wanted: string): string | null {
  for (const code of codes) if (sameText(code, wanted)) return code;
  return null;
}

function remember(codes: Set<string>, code: string, limit: number): void {
  codes.add(code);
  for (const oldest of codes) {
    if (codes.size <= limit) break;
    codes.delete(oldest);
  }
}

const createSecret = (): string => randomBytes(32).toString('base64url');
const refuse = (status: 401 | 403 | 410, message: string) => ({ ok: false as const, status, message });
const noKey = refuse(401, 'This address needs a link. Run "misfire serve --link" and open what it prints.');
const usedLink = refuse(410, 'This link was already used. Run "misfire serve --link" to get a new one.');

/** In constant time. Hashing first makes the lengths equal, which `timingSafeEqual` asks for. */
function sameText(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
