// What the main process and the inspector's process say to each other, besides the ports that belong to pages.
// Owns the two interfaces and their carrier: JSON text, as between windows and the inspector.

import { type BirpcReturn, createBirpc } from 'birpc';
import type { Hello } from '../../shared/api/views.ts';

export interface OpenWish {
  dataDir: string;
  version: string;
  /** How the system keeps keys, where it can be trusted to: whose keeping it is, in words. null: it cannot. */
  keeper: string | null;
}

/** In the inspector's process. */
export interface InspectorSide {
  /** Must be the first call, and is answered when the inspector can be used. */
  open(wish: OpenWish): Promise<Hello['store']>;
  /** The address written anew if it is one that a person is asked to open; else null. */
  offered(address: string): Promise<string | null>;
  /** Ends every server and closes the log. */
  close(): Promise<void>;
}

/** In the main process. */
export interface MainSide {
  seal(value: string): Promise<string>;
  unseal(sealed: string): Promise<string | null>;
  /** Only when something of it changed. */
  news(news: News): void;
  /** A bug, for the log file. */
  report(text: string): void;
}

/** What the desktop shows outside the window, and remembers for the inspector. */
export interface News {
  /** Failures that nobody has called expected. */
  failures: number;
  /** Ids of the servers that are connected. */
  connected: string[];
  /** Replays whose wait is over since the last news. */
  due: { id: string; title: string; words: string }[];
}

/** A call that takes long is not a call that is lost: the end of the process ends it. */
export function linkTo<Other extends object, Own extends object>(
  own: Own,
  post: (text: string) => void,
  listen: (listener: (text: string) => void) => void,
): BirpcReturn<Other, Own> {
  return createBirpc<Other, Own>(own, {
    post: (text: string) => post(text),
    on: (listener) => listen(listener),
    serialize: (value) => JSON.stringify(value),
    deserialize: (text: string) => JSON.parse(text),
    timeout: -1,
  });
}
