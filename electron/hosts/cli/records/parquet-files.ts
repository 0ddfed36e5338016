// A folder of Parquet files: TABLE/date=YYYY-MM-DD/NAME.parquet. Owns their names, and that an export is there whole or not at all:
// files are written beside their place under a hidden name, and renamed at the end. Loaded only when Parquet is asked for.

import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileWriter, ParquetWriter } from 'hyparquet-writer';
import {
  type ColumnType,
  type ParquetTable,
  parquetTableNames,
  parquetTables,
  parquetVersion,
} from '../../../inspector/recordings/parquet-columns.ts';
import type { ParquetRecord, ParquetValue } from '../../../inspector/recordings/parquet-records.ts';
import { UsageError } from '../terminal/exit-codes.ts';

/** Records and characters that wait in memory, over all files. */
const waitingRecords = 60_000;
const waitingText = 32_000_000;

interface Partition {
  table: ParquetTable;
  path: string;
  draft: string;
  writer: ParquetWriter;
  /** By column: records would be copied as they wait. */
  waiting: ParquetValue[][];
}

export class ParquetFiles {
  readonly #folder: string;
  readonly #name: string;
  readonly #createdBy: string;
  readonly #open = new Map<string, Partition>();
  readonly #madeFolders: string[] = [];
  #waiting = { records: 0, text: 0 };
  readonly counts: Record<ParquetTable, number> = { exchanges: 0, failures: 0, attempts: 0 };

  /** `name`: of each file, without its ending. A file of that name is replaced. */
  constructor(folder: string, name: string, createdBy: string) {
    this.#folder = folder;
    this.#name = name;
    this.#createdBy = createdBy;
  }

  add(table: ParquetTable, record: ParquetRecord): void {
    const { waiting } = this.#partition(table, record.time as Date);
    this.counts[table] += 1;
    this.#waiting.records += 1;
    for (const [index, { name }] of parquetTables[table].entries()) {
      const value = record[name] ?? null;
      waiting[index]?.push(value);
      if (typeof value === 'string') this.#waiting.text += value.length;
    }
    if (this.#waiting.records < waitingRecords && this.#waiting.text < waitingText) return;
    for (const partition of this.#open.values()) write(partition);
    this.#waiting = { records: 0, text: 0 };
  }

  /** Puts all files in their place, and removes those of an earlier export of the same name that this one has no rows for. */
  finish(): { files: number; bytes: number } {
    for (const partition of this.#open.values()) {
      write(partition);
      partition.writer.finish();
    }
    let bytes = 0;
    for (const { draft, path } of this.#open.values()) {
      renameSync(draft, path);
      bytes += statSync(path).size;
    }
    const kept = new Set([...this.#open.values()].map(({ path }) => path));
    for (const path of this.#earlier()) if (!kept.has(path)) rmSync(path);
    return { files: kept.size, bytes };
  }

  /** Nothing of it stays. */
  discard(): void {
    for (const { draft } of this.#open.values()) rmSync(draft, { force: true });
    for (const folder of this.#madeFolders.reverse()) {
      try {
        rmdirSync(folder);
      } catch {} // Another one writes there too.
    }
  }

  #partition(table: ParquetTable, time: Date): Partition {
    const date = time.toISOString().slice(0, 10);
    const key = `${table}/date=${date}`;
    const known = this.#open.get(key);
    if (known) return known;
    const path = join(this.#folder, table, `date=${date}`, `${this.#name}.parquet`);
    // A link in the place of a folder of ours would lead the export elsewhere. The folder that the user named may be one.
    for (const folder of [dirname(dirname(path)), dirname(path)])
      if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink())
        throw new UsageError(`${folder} is a link. Remove it, or export to a new folder.`);
    this.#makeFolder(dirname(path));
    // Engines skip files that begin with a dot.
    const draft = join(dirname(path), `.${this.#name}.${randomBytes(6).toString('hex')}.part`);
    // Created here, so that only its owner can read it and no link is followed.
    closeSync(openSync(draft, 'wx', 0o600));
    const writer = new ParquetWriter({
      writer: fileWriter(draft),
      schema: schemaOf(table),
      createdBy: this.#createdBy,
      kvMetadata: [{ key: 'misfire.parquet.version', value: String(parquetVersion) }],
    });
    const partition = { table, path, draft, writer, waiting: parquetTables[table].map(() => []) };
    this.#open.set(key, partition);
    return partition;
  }

  #makeFolder(folder: string): void {
    if (existsSync(folder)) return;
    this.#makeFolder(dirname(folder));
    mkdirSync(folder);
    this.#madeFolders.push(folder);
  }

  #earlier(): string[] {
    return parquetTableNames.flatMap((table) => {
      const folder = join(this.#folder, table);
      const dates = existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith('date=')) : [];
      return dates.map((date) => join(folder, date, `${this.#name}.parquet`)).filter((path) => existsSync(path));
    });
  }
}

function write(partition: Partition): void {
  const { table, writer, waiting } = partition;
  const rowGroupSize = waiting[0]?.length ?? 0;
  if (rowGroupSize === 0) return;
  const columnData = parquetTables[table].map(({ name }, index) => ({ name, data: waiting[index] ?? [] }));
  // Done when it returns: the writer is synchronous.
  void writer.write({ columnData, rowGroupSize });
  partition.waiting = parquetTables[table].map(() => []);
}

const types = {
  BOOLEAN: { type: 'BOOLEAN' },
  DOUBLE: { type: 'DOUBLE' },
  INT32: { type: 'INT32' },
  INT64: { type: 'INT64' },
  STRING: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  TIMESTAMP: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
} as const satisfies Record<ColumnType, object>;

function schemaOf(table: ParquetTable): ConstructorParameters<typeof ParquetWriter>[0]['schema'] {
  const columns = parquetTables[table];
  return [
    { name: 'root', num_children: columns.length },
    ...columns.map(({ name, type }) => ({ name, ...types[type], repetition_type: 'OPTIONAL' as const })),
  ];
}
