// Life of a connection: starts, ends and streams become rows, and an end also ends the open calls. Timeouts and cancellations have no
// rows of their own; they end their calls.

import type { Account } from '../account/account.ts';
import { isInterrupt } from '../ending/decide-ending.ts';
import { duration } from '../text/duration.ts';
import { beganAt } from '../timeline.ts';
import type { LifeEvent } from '../wire.ts';
import { idKey } from './canonical.ts';
import { clip } from './clip.ts';
import type { ConnectionState } from './connection.ts';
import { endConnection, endOf, isCrashBehindClose } from './connection-end.ts';
import { type Desk, endWithout, isListening, leaveOpen } from './endings.ts';
import { type Entry, rehearsedBy } from './ledger.ts';
import type { PendingCall } from './pending-call.ts';

type Life = LifeEvent & { seq: number };

const ends: ReadonlySet<Life['event']> = new Set(['closed', 'exited', 'spawn_failed', 'connect_failed']);

export function takeLife(desk: Desk, connection: ConnectionState, event: Life): void {
  if (ends.has(event.event)) connection.isOver = true;
  switch (event.event) {
    case 'timeout':
    case 'cancelled':
      takeGivingUp(desk, connection, event);
      return;
    case 'stream_opened':
    case 'stream_ended':
    case 'sse_comment':
      takeStream(desk, connection, event);
      return;
    case 'spawned':
      connection.hasProcess = true;
      open(
        desk,
        event,
        'Started',
        [event.pid === undefined ? '' : `Process ${event.pid}`, event.message ?? ''].filter(Boolean).join(': '),
      );
      return;
    case 'missing':
      open(desk, event, 'Not recorded', event.message ?? '');
      return;
    case 'rehearsing':
      open(desk, event, 'Rehearsing', event.message ?? '');
      return;
    case 'connected':
      open(desk, event, 'Connected', event.message ?? '');
      return;
    case 'closed':
      connection.closing ||= event.closedBy !== 'server';
      open(desk, event, event.closedBy === 'server' ? 'Closed by the server' : 'Closed', event.message ?? '');
      endConnection(
        desk,
        connection,
        event,
        'unanswered',
        { unanswered: { why: 'closed', ...sides(event), ...(event.signal == null ? {} : { signal: event.signal }) } },
        null,
      );
      if (event.closedBy !== 'server' && event.closedBy !== 'client' && event.actor === 'client')
        endOf(connection).closedAt = event.at;
      return;
    case 'exited':
      takeExit(desk, connection, event);
      return;
    case 'spawn_failed': {
      const process = { code: null, signal: null, stderr: connection.stderr.since(0), spawnError: event.message ?? '' };
      const entry = open(desk, event, 'Could not start', event.message ?? '');
      if (event.copyOf !== undefined) desk.incidents.joinStart(entry.row, event.copyOf);
      endConnection(desk, connection, event, 'process_died', { process }, entry);
      return;
    }
    case 'connect_failed': {
      const why = event.unready ? ('unready' as const) : ('refused' as const);
      const byAddress = connection.hasProcess || !connection.hasExchanges ? {} : { byAddress: true as const };
      const unanswered = { why, ...byAddress, ...said(event) };
      const entry = open(desk, event, 'Could not connect', event.message ?? '');
      endConnection(desk, connection, event, 'unanswered', { unanswered }, entry);
      return;
    }
  }
}

function takeExit(desk: Desk, connection: ConnectionState, event: Life): void {
  const code = event.code ?? null;
  const signal = event.signal ?? null;
  const stderr = connection.stderr.since(endOf(connection).stderrFrom);
  const headline = code !== null ? `Exited ${code}` : signal !== null ? `Killed by ${clip(signal, 20)}` : 'Exited';
  const entry = open(desk, event, headline, event.message ?? stderr.at(-1) ?? '');
  const asked = [...connection.openCalls()].filter(({ direction }) => direction === 'out');
  const process: NonNullable<Account['process']> = { code, signal, stderr };
  if (!connection.hasAnswered) process.isStart = true;
  if (event.nearest !== undefined) process.nearest = clip(event.nearest, 300);
  connection.exit = { at: event.at, process };
  // A client closes the server's input and the server exits with 0: the normal end of stdio. Only open calls make it a failure.
  const isOwnEnd = code !== 0 && !isInterrupt({ code, signal });
  const isFailure = connection.closing
    ? isCrashBehindClose(connection, code, event.at)
    : isOwnEnd || asked.some((call) => code !== 0 || !awaitsInput(call));
  if (connection.closing && !isFailure) {
    // What was asked after the client had closed.
    for (const call of connection.openCalls()) leaveOpen(desk, connection, call, event.at);
    return;
  }
  if (isFailure && code === 0) process.awaited = true;
  if (isFailure) endConnection(desk, connection, event, 'process_died', { process }, entry);
  else endConnection(desk, connection, event, 'unanswered', { unanswered: { why: 'closed' } }, null);
  entry.row.headline = headline;
}

