// The one interface between the window and whatever hosts it. Adapters differ in the carrier, never in what can be asked.
// What a host can do comes with `hello().abilities`: the window asks for abilities, never for the host's name.

import type { Answer, Input, Method, Results } from '../../shared/api/api.ts';
import type { Batch } from '../../shared/api/views.ts';

export type LinkStatus = 'connected' | 'reconnecting';

export interface FileToSave {
  /** As it is proposed; a person may choose another. */
  name: string;
  /** Its media type. */
  type: string;
  content: string | Blob;
}

export type Saved =
  /** `where` is null where the host does not say: in a browser, wherever downloads go. `show`: in the system's own folder window. */
  | { outcome: 'saved'; where: string | null; show?: () => void }
  | { outcome: 'cancelled' }
  | { outcome: 'failed'; reason: string };

export type Opened =
  | { outcome: 'opened'; file: File }
  | { outcome: 'cancelled' }
  | { outcome: 'failed'; reason: string };

/** Files and the clipboard, of which each host has its own. None of them rejects. */
export interface FileAbilities {
  saveFile(file: FileToSave): Promise<Saved>;
  /** `accept`: endings of names, such as `.json`. */
  openFile(wish: { accept: readonly string[] }): Promise<Opened>;
  /** False: the clipboard refused. */
  copyText(text: string): Promise<boolean>;
}

/** What a host hands over or says by itself. A browser's says nothing. */
export type HostEvent =
  /** A capture that was opened outside the window. */
  | { kind: 'file'; file: File }
  | { kind: 'told'; words: string }
  /** The inspector ended and was started again; these servers were connected before. */
  | { kind: 'restarted'; servers: string[] }
  /** A person wants to look closer at what is at this point of the page. */
  | { kind: 'inspect'; x: number; y: number };

export interface HostAbilities extends FileAbilities {
  /** For the parts of the window that are the system's. */
  setTheme(theme: 'system' | 'light' | 'dark'): void;
  /** Zooms the window, or only says how far it is; 1 is its own size. null: the host zooms by itself. */
  zoom: ((factor?: number) => Promise<number>) | null;
}

export interface Platform extends HostAbilities {
  /** Never rejects: a lost connection is answered with code `not_connected`. */
  call<M extends Method>(method: M, input: Input<M>): Promise<Answer<Results[M]>>;
  /** The host sends the next batches when the returned promise is kept: a slow window is told less, never flooded. */
  onBatch(listener: (batch: Batch) => Promise<void>): () => void;
  /** What a person chose in the host's menu, where it has one. */
  onCommand(listener: (command: string) => void): () => void;
  /** What came before the first listener is told to it. */
  onHostEvent(listener: (event: HostEvent) => void): () => void;
  /** Told at once when the state is known already. */
  onStatus(listener: (status: LinkStatus) => void): () => void;
}
