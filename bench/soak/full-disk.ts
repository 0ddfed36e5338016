// A disk that fills and empties, for the soak: limits the pages of SQLite's files, so that it fails as on a full disk. Detects databases
// by their first statement, so call this before opening the log.

import { DatabaseSync } from 'node:sqlite';

export function fullDisk(): { fill(): void; free(): void } {
  const opened = new Set<DatabaseSync>();
  const { exec } = DatabaseSync.prototype;
  DatabaseSync.prototype.exec = function (sql) {
    opened.add(this);
    exec.call(this, sql);
  };
  const limit = (pages: (now: number) => number): void => {
    for (const database of opened) {
      if (!database.isOpen) opened.delete(database);
      else {
        const now = Number(database.prepare('PRAGMA page_count').get()?.page_count ?? 0);
        exec.call(database, `PRAGMA max_page_count = ${pages(now)}`);
      }
    }
  };
  return { fill: () => limit((now) => now), free: () => limit(() => 4_294_967_294) };
}
