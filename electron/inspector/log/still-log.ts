// A session as it is on disk, only to be read: for the command line, also while the app records into the same file.
// Owns nothing that is written; calls that are open in the file stay open here.

import type { Failure } from '../../../shared/failure.ts';
import type { Row } from '../../../shared/timeline.ts';
import type { Batch } from '../../../shared/views.ts';
import { Facets } from './facets.ts';
import { keptFailureOf } from './kept-failure.ts';
import type { LogStore } from './store.ts';
import { emptyState, type LogState } from './store.ts';
import { Views } from './views.ts';

/** What reading, exporting and searching need of a log. */
export interface ReadableLog {
  readonly store: LogStore;
  readonly views: Views;
  readonly counters: Batch['counters'];
  readonly serverIds: string[];
  serverName(server: string): string;
  /** The whole failure of a row; null where there is none. */
  failureOf(row: Row | number): Failure | null;
  flush(): void;
}

export class StillLog implements ReadableLog {
  readonly store: LogStore;
  readonly views: Views;
  readonly #state: LogState;
  readonly #names: (server: string) => string;

  constructor(store: LogStore, names: (server: string) => string, expected: ReadonlySet<string> = new Set()) {
    this.store = store;
    this.#names = names;
    this.#state = store.state() ?? emptyState(0);
    const facets = new Facets(store.facets());
    this.views = new Views({
      total: () => this.#state.rows,
      select: (question, from, to) => store.select(question, from, to),
      servers: () => ({ ids: this.serverIds, name: names }),
      texts: () => store.texts,
      values: (key) => facets.values(key),
      expected,
      now: () => Date.now(),
    });
  }

  get counters(): Batch['counters'] {
    const { rows, messages, failures, incidents, recovered, pending } = this.#state;
    return { rows, messages, failures, incidents, recovered, pending, expected: 0, worst: null };
  }

  get serverIds(): string[] {
    return this.#state.servers.map(([id]) => id);
  }

  serverName(server: string): string {
    return this.#names(server);
  }

  failureOf(row: Row | number): Failure | null {
    return keptFailureOf(this.store, row);
  }

  flush(): void {}
}
