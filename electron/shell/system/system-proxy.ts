// The system's proxy settings as environment variables, for transports/proxy-agent.ts and the servers that Misfire starts. The
// user's own variables win. Read once, at the start.

/** Examples of any page: settings by URL (a PAC file) are evaluated for these two. */
const samples = { http_proxy: 'http://example.com/', https_proxy: 'https://example.com/' };
const never = 'localhost,127.0.0.1,::1';

/** `resolve` returns what Chromium does: `PROXY host:port; DIRECT`. */
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
  // Servers on this machine are reached directly.
  return Object.keys(found).length > 0 && !known ? { ...found, no_proxy: never } : found;
}

/** SOCKS is not supported. */
export function firstProxy(answer: string): string | null {
  const [first = ''] = answer.split(';').map((part) => part.trim());
  const [, kind, place] = /^(PROXY|HTTPS)\s+(\S+)$/i.exec(first) ?? [];
  if (!place) return null;
  return `${kind?.toUpperCase() === 'HTTPS' ? 'https' : 'http'}://${place}`;
}
