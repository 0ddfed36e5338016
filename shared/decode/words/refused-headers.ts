// What was refused before the message itself was looked at: the protocol version, the Host or the Origin of the request.

import type { Account } from '../../account/account.ts';
import { type Json, member } from '../../json/json.ts';

const ofHost =
  /\b(?:invalid|disallowed|forbidden|untrusted|bad) (?:host|origin)\b|\b(?:host|origin)(?: header)? (?:is )?not allowed\b/i;

/** Servers on a local address check who calls them by these headers, against DNS rebinding. */
export function refusesHost(message: string): boolean {
  return ofHost.test(message.slice(0, 500));
}

const version = /\b20\d\d-\d\d-\d\d\b/g;

/** The version that the request asked for; null where neither side says. */
export function requestedVersion({ params, http }: Account, message: string): string | null {
  const sent =
    text(member(params, 'protocolVersion')) ??
    text(member(member(params, '_meta'), 'io.modelcontextprotocol/protocolVersion')) ??
    http?.requestHeaders['mcp-protocol-version'];
  return sent ?? message.slice(0, 500).match(version)?.[0] ?? null;
}

/** The newest version that the server names beside the one it refused; null where it names none. */
export function supportedVersion(account: Account, message: string): string | null {
  const refused = requestedVersion(account, message);
  const named = (message.slice(0, 1000).match(version) ?? []).filter((found) => found !== refused);
  return named.sort().at(-1) ?? null;
}

const text = (value: Json | undefined): string | undefined => (typeof value === 'string' ? value : undefined);

/** `evil.example`, of `Invalid Host: evil.example` or the header that was sent. */
export function refusedHost({ http }: Account, message: string): string | null {
  const said = /\b(?:host|origin)\b[^:\n]{0,20}: ?["']?([\w.:/-]{2,100})/i.exec(message.slice(0, 500))?.[1];
  return said ?? http?.requestHeaders.origin ?? http?.requestHeaders.host ?? null;
}
