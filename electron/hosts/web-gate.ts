// Who may speak to the browser door. Every request and every socket passes here before anything looks at its path.
// A loopback address keeps nobody out by itself: any web page can reach it, and so can every user of the machine. Hence, in
// this order: the Host we are known by (against DNS rebinding), our own Origin (against other pages), then the key.

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

export interface Caller {
  method: string;
  /** The request target as sent. */
  target: string;
  headers: IncomingHttpHeaders;
  /** A socket can do everything, so what may be missing for a page must be there for it. */
  socket: boolean;
}

export type Admission =
  | { ok: true; url: URL; host: string; by: 'cookie' | 'token' }
  | { ok: false; status: 401 | 403; message: string };

export interface WebGate {
  admit(caller: Caller): Admission;
  /** Sets the cookie that stands for the key from then on. */
  cookie: string;
  /** The address for a person; it carries the key. */
  address: string;
  /** An address that works once, for handing to another program: arguments can be read by every user of a machine. */
  createInvitation(): string;
}

export function createWebGate(port: number): WebGate {
  const key = createKey();
  const invitations = new Set<string>();
  // Cookies do not know ports; the name keeps two running Misfires apart.
  const cookieName = `misfire-${port}`;
  const hosts = new Set([`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`]);
  const addressWith = (token: string) => `http://127.0.0.1:${port}/?token=${token}`;

  function findKey(url: URL, headers: IncomingHttpHeaders): 'cookie' | 'token' | null {
    // The token first: an invitation is used up even where the cookie would do.
    const token = url.searchParams.get('token');
    if (token !== null && (sameText(token, key) || redeemInvitation(token))) return 'token';
    return readCookies(headers.cookie, cookieName).some((value) => sameText(value, key)) ? 'cookie' : null;
  }

  function redeemInvitation(token: string): boolean {
    for (const invitation of invitations) {
      if (sameText(token, invitation)) return invitations.delete(invitation);
    }
    return false;
  }

  return {
    cookie: `${cookieName}=${key}; Path=/; HttpOnly; SameSite=Strict`,
    address: addressWith(key),
    createInvitation() {
      const token = createKey();
      invitations.add(token);
      return addressWith(token);
    },
    admit(caller) {
      const host = caller.headers.host?.toLowerCase() ?? '';
      if (!hosts.has(host) || !caller.target.startsWith('/') || !URL.canParse(caller.target, `http://${host}`)) {
        return refuse(403, 'Misfire answers only to its own address on this machine.');
      }
      if (!isOwnOrigin(caller, host)) return refuse(403, 'Misfire answers only to its own page.');
      const url = new URL(caller.target, `http://${host}`);
      const by = findKey(url, caller.headers);
      if (!by) return refuse(401, 'Misfire needs its key. Open the address that it printed when it started.');
      return { ok: true, url, host, by };
    },
  };
}

/** Rebound pages send no Origin with a GET, so a missing one proves nothing; there the Host check and the key must do. */
function isOwnOrigin({ headers, method, socket }: Caller, host: string): boolean {
  const origin = headers.origin;
  if (origin === undefined ? socket : origin !== `http://${host}`) return false;
  const site = headers['sec-fetch-site'];
  // `same-site` too: a page on another port of this machine is another program's, but counts as the same site.
  if (site === undefined || site === 'same-origin' || site === 'none') return true;
  return (
    !socket && method === 'GET' && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
  );
}

function readCookies(header: string | undefined, name: string): string[] {
  return (header ?? '').split(';').flatMap((pair) => {
    const at = pair.indexOf('=');
    return at > 0 && pair.slice(0, at).trim() === name ? [pair.slice(at + 1).trim()] : [];
  });
}

const createKey = (): string => randomBytes(32).toString('base64url');
const refuse = (status: 401 | 403, message: string) => ({ ok: false as const, status, message });

/** In constant time. Hashing first makes the lengths equal, which `timingSafeEqual` asks for. */
function sameText(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
