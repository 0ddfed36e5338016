// A read-only recording from disk, for the command line, also while the app records into the same file. It writes nothing; calls that are
// open in the file stay open here.

import type { Batch } from '../../../shared/contract/api.ts';
import type { Failure } from '../../../shared/failure.ts';
import type { Row } from '../../../shared/timeline.ts';
import { Facets } from './counts/facets.ts';
import { Marks } from './counts/marks.ts';
import type { ReadableLog } from './rows/readable-log.ts';
import { storedFailureOf } from './rows/stored-failure.ts';
import { Views } from './search/filtered-views.ts';
import { saidBy } from './search/row-texts.ts';
import type { LogStore } from './store/store.ts';
import { emptyState, type LogState } from './store/store.ts';

export class ReadOnlyLog implements ReadableLog {
  readonly store: LogStore;
  readonly views: Views;
  readonly marks: Marks;
  readonly #state: LogState;
  readonly #names: (server: string) => string;

  constructor(store: LogStore, names: (server: string) => string, marks = new Marks(null)) {
    this.store = store;
    this.marks = marks;
    this.#names = names;
    this.#state = store.state() ?? emptyState(0);
    const facets = new Facets(store.facets());
    this.views = new Views({
      total: () => this.#state.rows,
      select: (question, from, to) => store.select(question, from, to),
      servers: () => ({ ids: this.serverIds, name: names }),
      find: (words, from, below, most) => store.find(words, from, below, most),
      said: (row) => saidBy(store, row),
      values: (key) => facets.values(key),
      expected: marks.expected,
      namesOf: (group) => marks.namesOf(group),
      now: () => Date.now(),
    });
  }

  get counters(): Batch['counters'] {
    const { rows, messages, failedRows, failedCalls, causes, recovered, pending } = this.#state;
    return { rows, messages, failedRows, failedCalls, causes, recovered, pending, expected: 0, worst: null };
  }

  get serverIds(): string[] {
    return this.#state.servers.map(([id]) => id);
  }

  serverName(server: string): string {
    return this.#names(server);
  }

  failureOf(row: Row | number): Failure | null {
    return storedFailureOf(this.store, row);
  }

  flush(): void {}
}
