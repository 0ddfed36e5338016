// A client that does not know the server's protocol era tries the newest one first and falls back (2026-07-28, basic/versioning).
// Owns which rejections are part of that negotiation and therefore not failures.

import { type Json, member } from '../json/json.ts';
import { clip } from './clip.ts';
import type { GrowingAccounts } from './growing-accounts.ts';
import type { Incidents } from './incidents.ts';
import type { Entry, Ledger } from './ledger.ts';
import type { Call } from './pending-call.ts';

/** A failed handshake on a connection that may still succeed. */
export interface RefusedHandshake {
  entry: Entry;
  method: string;
  version: string | undefined;
  /** HTTP status of the rejection; null if it did not come over HTTP. */
  status: number | null;
}

const mostKept = 10;
/** The statuses with which HTTP rejects the first attempt: the newer era, or Streamable HTTP on a server with only HTTP+SSE. */
const otherTransport: ReadonlySet<number | null> = new Set([400, 404, 405]);

/** JSON-RPC 2.0, section 5.1: method not found. A server of the older era answers `server/discover` with it. */
export function isUnknownDiscovery(call: Call, error: Json | undefined): boolean {
  const isFirst = call.direction === 'out' && call.method === 'server/discover' && isOfClient(call);
  return isFirst && member(error, 'code') === -32601;
}

export const unknownDiscovery = {
  headline: 'Not offered',
  detail: 'The server does not know server/discover. It speaks a version before 2026-07-28.',
};

export function keepRefused(refused: RefusedHandshake[], call: Call): void {
  if (!isOfClient(call)) return;
  const { entry, method, params, http } = call;
  refused.push({ entry, method, version: versionIn(params), status: http?.status ?? null });
  if (refused.length > mostKept) refused.shift();
}

/** A handshake succeeded: those that the client fell back from are no longer failures. */
export function forgiveRefused(
  { ledger, incidents }: { ledger: Ledger; incidents: Incidents },
  { refused, growing }: { refused: RefusedHandshake[]; growing: GrowingAccounts },
  passed: Call,
): void {
  const version = versionIn(passed.params);
  for (const one of refused.splice(0)) {
    if (!isFallback(one, passed.method, version)) continue;
    const { row } = one.entry;
    incidents.forget(row);
    growing.forget(one.entry);
    Object.assign(row, { outcome: null, failure: null, ending: null, code: null, incident: null, group: null });
    one.entry.failure = null;
    row.headline = 'Refused, fell back';
    row.detail = clip(fallbackWords(one, passed.method, version), 300);
    ledger.touch(one.entry);
  }
}

function isFallback({ entry, method, version, status }: RefusedHandshake, passed: string, next?: string): boolean {
  // Any error, and no response too: clients must not depend on one code.
  if (method === 'server/discover' && passed === 'initialize') return true;
  const { outcome } = entry.row;
  if (outcome === 'rpc_error') return version !== undefined && next !== undefined && version !== next;
  return outcome === 'http_failure' && otherTransport.has(status);
}

function fallbackWords({ method, version }: RefusedHandshake, passed: string, next: string | undefined): string {
  if (method !== passed) return `The server refused ${method}, and the client went on with ${passed}.`;
  if (version !== next) return `The server refused ${version ?? 'that version'}, and the client went on with ${next}.`;
  return 'The server refused the first way of connecting, and the client went on with another.';
}

/** A watched client falls back by itself. A user who sends a handshake by hand wants to know that it failed. */
function isOfClient({ entry }: Call): boolean {
  return entry.row.actor === 'client';
}

function versionIn(params: Json | undefined): string | undefined {
  const version =
    member(params, 'protocolVersion') ?? member(member(params, '_meta'), 'io.modelcontextprotocol/protocolVersion');
  return typeof version === 'string' ? clip(version, 40) : undefined;
}
