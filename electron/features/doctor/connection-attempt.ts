// One connection attempt, separate from the connection that people use. It connects in the same way, under its own epoch. It is recorded
// like all traffic, so nothing the doctor sends is hidden. Collects the result.

import { isHandshake } from '../../../shared/ending/handshake.ts';
import { type Json, member, parseJson } from '../../../shared/json/json.ts';
import type { HttpExchange, StoredEvent } from '../../../shared/wire.ts';
import type { Connection, Connections } from '../../inspector/connections/connections.ts';
import type { Recorder } from '../../inspector/log/recorder.ts';
import type { Era } from '../../inspector/session/session-options.ts';

export interface ConnectionAttempt {
  /** Until it succeeded or failed. */
  events: StoredEvent[];
  /** What arrived while it was closing. */
  after: StoredEvent[];
  /** The sentence it failed with; null on success. */
  failure: string | null;
  protocolVersion: string | null;
  serverInfo: { name: string; version: string } | null;
  /** How long it waited for the response. */
  waitedMs: number;
}

interface AttemptParts {
  connections: Connections;
  connection: Connection;
  recorder: Recorder;
  waitMs: number;
  signal: AbortSignal;
  /** Another era than the settings name. */
  era?: Era;
}

const mostEvents = 2_000;
const mostText = 16_000_000;

export async function attempt({
  connections,
  connection,
  recorder,
  waitMs,
  signal,
  era,
}: AttemptParts): Promise<ConnectionAttempt> {
  const all: StoredEvent[] = [];
  let held = 0;
  const tapped: Recorder = {
    record: (server, epoch, events) => {
      const recorded = recorder.record(server, epoch, events);
      // A server that floods must not fill the doctor's memory.
      for (const { event } of recorded) {
        const size = event.lane === 'in' || event.lane === 'err' ? event.text.length : 0;
        const fits = all.length < mostEvents && held + size < mostText;
        if (fits) held += size;
        if (fits || event.lane === 'life') all.push(event);
      }
      return recorded;
    },
  };
  const startedAt = performance.now();
  const result = (failure: string | null, countBeforeClose: number): ConnectionAttempt => ({
    events: all.slice(0, countBeforeClose),
    after: all.slice(countBeforeClose),
    failure,
    protocolVersion: session?.protocolVersion ?? null,
    serverInfo: session?.serverInfo ?? null,
    waitedMs: Math.round(performance.now() - startedAt),
  });
  let session: ReturnType<Connections['createSession']> | null = null;
  try {
    const config = era === undefined ? connection.config : { ...connection.config, era };
    const parts = { config, recorder: tapped, handshakeTimeoutMs: waitMs, actor: 'doctor' } as const;
    session = connections.createSession(connection, parts);
  } catch (error) {
    return result(wordsOf(error), 0);
  }
  const opened = session;
  const stop = () => void opened.close();
  signal.addEventListener('abort', stop, { once: true });
  let failure: string | null = null;
  try {
    if (signal.aborted) throw new Error('Stopped.');
    await opened.start();
  } catch (error) {
    failure = wordsOf(error);
  } finally {
    signal.removeEventListener('abort', stop);
  }
  const countBeforeClose = all.length;
  const waited = performance.now() - startedAt;
  await opened.close();
  return { ...result(failure, countBeforeClose), waitedMs: Math.round(waited) };
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The request that opens a connection, as sent: the last one if several were tried. */
export function openingOf({ events }: ConnectionAttempt): { id: unknown; method: string } | null {
  for (const event of events.toReversed()) {
    if (event.lane !== 'out') continue;
    const parsed = parseJson(event.text);
    const method = parsed.ok ? member(parsed.value, 'method') : undefined;
    if (parsed.ok && typeof method === 'string' && isHandshake(method))
      return { id: member(parsed.value, 'id') ?? null, method };
  }
  return null;
}

/** The response to the opening request. */
export function attemptAnswer(tried: ConnectionAttempt): Json | null {
  const opening = openingOf(tried);
  for (const event of opening === null ? [] : tried.events) {
    if (event.lane !== 'in') continue;
    const parsed = parseJson(event.text);
    const parts = parsed.ok ? (Array.isArray(parsed.value) ? parsed.value : [parsed.value]) : [];
    const own = parts.find((part) => member(part, 'method') === undefined && member(part, 'id') === opening?.id);
    if (own !== undefined) return own;
  }
  return null;
}

/** The HTTP exchange that decides: that of the opening request, the opened stream, or the one that failed. */
export function exchangeOf(tried: ConnectionAttempt): HttpExchange | null {
  const opening = openingOf(tried);
  const all = tried.events.flatMap((event) => (event.lane === 'http' ? [event] : []));
  const own = opening === null ? undefined : all.findLast((event) => event.id !== undefined && event.id === opening.id);
  return (own ?? all.find(({ http }) => http.error !== undefined || (http.status ?? 0) >= 300) ?? all[0])?.http ?? null;
}
