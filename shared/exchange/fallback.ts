// A client that does not know the server's protocol era tries the newest one first and falls back (2026-07-28, basic/versioning).
// Owns which rejections are part of that negotiation and therefore not failures.

import { ownClientName } from '../actors.ts';
import { type Json, member } from '../json/json.ts';
import { metaMember } from '../protocol/revision.ts';
import { clip } from './clip.ts';
import type { GrowingAccounts } from './growing-accounts.ts';
import type { Incidents } from './incidents.ts';
import type { Entry, Ledger } from './ledger.ts';
import type { PendingCall } from './pending-call.ts';
import type { RecentMap } from './recent-map.ts';

/** A failed handshake that another one may follow, on this connection or a new one. */
interface RefusedHandshake {
  entry: Entry;
  growing: GrowingAccounts;
  method: string;
  version: string | undefined;
  /** HTTP status of the rejection; null if it did not come over HTTP. */
  status: number | null;
}

/** What a server's handshakes led to, over all its connections. */
export interface Handshakes {
  refused: RefusedHandshake[];
  /** When `initialize` was last answered. */
  initializedAt: number;
}

/** Kept for this many servers. */
export const mostServers = 200;

const mostKept = 10;
/** The statuses with which HTTP rejects the first attempt: the newer era, or Streamable HTTP on a server with only HTTP+SSE. */
const otherTransport: ReadonlySet<number | null> = new Set([400, 404, 405]);

/** JSON-RPC 2.0, section 5.1: method not found. A server of the older era answers `server/discover` with it. */
export function isUnknownDiscovery(call: PendingCall, error: Json | undefined): boolean {
  const isFirst = call.direction === 'out' && call.method === 'server/discover' && isOfClient(call);
  return isFirst && member(error, 'code') === -32601;
}

export const unknownDiscovery = {
  headline: 'Not offered',
  detail: 'The server does not know server/discover. It speaks a version before 2026-07-28.',
};

const handshakesOf = ({ handshakes }: Memory, server: string): Handshakes => {
  const known = handshakes.get(server) ?? { refused: [], initializedAt: Number.NEGATIVE_INFINITY };
  handshakes.set(server, known);
  return known;
};

interface Memory {
  handshakes: RecentMap<string, Handshakes>;
  ledger: Ledger;
  incidents: Incidents;
}

/** `entry`: the call, or the row of a process that ended because of it. */
export function keepRefused(
  memory: Memory,
  { server, growing, facts }: { server: string; growing: GrowingAccounts; facts: { clientName: string | null } },
  { method, params, http }: Pick<PendingCall, 'method' | 'params' | 'http'>,
  entry: Entry,
): void {
  const { refused, initializedAt } = handshakesOf(memory, server);
  const one = { entry, growing, method, version: versionIn(params), status: http?.status ?? null };
  // The client had gone on already when the silence of its first attempt ended.
  if (method === 'server/discover' && initializedAt >= entry.row.at) {
    forgive(memory, one, 'Refused, fell back', fallbackWords(one, 'initialize', undefined));
    return;
  }
  if (method === 'server/discover' && facts.clientName === ownClientName) {
    forgive(memory, one, unknownDiscovery.headline, 'Misfire asked which versions the server speaks. It refused.');
    return;
  }
  refused.push(one);
  if (refused.length > mostKept) refused.shift();
}

/** A handshake succeeded: those that the client fell back from are no longer failures. */
export function forgiveRefused(memory: Memory, server: string, passed: PendingCall): void {
  const known = handshakesOf(memory, server);
  const version = versionIn(passed.params);
  if (passed.method === 'initialize') known.initializedAt = passed.entry.row.at;
  for (const one of known.refused.splice(0))
    if (isFallback(one, passed, version))
      forgive(memory, one, 'Refused, fell back', fallbackWords(one, passed.method, version));
}

/** The client goes on without another handshake, so what was refused on this connection was no fallback. */
export function noteOtherRequest({ handshakes }: Memory, { server, epoch }: { server: string; epoch: number }): void {
  const known = handshakes.get(server);
  if (known !== undefined && known.refused.length > 0)
    known.refused = known.refused.filter(({ entry }) => entry.row.epoch !== epoch);
}

/** Whether a handshake has succeeded since this row began. */
export const hasGoneOn = (memory: Memory, { row }: Entry): boolean =>
  handshakesOf(memory, row.server).initializedAt >= row.at;

function forgive({ ledger, incidents }: Memory, one: RefusedHandshake, headline: string, detail: string): void {
  const { row } = one.entry;
  incidents.forget(row);
  one.growing.forget(one.entry);
  Object.assign(row, { outcome: null, failure: null, ending: null, code: null, incident: null, group: null });
  one.entry.failure = null;
  row.headline = headline;
  row.detail = clip(detail, 300);
  ledger.touch(one.entry);
}

function isFallback({ entry, method, version, status }: RefusedHandshake, passed: PendingCall, next?: string): boolean {
  // Any error, and no response too: clients must not depend on one code.
  if (method === 'server/discover' && passed.method === 'initialize') return true;
  const { outcome, epoch } = entry.row;
  if (epoch !== passed.entry.row.epoch) return false;
  if (outcome === 'rpc_error') return version !== undefined && next !== undefined && version !== next;
  return outcome === 'http_failure' && otherTransport.has(status);
}

function fallbackWords({ method, version }: RefusedHandshake, passed: string, next: string | undefined): string {
  if (method !== passed) return `The server refused ${method}, and the client went on with ${passed}.`;
  if (version !== next) return `The server refused ${version ?? 'that version'}, and the client went on with ${next}.`;
  return 'The server refused the first way of connecting, and the client went on with another.';
}

/** A watched client falls back by itself. A user who sends a handshake by hand wants to know that it failed. */
function isOfClient({ entry }: PendingCall): boolean {
  return entry.row.actor === 'client';
}

function versionIn(params: Json | undefined): string | undefined {
  const version = member(params, 'protocolVersion') ?? metaMember(params, 'protocolVersion');
  return typeof version === 'string' ? clip(version, 40) : undefined;
}
