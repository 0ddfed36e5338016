// Where sessions stand side by side: each is a log of its own with its own rows, all in one file. Owns the interface,
// and the shelf in memory that takes over where there can be no file.

import type { SessionView } from '../../../shared/views.ts';
import { MemoryStore } from './memory-store.ts';
import type { LogStore } from './store.ts';

/** A session as it is kept: what windows are shown of it, but for what depends on them. */
export interface SessionRecord extends Omit<SessionView, 'name' | 'isNamed' | 'isLive' | 'isShown'> {
  /** '' until a person names it. */
  name: string;
}

export interface NewSession {
  name?: string;
  kind: SessionRecord['kind'];
  source?: string;
  startedAt: number;
}

export interface SessionChange {
  name?: string;
  note?: string;
  header?: string;
}

export interface Shelf {
  readonly kind: 'sqlite' | 'memory';
  readonly path: string | null;
  readonly notice: string;
  /** There should be a file, but it could not be used; `notice` says why. */
  readonly isRefused?: boolean;
  /** Newest first. */
  list(): SessionRecord[];
  create(session: NewSession): number;
  open(session: number): LogStore;
  change(session: number, change: SessionChange): void;
  /** Members of the capture's header that Misfire does not know, as JSON; null when there are none. */
  header(session: number): string | null;
  /** Takes the session's words and rows and then its events away, a little at a time. It must not be open. */
  remove(session: number): Promise<void>;
  close(): void;
}

export class MemoryShelf implements Shelf {
  readonly kind = 'memory';
  readonly path = null;
  readonly notice: string;
  readonly #sessions = new Map<number, { record: SessionRecord; store: MemoryStore; header?: string }>();
  #next = 0;

  readonly isRefused: boolean;

  constructor(notice: string, isRefused = false) {
    this.isRefused = isRefused;
    this.notice = notice;
  }

  list(): SessionRecord[] {
    return [...this.#sessions.values()].reverse().map(({ record, store }) => {
      const { rows = 0, messages = 0, failures = 0 } = store.state() ?? {};
      return { ...record, rows, messages, failures };
    });
  }

  create({ name = '', kind, source = '', startedAt }: NewSession): number {
    const id = this.#next;
    this.#next += 1;
    const figures = { bytes: 0, rows: 0, messages: 0, failures: 0 };
    const record = { id, name, note: '', kind, source, startedAt, touchedAt: Date.now(), ...figures };
    this.#sessions.set(id, { record, store: new MemoryStore(this.notice, id) });
    return id;
  }

  open(session: number): LogStore {
    return this.#sessions.get(session)?.store ?? new MemoryStore(this.notice, session);
  }

  change(session: number, { header, ...change }: SessionChange): void {
    const known = this.#sessions.get(session);
    if (!known) return;
    Object.assign(known.record, change);
    if (header !== undefined) known.header = header;
  }

  header(session: number): string | null {
    return this.#sessions.get(session)?.header ?? null;
  }

  async remove(session: number): Promise<void> {
    this.#sessions.delete(session);
  }

  close(): void {}
}
