// Requests refused before their message is read: because of the protocol version, the Host or the Origin.

import { type Json, member } from '../../json/json.ts';
import { knownRevisions, metaMember } from '../../protocol/revision.ts';
import type { CallFacts } from '../reading/reading.ts';

const ofHost =
  /\b(?:invalid|disallowed|forbidden|untrusted|bad) (?:host|origin)\b|\b(?:host|origin)(?: header)? (?:is )?not allowed\b/i;

/** Servers on a local address check these headers against DNS rebinding. */
export function refusesHost(message: string): boolean {
  return ofHost.test(message.slice(0, 500));
}

const version = /\b20\d\d-\d\d-\d\d\b/g;

/** The version that was requested; null if neither side names it. */
export function versionAskedFor({ params, http }: CallFacts, message: string): string | null {
  const sent =
    text(member(params, 'protocolVersion')) ??
    text(metaMember(params, 'protocolVersion')) ??
    http?.requestHeaders['mcp-protocol-version'];
  return sent ?? message.slice(0, 500).match(version)?.[0] ?? null;
}

/** The newest version that the server names besides the refused one, in text or in a list; null if none. */
export function supportedVersion(call: CallFacts, message: string): string | null {
  const refused = versionAskedFor(call, message);
  const data = member(member(call.answer?.value, 'error'), 'data');
  const listed = [member(data, 'supported'), member(data, 'supportedVersions'), member(data, 'supported_versions')];
  const said = [message.slice(0, 1000), ...listed.filter(Array.isArray).map((list) => list.slice(0, 20).join(' '))];
  const named = (said.join(' ').match(version) ?? []).filter((found) => found !== refused);
  return named.sort().at(-1) ?? null;
}

/** Versions to try if the server names none: the newest that were not refused. */
export function otherVersions(call: CallFacts, message: string): string {
  const refused = versionAskedFor(call, message);
  return knownRevisions
    .toReversed()
    .filter((known) => known !== refused)
    .slice(0, 2)
    .join(' or ');
}

const text = (value: Json | undefined): string | undefined => (typeof value === 'string' ? value : undefined);

/** `evil.example`, of `Invalid Host: evil.example` or the header that was sent. */
export function refusedHost({ http }: CallFacts, message: string): string | null {
  const said = /\b(?:host|origin)\b[^:\n]{0,20}: ?["']?([\w.:/-]{2,100})/i.exec(message.slice(0, 500))?.[1];
  return said ?? http?.requestHeaders.origin ?? http?.requestHeaders.host ?? null;
}
