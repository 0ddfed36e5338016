// The inspector as its hosts use it, and the options to open it.

import type { Actor } from '../../shared/actors.ts';
import type { Hello } from '../../shared/api/views.ts';
import type { Batch, InspectorApi } from '../../shared/contract/api.ts';
import type { TransportEvent } from '../transports/transport.ts';
import type { Vault } from './secrets/vault.ts';

/** The inspector as its hosts use it: the validated API, the pushed batches, and closing everything it started. */
export interface InspectorHandle {
  api: InspectorApi;
  /** Called with each batch, at most 30 times a second; the returned function unsubscribes. */
  onBatch(listener: (batch: Batch) => void): () => void;
  /** Ends every server and closes the store. Safe to call twice. */
  close(): Promise<void>;
}

/** The options of a host that opens the inspector (`openInspector` in inspector.ts). */
export interface InspectorOptions {
  /** The absolute path of Misfire's data folder; it exists and is private to the user. '': nothing is stored. */
  dataDir: string;
  version: string;
  abilities: Hello['abilities'];
  /** The system's secret store, if the host has one; omitted: a file in the data folder. */
  vault?: Vault;
  /** Imports what watched clients and servers send to each other. For long-running hosts. */
  follow?: true;
  /** The caller of this host. Omitted: a person. */
  actor?: Actor;
  /** Gets everything that was recorded, once it is stored: for code that exports a copy. */
  onRecord?: (server: string, epoch: number, events: readonly TransportEvent[]) => void;
  /** Stores nothing: the log is in memory, and no servers are read or saved. For short-lived commands. */
  ephemeral?: true;
  /** Fills in variables, and is inherited by servers. Omitted: the environment of the process. */
  env?: Readonly<Record<string, string | undefined>>;
  /** Where servers start that name no folder. Omitted: the folder of the process. */
  folder?: string;
}
