// An open SQLite file and its statements, for the search thread.

import { isDamage } from '../store/damaged-file.ts';
import { type Database, listRows, type SqlValue, type Statement } from '../store/log-schema.ts';

/** The search file is no longer readable. This does not cover errors of the log. */
export class DamagedWords extends Error {}

export class Sql {
  readonly #database: Database;
  readonly #tellsDamage: boolean;
  readonly #statements = new Map<string, Statement>();

  constructor(database: Database, damage?: 'reports damage') {
    this.#database = database;
    this.#tellsDamage = damage !== undefined;
  }

  exec(sql: string): void {
    this.#guarded(() => this.#database.exec(sql));
  }

  run(sql: string, ...values: SqlValue[]): void {
    this.#guarded(() => this.#statement(sql).run(...values));
  }

  get(sql: string, ...values: SqlValue[]): Record<string, unknown> | undefined {
    return this.#guarded(() => this.#statement(sql).get(...values));
  }

  all(sql: string, ...values: SqlValue[]): Record<string, unknown>[] {
    return this.#guarded(() => this.#statement(sql).all(...values));
  }

  /** Rows as arrays of columns, which is faster than objects. */
  lists(sql: string, ...values: SqlValue[]): unknown[][] {
    return this.#guarded(() => listRows(this.#statement(sql), values));
  }

  #guarded<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw this.#tellsDamage && isDamage(error) ? new DamagedWords((error as Error).message) : error;
    }
  }

  /** The `ord` column as one string: creating an object per row would take longer than finding them. */
  list(sql: string, values: readonly SqlValue[]): number[] {
    const found = this.get(`SELECT json_group_array(ord) AS ords FROM (${sql})`, ...values)?.ords;
    return JSON.parse(found as string) as number[];
  }

  #statement(sql: string): Statement {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}
