// Prepares a recorded message to be sent again: fresh id, fresh progress token, and this session's protocol `_meta`. Nothing else changes:
// numbers, spacing and member order stay as written.

import { memberPlace } from '../../../shared/exchange/span.ts';

interface Stamp {
  /** Fresh in the session. A requested progress token uses it too, as in the SDKs. */
  id: number;
  protocolVersion: string | null;
  clientInfo: { name: string; version: string };
}

/** The complete message. */
export function restampMessage(text: string, stamp: Stamp): string {
  const withId = replaceMember(text, 'id', () => String(stamp.id));
  return replaceMember(withId, 'params', (params) => restampParams(params, stamp));
}

export function restampParams(params: string, stamp: Stamp): string {
  return replaceMember(params, '_meta', (meta) => {
    let fresh = replaceMember(meta, 'progressToken', () => String(stamp.id));
    // Since 2026-07-28 each request carries what the handshake used to say.
    if (stamp.protocolVersion !== null) {
      const version = JSON.stringify(stamp.protocolVersion);
      fresh = replaceMember(fresh, 'io.modelcontextprotocol/protocolVersion', () => version);
    }
    return replaceMember(fresh, 'io.modelcontextprotocol/clientInfo', () => JSON.stringify(stamp.clientInfo));
  });
}

/** Unchanged if there is no such member. */
function replaceMember(text: string, name: string, change: (value: string) => string): string {
  const place = memberPlace(text, name);
  if (!place) return text;
  return text.slice(0, place.start) + change(text.slice(place.start, place.end)) + text.slice(place.end);
}
