// What an event carried, whichever lane it came by.

import type { StoredEvent } from '../../../../shared/wire.ts';

/** What an event carried, verbatim. */
export function bodyOf(event: StoredEvent): { text: string; bytes: Uint8Array | null } {
  switch (event.lane) {
    case 'life':
      return { text: event.message ?? '', bytes: null };
    case 'http':
      return { text: event.http.body ?? '', bytes: event.http.bodyBytes ?? null };
    default:
      return { text: event.text, bytes: event.bytes ?? null };
  }
}
