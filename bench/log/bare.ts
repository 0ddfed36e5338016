// The baseline of the log: node:sqlite alone, with the minimum that stores and finds the same messages.

import { DatabaseSync } from 'node:sqlite';
import type { TransportEvent } from '../../electron/transports/transport.ts';

/** Ten columns, three indexes, WAL, and 1000 rows per transaction (performance.md section 2). */
export class Bare {
  readonly database: DatabaseSync;
  readonly #fts: boolean;
  #count = 0;

  constructor(path: string, fts: boolean) {
    this.#fts = fts;
    this.database = new DatabaseSync(path);
    this.database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
      CREATE TABLE IF NOT EXISTS messages (id INTEGER PRIMARY KEY, session INTEGER, at REAL, server TEXT, lane TEXT, method TEXT, request TEXT,
        code INTEGER, latency REAL, body TEXT);
      CREATE INDEX IF NOT EXISTS by_session ON messages (session, id);
      CREATE INDEX IF NOT EXISTS by_method ON messages (method, id);
      CREATE INDEX IF NOT EXISTS by_code ON messages (code, id) WHERE code IS NOT NULL;`);
    if (fts)
      this.database.exec(
        `CREATE VIRTUAL TABLE IF NOT EXISTS found USING fts5(body, content = 'messages', content_rowid = 'id')`,
      );
  }

  insert(events: readonly TransportEvent[]): void {
    const insert = this.database.prepare('INSERT INTO messages VALUES (?,?,?,?,?,?,?,?,?,?)');
    const index = this.#fts ? this.database.prepare('INSERT INTO found (rowid, body) VALUES (?,?)') : null;
    for (let from = 0; from < events.length; from += 1000) {
      this.database.exec('BEGIN');
      for (const event of events.slice(from, from + 1000)) {
        this.#count += 1;
        const { text = '', lane, at } = event as { text?: string; lane: string; at: number };
        const code = lane === 'in' && this.#count % 20 === 0 ? -32000 : null;
        insert.run(this.#count, 1, at, 's', lane, 'tools/call', String(this.#count), code, 3, text);
        index?.run(this.#count, text);
      }
      this.database.exec('COMMIT');
    }
  }

  page(from: number): unknown[] {
    return this.database.prepare('SELECT * FROM messages WHERE session = 1 AND id > ? ORDER BY id LIMIT 100').all(from);
  }

  close(): void {
    this.database.close();
  }
}
