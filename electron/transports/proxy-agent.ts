// How requests leave this machine: through the proxy that HTTP_PROXY and HTTPS_PROXY name, except to what NO_PROXY names.
// Node reads the variables; owns only that what runs on this machine is never sent to a proxy.

import { lookup as resolveName } from 'node:dns';
import { Agent } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import type { LookupFunction } from 'node:net';
import { isLoopbackHost } from './address-guard.ts';

/** Each request has a connection of its own, see http-client.ts. */
export function agentFor(url: URL): Agent {
  const options = { keepAlive: false, ...(isLoopbackHost(url) ? {} : { proxyEnv: process.env }) };
  return url.protocol === 'https:' ? new SecureAgent(options) : new Agent(options);
}

/** The proxy is a person's own choice: its name is looked up without asking the guard of what servers may name. */
export function exceptForProxies(guarded: LookupFunction): LookupFunction {
  const names = [process.env.HTTP_PROXY, process.env.http_proxy, process.env.HTTPS_PROXY, process.env.https_proxy];
  const proxies = new Set(
    names.flatMap((name) => (name && URL.canParse(name) ? [new URL(name).hostname.replace(/^\[(.*)\]$/, '$1')] : [])),
  );
  return (host, options, answer) =>
    proxies.has(host) ? resolveName(host, options, answer) : guarded(host, options, answer);
}
