// The one interface between the window and its host. Adapters differ in the transport, never in what can be asked. `hello().abilities`
// lists what a host can do: the window asks for abilities, never for the host's name.

import type { Answer, Batch, Input, Method, Results } from '../../shared/contract/api.ts';

export type LinkStatus = 'connected' | 'reconnecting';

export interface FileToSave {
  /** The suggested name; the user may choose another. */
  name: string;
  /** Its media type. */
  type: string;
  content: string | Blob;
}

export type Saved =
  /** `where` is null if the host does not say: a browser uses its download folder. `show`: opens the system's folder window. */
  | { outcome: 'saved'; where: string | null; show?: () => void }
  | { outcome: 'cancelled' }
  | { outcome: 'failed'; reason: string };

export type Opened =
  | { outcome: 'opened'; file: File }
  | { outcome: 'cancelled' }
  | { outcome: 'failed'; reason: string };

/** Files and clipboard, which differ per host. None of them rejects. */
export interface FileAbilities {
  saveFile(file: FileToSave): Promise<Saved>;
  /** `accept`: file extensions, such as `.json`. */
  openFile(options: { accept: readonly string[] }): Promise<Opened>;
  /** False: the clipboard refused. */
  copyText(text: string): Promise<boolean>;
}

/** What a host passes or reports on its own. A browser reports nothing. */
export type HostEvent =
  /** A capture opened outside the window. */
  | { kind: 'file'; file: File }
  | { kind: 'told'; words: string }
  /** The inspector exited and restarted; these servers were connected before. */
  | { kind: 'restarted'; servers: string[] }
  /** The user wants to inspect the element at this point. */
  | { kind: 'inspect'; x: number; y: number };

export interface HostAbilities extends FileAbilities {
  /** For the system's parts of the window. */
  setLooks(looks: { theme: 'system' | 'light' | 'dark'; times: 'clock' | 'elapsed' }): void;
  /** Zooms the window, or returns the current factor; 1 is 100 %. null: the host handles zoom itself. */
  zoom: ((factor?: number) => Promise<number>) | null;
}

export interface Platform extends HostAbilities {
  /** Never rejects: a lost connection returns code `not_connected`. */
  call<M extends Method>(method: M, input: Input<M>): Promise<Answer<Results[M]>>;
  /** The host sends the next batches when the returned promise resolves, so that a slow window is never flooded. */
  onBatch(listener: (batch: Batch) => Promise<void>): () => void;
  /** A choice in the host's menu, if it has one. */
  onCommand(listener: (command: string) => void): () => void;
  /** Earlier events are delivered to the first listener. */
  onHostEvent(listener: (event: HostEvent) => void): () => void;
  /** Called at once if the state is already known. */
  onStatus(listener: (status: LinkStatus) => void): () => void;
}
