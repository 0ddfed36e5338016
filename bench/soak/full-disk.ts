// A disk that fills and empties, for the soak: SQLite is told how many pages its files may have, and fails as on a full disk.
// Must be called before anything opens a database.

import { createRequire, syncBuiltinESMExports } from 'node:module';
import type { DatabaseSyncOptions } from 'node:sqlite';

type Sqlite = typeof import('node:sqlite');

export function fullDisk(): { fill(): void; free(): void } {
  const sqlite = createRequire(import.meta.url)('node:sqlite') as Sqlite;
  const opened = new Set<InstanceType<Sqlite['DatabaseSync']>>();
  class Limited extends sqlite.DatabaseSync {
    constructor(path: string, options: DatabaseSyncOptions = {}) {
      super(path, options);
      if (!options.readOnly) opened.add(this);
    }
  }
  sqlite.DatabaseSync = Limited;
  syncBuiltinESMExports();
  const limit = (pages: (now: number) => number): void => {
    for (const database of opened) {
      if (!database.isOpen) opened.delete(database);
      else {
        const now = Number(database.prepare('PRAGMA page_count').get()?.page_count ?? 0);
        database.exec(`PRAGMA max_page_count = ${pages(now)}`);
      }
    }
  };
  return { fill: () => limit((now) => now), free: () => limit(() => 4_294_967_294) };
}
