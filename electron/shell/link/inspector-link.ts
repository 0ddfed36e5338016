// The messages between the main process and the inspector's process, besides the ports of pages. Owns the two interfaces and
// their carrier: JSON text, as between windows and the inspector.

import { type BirpcReturn, createBirpc } from 'birpc';
import type { Hello } from '../../../shared/api/views.ts';

export interface OpenWish {
  dataDir: string;
  version: string;
  /** The name of the system's credential store if it can be trusted; otherwise null. */
  keeper: string | null;
}

/** In the inspector's process. */
export interface InspectorSide {
  /** Must be the first call. It is answered when the inspector is usable. */
  open(wish: OpenWish): Promise<Hello['store']>;
  /** The normalized URL if the app offers to open it, otherwise null. */
  offered(address: string): Promise<string | null>;
  /** Ends every server and closes the log. */
  close(): Promise<void>;
}

/** In the main process. */
export interface MainSide {
  seal(value: string): Promise<string>;
  unseal(sealed: string): Promise<string | null>;
  /** Only if something changed. */
  news(news: News): void;
  /** A bug, for the log file. */
  report(text: string): void;
}

/** What the desktop shows outside the window and remembers for the inspector. */
export interface News {
  /** Without those that are marked as expected. */
  failedCalls: number;
  /** Ids of the servers that are connected. */
  connected: string[];
  /** Replays whose wait has ended since the last message. */
  due: { id: string; title: string; words: string }[];
}

/** No timeout: a long call is not lost, and the end of the process ends it. */
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
