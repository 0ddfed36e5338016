// The recording interface for sessions and transports: every event is stored before anything else happens with it. log.ts implements it.

import type { ParsedJson } from '../../../shared/json/json.ts';
import type { StoredEvent } from '../../../shared/wire.ts';
import type { TransportEvent } from '../../transports/transport.ts';

/** A stored event with its text, parsed once for all consumers. */
export interface Recorded {
  event: StoredEvent;
  /** For lanes `in` and `out`; undefined for the others. */
  message?: ParsedJson;
}

/** The first destination of every event. */
export interface Recorder {
  /** All events are in the store when this returns; only then are they parsed, paired and decoded. */
  record(server: string, epoch: number, events: readonly TransportEvent[]): Recorded[];
}
