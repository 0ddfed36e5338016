// What the host last said about itself, the servers and the counters. Filled by recording.ts; read everywhere.

import type { Counters, Hello, RecordingView, ServerView } from '../../shared/api/views.ts';
import { defineStore } from './model.ts';

interface Connection {
  /** `starting` until the first snapshot is here. */
  status: 'starting' | 'connected' | 'reconnecting';
  /** Why the window could not be opened, or not be brought up to date: what the host said, or that it does not answer; '' when all is well. */
  refusal: string;
  hello: Hello | null;
  servers: ServerView[];
  counters: Counters;
  rev: number;
  /** The recording that is shown. */
  recording: RecordingView | null;
}

export const noCounters: Counters = {
  rows: 0,
  messages: 0,
  failures: 0,
  incidents: 0,
  recovered: 0,
  pending: 0,
  expected: 0,
  worst: null,
};

export const [connectionOf, useConnection] = defineStore<Connection>(() => ({
  status: 'starting',
  refusal: '',
  hello: null,
  servers: [],
  counters: noCounters,
  rev: 0,
  recording: null,
}));

/**
 * The mark of a row's server. A capture names servers as they were called when it was saved; those that are not here get a mark by
 * their name, so that they can be told apart.
 */
export function colourOf(servers: readonly ServerView[], id: string): number {
  const known = serverById(servers, id) ?? servers.find(({ name }) => name === id);
  return known?.colour ?? [...id].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 64, 0);
}

export function serverById(servers: readonly ServerView[], id: string): ServerView | undefined {
  return servers.find((server) => server.id === id);
}
