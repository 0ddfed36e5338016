// How a server's state reads: a word, a shape and a second line. Pure.

import type { ServerState, ServerView } from '../../shared/api.ts';

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

export function stateLook(state: ServerState): StateLook {
  return looks[state];
}

export function transportWord(transport: ServerView['transport']): string {
  return transport === 'stdio' ? 'stdio' : 'http';
}

/** `http · RFC 9457` while all is well, otherwise the state in words. */
export function secondLine(server: ServerView): string {
  if (server.state !== 'connected') return `${transportWord(server.transport)} · ${stateLook(server.state).word}`;
  return server.dialect
    ? `${transportWord(server.transport)} · ${server.dialect.name}`
    : transportWord(server.transport);
}

/** Points of a sparkline, in a box of the given size; null when there is nothing to draw. */
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
