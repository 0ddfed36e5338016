// The version a server reported around a connection, from the handshake responses in the log.

import { versionIn } from '../../../../shared/exchange/server-version.ts';
import type { LogStore } from '../store/store.ts';

/** A server that died before it responded is most likely the version that responded last. */
const epochsBack = 5;

export function versionAt(store: LogStore, server: string, epoch: number): string | null {
  for (let at = epoch; at > Math.max(0, epoch - epochsBack); at -= 1) {
    const found = versionOf(store, server, at);
    if (found !== null) return found;
  }
  return null;
}

/** From this very connection. */
export function versionOf(store: LogStore, server: string, epoch: number): string | null {
  for (const row of store.contextRows(server, epoch, 0)) {
    if (row.method !== 'initialize' || row.outcome !== 'answered') continue;
    for (const seq of store.eventPage(row.id, 0, 20).seqs) {
      const event = store.event(seq);
      const found = event?.lane === 'in' ? versionIn(event.text) : null;
      if (found !== null) return found;
    }
  }
  return null;
}
