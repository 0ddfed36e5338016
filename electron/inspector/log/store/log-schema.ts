// The tables of the log file and their migrations. A shipped migration is never edited; a new one is appended. Table and column names call
// a recording a session, here and in the word index. These names stay, so that every existing log opens.

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
  /** Since Node 22.16. */
  setReturnArrays?(arrays: boolean): void;
}

/** Rows as arrays of columns, faster than objects. A statement used this way is never used otherwise. */
export function listRows(statement: Statement, values: readonly SqlValue[]): unknown[][] {
  statement.setReturnArrays?.(true);
  const rows: unknown[] = statement.all(...values);
  // Node before 22.16 only returns objects; their members are in column order.
  return statement.setReturnArrays ? (rows as unknown[][]) : rows.map((row) => Object.values(row as object));
}

export type SqlValue = null | number | string | Uint8Array;

/** 'MISF': distinguishes a Misfire log from any other SQLite file. */
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
  // Sessions. The existing log becomes session 0, so that no row moves. A row's ord is its position in the session plus the session's
  // number times `recordingSpan`.
  `
  CREATE TABLE sessions (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, note TEXT NOT NULL, kind TEXT NOT NULL, source TEXT NOT NULL,
    started REAL NOT NULL, touched REAL NOT NULL, first_seq INTEGER NOT NULL, last_seq INTEGER NOT NULL,
    active INTEGER NOT NULL, bytes INTEGER NOT NULL, indexed INTEGER NOT NULL, state TEXT
  ) STRICT;
  INSERT INTO sessions
    SELECT 0, '', '', 'recorded', '', first.at, last.at, first.seq, last.seq, 1,
      (SELECT coalesce(sum(length(body)), 0) FROM events), 0, (SELECT state FROM state WHERE one = 1)
    FROM (SELECT seq, at FROM events ORDER BY seq LIMIT 1) first, (SELECT seq, at FROM events ORDER BY seq DESC LIMIT 1) last;
  DROP TABLE state;
  ALTER TABLE events ADD COLUMN session INTEGER NOT NULL DEFAULT 0;
  DROP INDEX rows_rev;
  CREATE INDEX rows_target ON rows (target, ord) WHERE target IS NOT NULL;
  CREATE INDEX rows_class ON rows (class, ord) WHERE class IS NOT NULL;
  -- How often each value that a filter can name occurs: kept for completion, and to turn patterns into lists.
  CREATE TABLE facets (
    session INTEGER NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, count INTEGER NOT NULL,
    PRIMARY KEY (session, key, value)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO facets SELECT 0, 'server', server, count(*) FROM rows WHERE server IS NOT NULL GROUP BY server;
  INSERT INTO facets SELECT 0, 'tool', target, count(*) FROM rows WHERE target IS NOT NULL GROUP BY target;
  INSERT INTO facets SELECT 0, 'method', method, count(*) FROM rows WHERE method IS NOT NULL GROUP BY method;
  INSERT INTO facets SELECT 0, 'code', code, count(*) FROM rows WHERE code IS NOT NULL GROUP BY code;
  INSERT INTO facets SELECT 0, 'class', class, count(*) FROM rows WHERE class IS NOT NULL GROUP BY class;
  INSERT INTO facets SELECT 0, 'retry', verdict, count(*) FROM rows WHERE verdict IS NOT NULL GROUP BY verdict;
  INSERT INTO facets SELECT 0, 'severity', severity, count(*) FROM rows WHERE severity IS NOT NULL GROUP BY severity;
  INSERT INTO facets SELECT 0, 'origin', origin, count(*) FROM rows WHERE origin IS NOT NULL GROUP BY origin;
  INSERT INTO facets SELECT 0, 'outcome', outcome, count(*) FROM rows WHERE outcome IS NOT NULL GROUP BY outcome;
  INSERT INTO facets SELECT 0, 'kind', kind, count(*) FROM rows WHERE kind IS NOT NULL GROUP BY kind;
  -- Rows that changed after their text was indexed.
  CREATE TABLE unindexed (ord INTEGER PRIMARY KEY) STRICT;
  `,
  // The row itself names the first event that joins it, nearly always its only response; row_events has further ones. Targets are indexed
  // by block, because an index by target alone is written all over with every batch.
  `
  ALTER TABLE rows ADD COLUMN joined INTEGER;
  -- 1: text without a backslash, so that its words can be indexed as it stands. Asking SQLite for one takes as long as indexing.
  ALTER TABLE events ADD COLUMN plain INTEGER;
  DROP INDEX rows_target;
  CREATE INDEX rows_target ON rows (ord >> 10, target) WHERE target IS NOT NULL;
  `,
  // Bursts in one row, and failures in groups. Rows are derived again, because they change.
  `
  ALTER TABLE rows ADD COLUMN times INTEGER NOT NULL DEFAULT 1;
  ALTER TABLE rows ADD COLUMN grp TEXT;
  CREATE INDEX rows_grp ON rows (grp, ord) WHERE grp IS NOT NULL;
  CREATE INDEX rows_storm ON rows (server, epoch, end_at) WHERE times > 1;
  -- Kept rather than counted: groups of failures, and how much happened when.
  CREATE TABLE figures (
    session INTEGER NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL, figures TEXT NOT NULL,
    PRIMARY KEY (kind, name, session)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX figures_session ON figures (session);
  -- The words of a burst are entered in pieces: what has been entered is not read again when more comes.
  CREATE TABLE pieces (piece INTEGER PRIMARY KEY, ord INTEGER NOT NULL, upto INTEGER NOT NULL) STRICT;
  CREATE INDEX pieces_ord ON pieces (ord, upto);
  `,
  // Unknown fields in the header of an imported capture, as JSON: they are exported again.
  'ALTER TABLE sessions ADD COLUMN header TEXT',
  // The caller (NULL: a person), and which rows one cause produced.
  `
  ALTER TABLE rows ADD COLUMN actor TEXT;
  ALTER TABLE rows ADD COLUMN client TEXT;
  ALTER TABLE rows ADD COLUMN incident INTEGER;
  CREATE INDEX rows_incident ON rows (incident, ord) WHERE incident IS NOT NULL;
  `,
  // Long bodies in pieces: the number of further pieces, NULL for none, and their contents.
  `
  ALTER TABLE events ADD COLUMN further INTEGER;
  CREATE TABLE further_pieces (
    seq INTEGER NOT NULL, piece INTEGER NOT NULL, body ANY NOT NULL, PRIMARY KEY (seq, piece)
  ) STRICT;
  `,
  // Words have their own file (log/search). `mark` identifies the rows of a session; new rows get another. `changed` lists rewritten rows
  // by change number until they are indexed; those up to `pruned` are dropped. `events.plain` is no longer written.
  `
  ALTER TABLE sessions DROP COLUMN indexed;
  ALTER TABLE sessions ADD COLUMN mark INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE sessions ADD COLUMN pruned INTEGER NOT NULL DEFAULT 0;
  UPDATE sessions SET mark = abs(random() % 4503599627370496);
  CREATE TABLE changed (
    session INTEGER NOT NULL, rev INTEGER NOT NULL, ord INTEGER NOT NULL, PRIMARY KEY (session, rev)
  ) STRICT, WITHOUT ROWID;
  DROP TABLE unindexed;
  DROP TABLE pieces;
  `,
  // A failure in at most 40 and 28 characters. Rows are derived again, so older ones get it too.
  `
  ALTER TABLE rows ADD COLUMN short TEXT;
  ALTER TABLE rows ADD COLUMN tiny TEXT;
  `,
  // Identifies the contents of an imported file, so that a second import is recognized.
  `ALTER TABLE sessions ADD COLUMN print TEXT NOT NULL DEFAULT ''`,
  // What a rehearsal injected.
  'ALTER TABLE rows ADD COLUMN rehearsed TEXT',
  // How it ended and who ended it: the kind for filters, the rest as text.
  'ALTER TABLE rows ADD COLUMN ending TEXT; ALTER TABLE rows ADD COLUMN ended TEXT',
];

