// The walls between the inspector's rooms: what recording, sessions and connections promise each other.
// Owns interfaces only; `inspector.ts` puts the rooms together.

import type { InspectorApi } from '../../shared/api.ts';
import type { ParsedJson } from '../../shared/json.ts';
import type { Batch, Hello } from '../../shared/views.ts';
import type { StoredEvent } from '../../shared/wire.ts';
import type { TransportEvent } from '../transports/transport.ts';
import type { Vault } from './secrets/vault.ts';

/** A stored event with its text parsed, once, for whoever needs the message. */
export interface Recorded {
  event: StoredEvent;
  /** For lanes `in` and `out`; undefined for the others. */
  message?: ParsedJson;
}

/** Where every event goes first. */
export interface Recording {
  /** All events are in the store when this returns; only then are they parsed, paired and decoded. */
  record(server: string, epoch: number, events: readonly TransportEvent[]): Recorded[];
}

/** The inspector as its doors hold it: the validated api, the pushed batches, and the end of everything it started. */
export interface InspectorHandle {
  api: InspectorApi;
  /** Called with each batch, at most 30 times a second; the returned function ends it. */
  onBatch(listener: (batch: Batch) => void): () => void;
  /** Ends every server and closes the store. Safe to call twice. */
  close(): Promise<void>;
}

/** What a door gives when it opens the inspector (`openInspector` in inspector.ts). */
export interface InspectorOptions {
  /** The folder that holds everything Misfire keeps, by its whole path; it exists and is private to the user. '': nothing is kept. */
  dataDir: string;
  version: string;
  abilities: Hello['abilities'];
  /** The system's own store of secrets, where the door has one; left out: a file in the data folder. */
  vault?: Vault;
  /** Takes in what watched clients and servers say to each other. For doors that stay open. */
  follow?: true;
  /** Keeps nothing: the log is in memory, and no servers are read or saved. For commands that end by themselves. */
  passing?: true;
}
