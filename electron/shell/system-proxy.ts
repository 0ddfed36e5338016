// The system's proxy settings as the environment variables that everything else understands (transports/proxy-agent.ts, and the
// servers that Misfire starts). What a person set in the environment wins. Asked once, at the start.

/** Stand for "any page": settings by address (a PAC file) are asked for these two. */
const samples = { http_proxy: 'http://example.com/', https_proxy: 'https://example.com/' };
const never = 'localhost,127.0.0.1,::1';

/** `resolve` answers as Chromium does: `PROXY host:port; DIRECT`. */
export async function readSystemProxy(
  resolve: (url: string) => Promise<string>,
  env: NodeJS.ProcessEnv,
): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const [name, url] of Object.entries(samples)) {
    if (env[name] || env[name.toUpperCase()]) continue;
    const proxy = firstProxy(await resolve(url));
    if (proxy) found[name] = proxy;
  }
  const known = env.no_proxy || env.NO_PROXY;
  // Servers on this machine are reached without a detour.
  return Object.keys(found).length > 0 && !known ? { ...found, no_proxy: never } : found;
}

/** SOCKS is left out: nothing here speaks it. */
export function firstProxy(answer: string): string | null {
  const [first = ''] = answer.split(';').map((part) => part.trim());
  const [, kind, place] = /^(PROXY|HTTPS)\s+(\S+)$/i.exec(first) ?? [];
  if (!place) return null;
  return `${kind?.toUpperCase() === 'HTTPS' ? 'https' : 'http'}://${place}`;
}
