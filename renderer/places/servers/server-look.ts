// A server's state as a word, a shape and a second line. Pure.

import type { ServerState, ServerView } from '../../../shared/api/views.ts';
import { count } from '../../text/format.ts';
import { visibleLine } from '../../text/visible-text.ts';

export interface StateLook {
  word: string;
  shape: 'full' | 'ring' | 'turning' | 'cross' | 'square';
  tone: 'ok' | 'wait' | 'bad' | 'mute';
}

const looks: Record<ServerState, StateLook> = {
  idle: { word: 'not connected', shape: 'ring', tone: 'mute' },
  connecting: { word: 'connecting', shape: 'turning', tone: 'wait' },
  connected: { word: 'connected', shape: 'full', tone: 'ok' },
  failed: { word: 'could not connect', shape: 'cross', tone: 'bad' },
  exited: { word: 'ended', shape: 'square', tone: 'bad' },
  closing: { word: 'closing', shape: 'turning', tone: 'mute' },
};

const transportWords: Record<ServerView['transport'], string> = {
  stdio: 'stdio',
  http: 'http',
  sse: 'old sse',
  'http-command': 'http',
};

/** A server that waits for a sign-in did not fail. */
export function stateLook(server: Pick<ServerView, 'state' | 'signIn' | 'watched'>): StateLook {
  if (server.watched) {
    const word = server.state === 'connected' ? 'live' : 'ended';
    return { word, shape: word === 'live' ? 'full' : 'ring', tone: word === 'live' ? 'ok' : 'mute' };
  }
  if (wantsSignIn(server) && server.state !== 'connected')
    return { word: server.signIn.state === 'waiting' ? 'signing in' : 'sign-in needed', shape: 'ring', tone: 'wait' };
  return looks[server.state];
}

export function wantsSignIn({ signIn }: Pick<ServerView, 'signIn'>): boolean {
  return signIn.state === 'needed' || signIn.state === 'waiting' || signIn.state === 'failed';
}

/** `http · RFC 9457`, or the revision if no dialect is known, while all is well; otherwise the state as text. */
export function secondLine(server: ServerView): string {
  const transport = transportWords[server.transport];
  if (server.watched) return `${server.watched.client} · ${transport} · ${stateLook(server).word}`;
  if (server.state !== 'connected') return `${transport} · ${stateLook(server).word}`;
  return [transport, server.dialect?.name ?? server.protocolVersion].filter(Boolean).join(' · ');
}

/** All details, one per line, for the tooltip. */
export function wholeStory(server: ServerView): string {
  const info = server.serverInfo;
  const { messages, failedCalls, pending } = server.counts;
  const lines = [
    server.name,
    server.endpoint,
    info ? `says it is ${info.name} ${info.version}` : '',
    server.protocolVersion ? `speaks ${server.protocolVersion} (${server.era})` : '',
    server.pid === null ? '' : `process ${server.pid}`,
    [count(messages, 'message'), count(failedCalls, 'failed call'), pending > 0 ? `${pending} waiting` : '']
      .filter(Boolean)
      .join(', '),
    server.reason,
    server.signIn.words,
  ];
  return lines.filter(Boolean).map(visibleLine).join('\n');
}

/** Points of a sparkline, in a box of the given size; null if there is nothing to draw. */
export function sparkline(values: readonly number[], width: number, height: number): string | null {
  const top = Math.max(...values, 0);
  if (values.length < 2 || top === 0) return null;
  const step = width / (values.length - 1);
  return values
    .map((value, index) => `${round(index * step)},${round(height - 1 - (value / top) * (height - 2))}`)
    .join(' ');
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
