// Messages over the size limit: only their beginning was recorded, so the call they answer is guessed from it.

import { type Json, parseJson } from '../json/json.ts';
import { JsonReader } from '../json/json-reader.ts';
import type { MessageEvent } from '../wire.ts';
import { idKey } from './canonical.ts';
import type { ConnectionState } from './connection.ts';
import { type Desk, endWithout } from './endings.ts';
import type { PendingCall } from './pending-call.ts';

/** An id is near the beginning, or is not found. */
const leading = 400;

/** The id near the beginning of a message; undefined if there is none. */
export function leadingIdOf(text: string): string | number | undefined {
  const reader = new JsonReader(text.slice(0, leading));
  if (!reader.nextIs('{')) return undefined;
  for (;;) {
    if (!reader.next() || !reader.isName) return undefined;
    const name = reader.written;
    if (!reader.next() || !reader.next()) return undefined;
    if (name === '"id"') break;
    if (name !== '"jsonrpc"' || !reader.finishValue() || !reader.next()) return undefined;
  }
  // At the end of the recorded part it may continue.
  const parsed = reader.end < reader.text.length ? parseJson(reader.written) : null;
  return parsed?.ok && isId(parsed.value) ? parsed.value : undefined;
}

const isId = (value: Json): value is string | number => typeof value === 'string' || typeof value === 'number';

/** Ends the call that the message answers if that is certain: by its exchange, its id, or because no other is open. */
export function endByTooLong(desk: Desk, connection: ConnectionState, event: MessageEvent & { seq: number }): void {
  const call = answeredCall(connection, event);
  if (!call) return;
  desk.ledger.link(call.entry, event.seq);
  const message = `${size(event.cut ?? 0)}, and the limit for one message of this server is ${size(keptBytes(event))}`;
  endWithout(desk, connection, call, 'unanswered', { unanswered: { why: 'too_long', message } }, event.at);
}

function answeredCall(connection: ConnectionState, event: MessageEvent): PendingCall | undefined {
  if (event.via !== undefined) {
    const open = connection.exchange(event.via).calls.filter((call) => call.entry.row.pending);
    if (open.length > 0) return open.length === 1 ? open[0] : undefined;
  }
  const id = leadingIdOf(event.text);
  if (id !== undefined) return connection.openCall('out', idKey(id));
  const open = [...connection.openCalls()].filter((call) => call.direction === 'out');
  return open.length === 1 ? open[0] : undefined;
}

/** The recorded size is the limit, except for the bytes of a character at the cut. */
function keptBytes({ text, bytes }: MessageEvent): number {
  if (bytes) return bytes.length;
  let length = 0;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    // Each half of a surrogate pair counts as two of its four bytes.
    length += unit < 0x80 ? 1 : unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 2 : 3;
  }
  return length;
}

function size(bytes: number): string {
  if (bytes >= 1_048_576) return `${Math.round(bytes / 104_857.6) / 10} MiB`;
  return bytes >= 1000 ? `${Math.round(bytes / 1000)} kB` : `${bytes} bytes`;
}
