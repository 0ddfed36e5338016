// Listens for notifications of a server (2026-07-28, `subscriptions/listen`): one request for changed lists, one for each resource. Reopens
// them when their stream breaks. They are requests like others, with their own rows.

import { setTimeout as delay } from 'node:timers/promises';
import { type JsonObject, member } from '../../../shared/json/json.ts';
import type { Settled } from './open-requests.ts';
import type { OpenSession } from './session-options.ts';

const shortestWaitMs = 1000;
/** Streams in a row that broke before this much time had passed. */
const briefMs = 10_000;
const maxBrief = 3;

export class Listening {
  readonly #session: OpenSession;
  /** Rows of open streams by URI; '' is the one for lists. */
  readonly #rows = new Map<string, number>();

  constructor(session: OpenSession) {
    this.#session = session;
  }

  get uris(): string[] {
    return [...this.#rows.keys()].filter((uri) => uri !== '');
  }

  /** Listens for the changes that the server declares. */
  open(capabilities: JsonObject): void {
    const declared = ['tools', 'prompts', 'resources'].filter(
      (name) => member(member(capabilities, name), 'listChanged') === true,
    );
    if (declared.length === 0) return;
    this.#listen('', Object.fromEntries(declared.map((name) => [`${name}ListChanged`, true])));
  }

  /** The row of the stream that reports changes of this resource. */
  add(uri: string): number {
    return this.#rows.get(uri) ?? this.#listen(uri, { resourceSubscriptions: [uri] });
  }

  /** The row of the ended stream; null if there was none. */
  remove(uri: string): number | null {
    const row = this.#rows.get(uri);
    if (row === undefined) return null;
    this.#rows.delete(uri);
    this.#session.cancel(row, 'No longer subscribed.');
    return row;
  }

  #listen(uri: string, notifications: JsonObject, brief = 0): number {
    const began = performance.now();
    const { seq, settled } = this.#session.request('subscriptions/listen', JSON.stringify({ notifications }));
    this.#rows.set(uri, seq);
    void settled.then(async (end) => {
      if (this.#rows.get(uri) !== seq) return;
      this.#rows.delete(uri);
      const count = performance.now() - began < briefMs ? brief + 1 : 0;
      if (!isBroken(end) || count > maxBrief) return;
      await delay(shortestWaitMs * Math.max(1, count), undefined, { ref: false });
      if (this.#session.isOpen && !this.#rows.has(uri)) this.#listen(uri, notifications, count);
    });
    return seq;
  }
}

/** A response, including an error, means that the server ended it. */
function isBroken(end: Settled): boolean {
  return end.kind === 'stream_ended' || (end.kind === 'http' && end.http.error !== undefined);
}
