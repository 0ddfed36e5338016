// What recording promises to whoever talks to a server: what crossed is kept before anything is done with it.
// Owns the interface only; log.ts keeps it.

import type { ParsedJson } from '../../../shared/json/json.ts';
import type { StoredEvent } from '../../../shared/wire.ts';
import type { TransportEvent } from '../../transports/transport.ts';

/** A stored event with its text parsed, once, for whoever needs the message. */
export interface Recorded {
  event: StoredEvent;
  /** For lanes `in` and `out`; undefined for the others. */
  message?: ParsedJson;
}

/** Where every event goes first. */
export interface Recorder {
  /** All events are in the store when this returns; only then are they parsed, paired and decoded. */
  record(server: string, epoch: number, events: readonly TransportEvent[]): Recorded[];
}
