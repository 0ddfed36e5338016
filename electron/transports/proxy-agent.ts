// The proxy for outgoing requests: HTTP_PROXY and HTTPS_PROXY, except for NO_PROXY. Node reads the variables; this only keeps
// requests to this machine away from a proxy.

import { lookup as resolveName } from 'node:dns';
import { Agent } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import type { LookupFunction } from 'node:net';
import { isLoopbackHost } from './address-guard.ts';

/** Each request has its own connection, see http-client.ts. */
export function agentFor(url: URL, env: Readonly<Record<string, string | undefined>> = process.env): Agent {
  const options = { keepAlive: false, ...(isLoopbackHost(url) ? {} : { proxyEnv: env }) };
  return url.protocol === 'https:' ? new SecureAgent(options) : new Agent(options);
}

/** The user chose the proxy, so its name is resolved without the guard for names from servers. */
export function exceptForProxies(guarded: LookupFunction): LookupFunction {
  const names = [process.env.HTTP_PROXY, process.env.http_proxy, process.env.HTTPS_PROXY, process.env.https_proxy];
  const proxies = new Set(
    names.flatMap((name) => (name && URL.canParse(name) ? [new URL(name).hostname.replace(/^\[(.*)\]$/, '$1')] : [])),
  );
  return (host, options, answer) =>
    proxies.has(host) ? resolveName(host, options, answer) : guarded(host, options, answer);
}
