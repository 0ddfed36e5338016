// An open SQLite file and its statements, as the searching thread uses them.

import { isDamage } from '../store/damaged-file.ts';
import { type Database, listRows, type SqlValue, type Statement } from '../store/schema.ts';

/** The search file cannot be read any more. What the log may have is not meant. */
export class DamagedWords extends Error {}

/** An open file and its statements. */
export class Sql {
  readonly #database: Database;
  readonly #tellsDamage: boolean;
  readonly #statements = new Map<string, Statement>();

  constructor(database: Database, damage?: 'tells damage') {
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

  /** Rows as arrays of their columns: quicker than objects. */
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

  /** The column `ord` as one text rather than a row for each: making objects would take longer than finding them. */
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