/** Later versions only added columns and tables, and dropped words, which can be rebuilt. A backup would have no use. */
export const copiedBefore = 6;

/** A number that no earlier rows of a recording have had. */
export function newMark(): number {
  return Math.floor(Math.random() * 2 ** 52);
}

/** Block size in the index of targets. */
export const blockShift = 10;

/** Distance between recordings in `rows.ord`: 4 billion rows each, two million recordings below 2^53. */
export const recordingSpan = 2 ** 32;

export const schemaVersion = migrations.length;

export function schemaVersionOf(database: Database): number {
  return Number(database.prepare('PRAGMA user_version').get()?.user_version ?? 0);
}

/** Migrates the tables. Calls `beforeChange` once, with the old version, before a file with data changes. */
export function migrate(database: Database, beforeChange: (version: number) => void = () => {}): void {
  const found = schemaVersionOf(database);
  if (found >= schemaVersion) return;
  if (found > 0) beforeChange(found);
  database.exec('BEGIN IMMEDIATE');
  try {
    for (const migration of migrations.slice(found)) database.exec(migration);
    database.exec(`PRAGMA user_version = ${schemaVersion}`);
    database.exec(`PRAGMA application_id = ${applicationId}`);
    database.exec('COMMIT');
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}

/** Earlier versions stored the words inside the log, next to its tables. */
const earlierWords = `CREATE VIRTUAL TABLE texts USING fts5(
  said, content = '', contentless_delete = 1, tokenize = "unicode61 remove_diacritics 0"
)`;

/** By version: making one takes longer than the rest of opening a log. */
const schemas = new Map<number, Record<string, unknown>[]>();

/** Everything a log of that version may hold, as SQLite writes it. `make` opens an empty database. */
export function schemaOf(make: () => Database, version: number): Record<string, unknown>[] {
  const known = schemas.get(version);
  if (known) return known;
  const database = make();
  try {
    for (const migration of migrations.slice(0, version)) database.exec(migration);
    database.exec(earlierWords);
    const schema = database.prepare('SELECT type, name, sql FROM sqlite_schema').all();
    schemas.set(version, schema);
    return schema;
  } finally {
    database.close();
  }
}
