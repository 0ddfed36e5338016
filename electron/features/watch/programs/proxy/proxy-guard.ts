// Who may use the proxy, and for what: addresses of this machine, no foreign origin, an unguessable path. Reads the raw headers:
// Node keeps only the first of two Host headers, and the server might believe the second one.

import type { IncomingMessage } from 'node:http';

type Admission = { ok: true; path: string } | { ok: false; status: 400 | 403 | 404; reason: string };

const loopback = String.raw`(127\.0\.0\.1|localhost|\[::1\])(:\d+)?`;
const loopbackHost = new RegExp(`^${loopback}$`, 'i');
const loopbackOrigin = new RegExp(`^https?://${loopback}$`, 'i');

/** `path`: what to ask the server for. */
export function admit(request: IncomingMessage, secret: string): Admission {
  const local = admitLocal(request);
  if (!local.ok) return local;
  if (!new RegExp(`^/${secret}(?:[/?]|$)`).test(local.path)) return refuse(404, 'There is nothing here.');
  const path = local.path.slice(secret.length + 1);
  return { ok: true, path: path.startsWith('/') ? path : `/${path}` };
}

/** Origins without a site: of apps that are clients. */
const isSiteless = (origin: string): boolean => !/^(https?:|null$)/i.test(origin);

/** From this machine, and not from a page of another origin that is not allowed. `path`: as in the request. */
export function admitLocal(request: IncomingMessage, isAllowed = isSiteless): Admission {
  const [host, ...moreHosts] = valuesOf(request, 'host');
  if (host === undefined || moreHosts.length > 0 || /[,\s]/.test(host))
    return refuse(400, 'A request must name exactly one host.');
  if (!loopbackHost.test(host)) return refuse(403, 'Misfire answers only to addresses of this machine.');
  const [origin, ...moreOrigins] = valuesOf(request, 'origin');
  if (moreOrigins.length > 0) return refuse(400, 'A request must not name more than one origin.');
  if (origin !== undefined && !isAllowed(origin) && !isLoopbackOrigin(origin))
    return refuse(403, 'Misfire does not answer to pages of other origins.');
  const target = readTarget(request.url ?? '');
  if (target.host !== null && target.host.toLowerCase() !== host.toLowerCase())
    return refuse(400, 'The address in the request names another host than its Host header.');
  return { ok: true, path: target.path };
}

/** The server's own Host, and no Origin that names the proxy; all else as it came. */
export function upstreamHeaders(request: IncomingMessage, url: URL): string[] {
  const headers: string[] = [];
  const raw = request.rawHeaders;
  for (let index = 0; index < raw.length; index += 2) {
    const [name = '', value = ''] = [raw[index], raw[index + 1]];
    const lower = name.toLowerCase();
    if (lower === 'host') headers.push(name, url.host);
    else if (lower === 'origin' && isLoopbackOrigin(value)) continue;
    else headers.push(name, value);
  }
  return headers;
}

const refuse = (status: 400 | 403 | 404, reason: string): Admission => ({ ok: false, status, reason });

const isLoopbackOrigin = (origin: string): boolean => loopbackOrigin.test(origin.trim());

function valuesOf({ rawHeaders }: IncomingMessage, name: string): string[] {
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name);
}

/** RFC 9112 section 3.2.2: a server takes a whole address in place of a path. */
function readTarget(target: string): { host: string | null; path: string } {
  const [, host = null, path = target] = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)(.*)$/is.exec(target) ?? [];
  return { host, path };
}
