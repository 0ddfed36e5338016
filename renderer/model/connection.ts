// The newest state of the host, the servers and the counters. keep-in-step.ts updates it.

import { colorOfName, type PastClient, type PastServer } from '../../shared/api/past-servers.ts';
import type { Counters, Hello, RecordingView, ServerView } from '../../shared/api/views.ts';
import { defineStore } from './model.ts';

interface Connection {
  /** `starting` until the first snapshot is here. */
  status: 'starting' | 'connected' | 'reconnecting';
  /** Why the window could not be opened or updated: the host's message, or that it does not answer; '' if all is well. */
  refusal: string;
  hello: Hello | null;
  servers: ServerView[];
  /** The servers of a read-only recording; null for live ones. */
  past: PastServer[] | null;
  /** The clients of a read-only recording. */
  pastClients: PastClient[];
  counters: Counters;
  rev: number;
  /** The open recording. */
  recording: RecordingView | null;
}

export const noCounters: Counters = {
  rows: 0,
  messages: 0,
  failedRows: 0,
  failedCalls: 0,
  causes: 0,
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
  pastClients: [],
  counters: noCounters,
  rev: 0,
  recording: null,
}));

/**
 * The mark of a row's server. In a recording it is the recorded one, otherwise that of a server with the same name. Others get
 * one from their name, so that they differ.
 */
export function colourOf(
  servers: readonly ServerView[],
  id: string,
  past: readonly PastServer[] | null = null,
): number {
  const had = past?.find((server) => server.id === id)?.look?.color;
  const known = had ?? (serverById(servers, id) ?? servers.find(({ name }) => name === id))?.colour;
  return known ?? colorOfName(id);
}

/** The subject of the sidebar: an opened recording, or the live servers. */
export const isPast = ({ recording }: Pick<Connection, 'recording'>): boolean => recording?.isLive === false;

export function serverById(servers: readonly ServerView[], id: string): ServerView | undefined {
  return servers.find((server) => server.id === id);
}
