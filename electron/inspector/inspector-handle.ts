// The inspector as its doors hold it, and what they give to open it.

import type { Actor } from '../../shared/actors.ts';
import type { InspectorApi } from '../../shared/api/api.ts';
import type { Batch, Hello } from '../../shared/api/views.ts';
import type { TransportEvent } from '../transports/transport.ts';
import type { Vault } from './secrets/vault.ts';

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
  /** Who asks at this door. Left out: a person. */
  actor?: Actor;
  /** Sees all that was recorded, once it is kept: for whoever writes a copy elsewhere. */
  onRecord?: (server: string, epoch: number, events: readonly TransportEvent[]) => void;
  /** Keeps nothing: the log is in memory, and no servers are read or saved. For commands that end by themselves. */
  ephemeral?: true;
}
