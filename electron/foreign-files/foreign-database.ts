// An SQLite file of another program, as a copy: the program is never locked out, and nothing in its schema runs. Only plain tables are
// read, because a view, a virtual table or a generated column could compute without end.

import { join } from 'node:path';
import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite';
import { copyForeign, ForeignFileError, fileProblem } from './foreign-file.ts';
import { holdSignals, makeTemporaryFolder, removeTemporaryFolder } from './temporary-folder.ts';

const mostBytes = 8_000_000_000;

export class ForeignDatabase {
  readonly #path: string;
  readonly #database: DatabaseSync;
  readonly #folder: string;

  constructor(path: string) {
    this.#path = path;
    // A signal may not leave the copy behind.
    [this.#database, this.#folder] = holdSignals(() => this.#open());
  }

  /** Whether there is a table of this name. Throws if reading it would compute something, or if its pages are damaged. */
  hasTable(name: string): boolean {
    const [found] = this.#all('SELECT type FROM pragma_table_list WHERE schema = ? AND name = ?', ['main', name]);
    if (!found) return false;
    if (found.type !== 'table') throw this.#refusal(`“${name}” in it is a ${found.type}, not a table`);
    if (this.#all('SELECT name FROM pragma_table_xinfo(?) WHERE hidden <> 0', [name]).length > 0)
      throw this.#refusal(`its table “${name}” has computed columns`);
    // Pages that refer to each other in a circle would be read forever.
    const [{ quick_check: state } = {}] = this.#all(`PRAGMA quick_check('${name.replaceAll("'", "''")}')`, []);
    if (state !== 'ok') throw this.#refusal('it is damaged');
    return true;
  }

  *rows(sql: string, values: readonly SQLInputValue[]): Generator<Record<string, SQLOutputValue>> {
    try {
      yield* this.#database.prepare(sql).iterate(...values);
    } catch (problem) {
      throw this.#refusal(fileProblem(problem));
    }
  }

  close(): void {
    this.#database.close();
    removeTemporaryFolder(this.#folder);
  }

  #all(sql: string, values: readonly SQLInputValue[]): Record<string, SQLOutputValue>[] {
    return [...this.rows(sql, values)];
  }

  #open(): [DatabaseSync, string] {
    const folder = makeTemporaryFolder('transcript');
    let database: DatabaseSync | undefined;
    try {
      const copy = join(folder, 'copy.db');
      copyForeign(this.#path, copy, { maxBytes: mostBytes });
      copyLog(this.#path, copy);
      // Loaded on demand: most transcripts are text.
      const sqlite = process.getBuiltinModule('node:sqlite');
      database = new sqlite.DatabaseSync(copy);
      // The first lets the file be read without its write-ahead log. Checks are expressions of the file: they would run.
      database.exec(
        'PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA ignore_check_constraints = ON; PRAGMA journal_mode = DELETE; PRAGMA query_only = ON',
      );
      // An open file needs no name, and without one nothing is left if the process is killed. Windows keeps it until it is closed.
      if (process.platform !== 'win32') removeTemporaryFolder(folder);
      return [database, folder];
    } catch (problem) {
      database?.close();
      removeTemporaryFolder(folder);
      throw problem instanceof ForeignFileError ? problem : this.#refusal(fileProblem(problem));
    }
  }

  #refusal(reason: string): ForeignFileError {
    return new ForeignFileError(this.#path, 'unreadable', reason);
  }
}

/** Its index is rebuilt. */
function copyLog(path: string, copy: string): void {
  try {
    copyForeign(`${path}-wal`, `${copy}-wal`, { maxBytes: mostBytes });
  } catch (problem) {
    if (!(problem instanceof ForeignFileError && problem.obstacle === 'absent')) throw problem;
  }
}