/** A request to a process that had ended: nothing can answer it. */
export function endAfterExit(desk: Desk, connection: ConnectionState, call: PendingCall, at: number): void {
  const { exit } = connection;
  if (exit === null || at <= exit.at) return;
  endWithout(desk, connection, call, 'process_died', { process: { ...exit.process, isBefore: true } }, at, true);
}

/** A server that waits for input exits normally when its client has gone. */
const awaitsInput = ({ wait: { question } }: PendingCall): boolean => question !== null && question.answeredAt === null;

/** Misfire or the watched client stopped waiting. The call keeps this end even if a response comes later. */
function takeGivingUp(desk: Desk, connection: ConnectionState, event: Life): void {
  const call =
    event.id === undefined
      ? undefined
      : (connection.callNamed('out', event.id) ?? connection.openCall('in', idKey(event.id)));
  if (!call) {
    open(desk, event, event.event === 'timeout' ? 'Stopped waiting' : 'Canceled', event.message ?? '');
    return;
  }
  desk.ledger.link(call.entry, event.seq);
  call.entry.row.rehearsed ??= rehearsedBy(event);
  const { outcome } = call.entry.row;
  // A timeout also sends a cancellation to the server. The timeout is the reason, in either order.
  const isReason = outcome === 'cancelled' && event.event === 'timeout';
  if (outcome !== null && !isReason && !isListening(call)) return;
  if (event.event === 'cancelled') {
    const cancelled = event.message === undefined ? {} : { reason: clip(event.message, 300) };
    endWithout(desk, connection, call, 'cancelled', { cancelled }, event.at);
    return;
  }
  const noise = connection.noiseDuring(call);
  const timeout = { afterMs: event.afterMs ?? Math.max(0, event.at - call.entry.row.at), ...said(event) };
  const facts: Partial<Account> = noise.length > 0 ? { timeout, noise } : { timeout };
  endWithout(desk, connection, call, noise.length > 0 ? 'noise' : 'timeout', facts, event.at);
}

function takeStream(desk: Desk, connection: ConnectionState, event: Life): void {
  const exchange = event.via === undefined ? undefined : connection.exchange(event.via);
  const ended = event.event === 'stream_ended';
  // Closing a connection ends its streams early, which is not an error.
  const broke = ended && event.clean === false && !connection.closing && event.closedBy !== 'client';
  // With an id the event names the call that it leaves without a response, even on a stream that resumed another.
  const named = ended && event.id !== undefined ? connection.openCall('out', idKey(event.id)) : undefined;
  const calls = exchange && exchange.calls.length > 0 ? exchange.calls : named ? [named] : [];
  if (calls.length > 0) {
    for (const call of calls) {
      desk.ledger.link(call.entry, event.seq);
      if (!ended || !(call.entry.row.pending || isListening(call))) continue;
      if (event.id === undefined && (event.resumes || exchange?.resumable)) awaitResumed(call, event);
      else endCut(desk, connection, call, event);
    }
    return;
  }
  const words = streamWords(event, broke);
  if (exchange?.carried) {
    const { row } = exchange.carried;
    desk.ledger.link(exchange.carried, event.seq);
    if (row.kind !== 'http' || !ended) return;
    const began = beganAt(row);
    row.endAt = event.at;
    row.latencyMs = Math.max(0, event.at - began);
    row.headline = words;
    row.detail = clip(event.message ?? `Open for ${duration(row.latencyMs)}`, 300);
    return;
  }
  const entry = open(desk, event, words, event.message ?? '');
  if (exchange) exchange.carried = entry;
}

function streamWords(event: Life, broke: boolean): string {
  if (event.event === 'stream_opened') return 'Stream opened';
  if (event.event === 'sse_comment') return 'Comment in the stream';
  return broke ? 'Stream broke' : 'Stream ended';
}

/** Events with ids can be requested again (WHATWG HTML section 9.2.4), so the rest may still come. */
function awaitResumed({ entry }: PendingCall, event: Life): void {
  entry.row.headline = 'Waiting, stream ended';
  entry.row.detail = clip(event.message ?? '', 300);
}

/** A later response corrects this. */
function endCut(desk: Desk, connection: ConnectionState, call: PendingCall, event: Life): void {
  if (event.closedBy === 'client') {
    call.entry.row.rehearsed ??= rehearsedBy(event);
    // 2026-07-28, basic/patterns/cancellation: closing the response stream cancels the request.
    endWithout(
      desk,
      connection,
      call,
      'cancelled',
      { cancelled: { reason: event.message ?? '', isClosing: true } },
      event.at,
    );
    return;
  }
  connection.conduct.noteBroken(call.key, call.method);
  const ended = event.clean === true ? { byServer: true as const } : {};
  const unanswered = { why: 'stream_cut' as const, ...ended, ...said(event) };
  endWithout(desk, connection, call, 'unanswered', { unanswered }, event.at, true);
}

function open(desk: Desk, event: Life, headline: string, detail: string): Entry {
  return desk.ledger.open(event, 0, 'life', { headline, detail: clip(detail, 300) });
}

function sides(event: Life): { message?: string; byServer?: true } {
  return event.closedBy === 'server' ? { byServer: true, ...said(event) } : said(event);
}

function said(event: Life): { message?: string } {
  return event.message === undefined ? {} : { message: clip(event.message, 300) };
}
