// The version each client reported when it connected, from the handshake of a connection in the log.

import { firstSeq } from '../../../../shared/exchange/ledger.ts';
import { member, parseJson } from '../../../../shared/json/json.ts';
import type { LogStore } from '../store/store.ts';

export interface ClientInfo {
  name: string | null;
  version: string | null;
}

export function clientAt(store: LogStore, server: string, epoch: number): ClientInfo {
  for (const row of store.contextRows(server, epoch, 0)) {
    const event = row.method === 'initialize' ? store.event(firstSeq(row.id)) : null;
    const parsed = event?.lane === 'out' ? parseJson(event.text) : null;
    const info = parsed?.ok ? member(member(parsed.value, 'params'), 'clientInfo') : undefined;
    if (info !== undefined) return { name: textOf(member(info, 'name')), version: textOf(member(info, 'version')) };
  }
  return { name: null, version: null };
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value.slice(0, 100) : null;
