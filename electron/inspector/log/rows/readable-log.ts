// The part of a log that reading, exporting and searching need, for live and read-only logs.

import type { ServerLook } from '../../../../shared/api/past-servers.ts';
import type { Batch } from '../../../../shared/contract/api.ts';
import type { Failure } from '../../../../shared/failure.ts';
import type { Row } from '../../../../shared/timeline.ts';
import type { Marks } from '../counts/marks.ts';
import type { Views } from '../search/filtered-views.ts';
import type { LogStore } from '../store/store.ts';

export interface ReadableLog {
  readonly store: LogStore;
  readonly views: Views;
  readonly counters: Batch['counters'];
  readonly serverIds: string[];
  /** The user's marks on failure groups. */
  readonly marks: Pick<Marks, 'all' | 'get'>;
  serverName(server: string): string;
  /** The server's mark in lists; null or undefined if unknown here. */
  serverLook?(server: string): ServerLook | null;
  /** The complete failure of a row; null if there is none. */
  failureOf(row: Row | number): Failure | null;
  flush(): void;
}
