// What reading, exporting and searching need of a log, whether it is being recorded into or only read.

import type { ServerLook } from '../../../../shared/api/past-servers.ts';
import type { Batch } from '../../../../shared/api/views.ts';
import type { Failure } from '../../../../shared/failure.ts';
import type { Row } from '../../../../shared/timeline.ts';
import type { Marks } from '../counts/marks.ts';
import type { Views } from '../search/views.ts';
import type { LogStore } from '../store/store.ts';

export interface ReadableLog {
  readonly store: LogStore;
  readonly views: Views;
  readonly counters: Batch['counters'];
  readonly serverIds: string[];
  /** What a person said about groups of failures. */
  readonly marks: Pick<Marks, 'all' | 'get'>;
  serverName(server: string): string;
  /** Its mark in lists; null or left out: not known here. */
  serverLook?(server: string): ServerLook | null;
  /** The whole failure of a row; null where there is none. */
  failureOf(row: Row | number): Failure | null;
  flush(): void;
}
