// The newest state of the host, the servers and the counters. keep-in-step.ts updates it.

import type { PastServer } from '../../shared/api/past-servers.ts';
import type { Counters, Hello, RecordingView, ServerView } from '../../shared/api/views.ts';
import { defineStore } from './model.ts';

interface Connection {
  /** `starting` until the first snapshot is here. */
  status: 'starting' | 'connected' | 'reconnecting';
  /** Why the window could not be opened, or not be brought up to date: what the host said, or that it does not answer; '' when all is well. */
  refusal: string;
  hello: Hello | null;
  servers: ServerView[];
  /** The servers of a recording that is only looked at; null while it is live. */
  past: PastServer[] | null;
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
  past: null,
  counters: noCounters,
  rev: 0,
  recording: null,
}));

/**
 * The mark of a row's server. In a recording it is the one that it had, else that of a server of the same name. Others get one by
 * their name, so that they can be told apart.
 */
export function colourOf(
  servers: readonly ServerView[],
  id: string,
  past: readonly PastServer[] | null = null,
): number {
  const had = past?.find((server) => server.id === id)?.look?.color;
  const known = had ?? (serverById(servers, id) ?? servers.find(({ name }) => name === id))?.colour;
  return known ?? [...id].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 64, 0);
}

/** What the list at the side is about: an opened recording, or what is live. */
export const isPast = ({ recording }: Pick<Connection, 'recording'>): boolean => recording?.isLive === false;

export function serverById(servers: readonly ServerView[], id: string): ServerView | undefined {
  return servers.find((server) => server.id === id);
}
