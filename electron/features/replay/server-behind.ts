// How the server of a row is reached, for copied code and repro sets. Uses the current command for a sample, and the last address for a
// server that Misfire starts. For servers that are only in a recording, reads the log.

import type { TransportConfig } from '../../../shared/server/server-config.ts';
import type { Row } from '../../../shared/timeline.ts';
import type { Connection } from '../../inspector/connections/connections.ts';
import type { LogStore } from '../../inspector/log/store/store.ts';
import { sampleTransport } from '../../inspector/sample-config.ts';

export interface ServerBehind {
  name: string;
  sample: string | null;
  transport: TransportConfig;
  /** The last address of an HTTP server; null if there was none. */
  url: string | null;
}

const rowsBack = 50;

/** null: neither the list of servers nor the log knows. */
export function serverBehind(
  store: LogStore,
  row: Row,
  connection: Pick<Connection, 'config'> | undefined,
): ServerBehind | null {
  if (!connection) {
    const url = urlOf(store, row);
    return url === null ? null : { name: row.server, sample: null, transport: { kind: 'http', url, headers: {} }, url };
  }
  const { name, sample = null, transport } = connection.config;
  const today = (sample === null ? null : sampleTransport(sample)) ?? transport;
  return { name, sample, transport: today, url: today.kind === 'stdio' ? null : lastUrl(store, row) };
}

/** The newest address wins: a restarted server listens elsewhere. */
function lastUrl(store: LogStore, row: Row): string | null {
  for (const newer of store.rowsBefore(row.server, Number.MAX_SAFE_INTEGER, rowsBack).reverse()) {
    const url = urlOf(store, newer);
    if (url !== null) return url;
  }
  return urlOf(store, row);
}

function urlOf(store: LogStore, row: Row): string | null {
  for (const seq of store.eventsOf(row.id)) {
    const event = store.event(seq);
    if (event?.lane === 'http' && event.http.url !== '') return event.http.url;
  }
  return null;
}
