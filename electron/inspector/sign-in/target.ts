// The address that a sign-in is for, and whether a configured key prevents it.

import type { Connection } from '../connections/connections.ts';
import type { Hidden } from '../secrets/hide-values.ts';
import { type ReadyOptions, readyTransport } from '../secrets/ready-transport.ts';

export type Target = { ok: true; url: URL; hidden: Hidden } | { ok: false; problem: string };

/** `liveUrl`: the current address of a command that serves HTTP; null while it does not run. */
export function findTarget(server: ReadyOptions, liveUrl: string | null): Target {
  if (server.config.transport.kind === 'stdio') {
    return { ok: false, problem: 'A server on stdio gets its credentials from its environment, not by signing in.' };
  }
  const ready = readyTransport(server);
  if (!ready.ok) return ready;
  const address = 'url' in ready.transport ? ready.transport.url : liveUrl;
  if (address === null) {
    const problem = 'This server has an address only while it is connected. Connect it first, then sign in.';
    return { ok: false, problem };
  }
  return { ok: true, url: new URL(address), hidden: ready };
}

/** A configured header is sent instead of a token. */
export function hasOwnKey({ config: { transport } }: Connection): boolean {
  return (
    'headers' in transport && Object.keys(transport.headers).some((name) => name.toLowerCase() === 'authorization')
  );
}
