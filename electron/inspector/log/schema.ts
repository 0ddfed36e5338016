// The log file's tables and how they came to be. A migration that has shipped is never edited; a new one is appended.

export interface Database {
  exec(sql: string): void;
  prepare(sql: string): Statement;
  function(
    name: string,
    options: { deterministic: boolean; varargs: boolean },
    run: (...values: SqlValue[]) => SqlValue,
  ): void;
  close(): void;
}

export interface Statement {
  run(...values: SqlValue[]): unknown;
  get(...values: SqlValue[]): Record<string, unknown> | undefined;
  all(...values: SqlValue[]): Record<string, unknown>[];
}

export type SqlValue = null | number | string | Uint8Array;

/** 'MISF': tells our file from any other SQLite file. */
export const applicationId = 0x4d495346;

const migrations: readonly string[] = [
  `
  CREATE TABLE events (
    seq INTEGER PRIMARY KEY, at REAL NOT NULL, server TEXT NOT NULL, epoch INTEGER NOT NULL, lane TEXT NOT NULL,
    body ANY, meta TEXT
  ) STRICT;
  CREATE TABLE rows (
    ord INTEGER PRIMARY KEY, id INTEGER NOT NULL, rev INTEGER NOT NULL, kind TEXT NOT NULL, server TEXT NOT NULL,
    epoch INTEGER NOT NULL, direction TEXT NOT NULL, at REAL NOT NULL, end_at REAL, latency REAL, method TEXT, target TEXT,
    args TEXT NOT NULL, outcome TEXT, pending INTEGER NOT NULL, headline TEXT NOT NULL, detail TEXT NOT NULL, code TEXT,
    negative INTEGER NOT NULL, chain INTEGER, attempt INTEGER NOT NULL, remarks TEXT NOT NULL, failed INTEGER NOT NULL,
    class TEXT, verdict TEXT, after_ms REAL, severity TEXT, origin TEXT, flagged INTEGER, title TEXT,
    http INTEGER, layer TEXT, carrier TEXT, dialect TEXT, problem INTEGER NOT NULL, issues INTEGER NOT NULL,
    notes INTEGER NOT NULL, words TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX rows_id ON rows (id);
  CREATE INDEX rows_rev ON rows (rev);
  CREATE INDEX rows_server ON rows (server, ord);
  CREATE INDEX rows_failed ON rows (ord) WHERE failed = 1;
  CREATE INDEX rows_pending ON rows (ord) WHERE pending = 1;
  CREATE INDEX rows_chain ON rows (chain, ord) WHERE chain IS NOT NULL;
  CREATE INDEX rows_stderr ON rows (server, epoch, ord) WHERE kind = 'stderr';
  CREATE INDEX rows_context ON rows (server, epoch, ord) WHERE method IN ('initialize', 'tools/list');
  CREATE TABLE failures (row INTEGER PRIMARY KEY, failure TEXT NOT NULL) STRICT;
  -- Only what joined a row after its first event, which the row's id already names.
  CREATE TABLE row_events (row INTEGER NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (row, seq)) STRICT, WITHOUT ROWID;
  CREATE TABLE state (one INTEGER PRIMARY KEY CHECK (one = 1), state TEXT NOT NULL) STRICT;
  `,
];

export const schemaVersion = migrations.length;

export function versionOf(database: Database): number {
  return Number(database.prepare('PRAGMA user_version').get()?.user_version ?? 0);
}

export function migrate(database: Database): void {
  for (let version = versionOf(database); version < schemaVersion; version += 1) {
    database.exec('BEGIN IMMEDIATE');
    try {
      database.exec(migrations[version] as string);
      database.exec(`PRAGMA user_version = ${version + 1}`);
      database.exec(`PRAGMA application_id = ${applicationId}`);
      database.exec('COMMIT');
    } catch (error) {
      database.exec('ROLLBACK');
      throw error;
    }
  }
}
