// The user's own dialects: JSON files in `dialects` in the data folder, read at start and again whenever one changes. Owns that folder. A
// broken file is skipped with messages that name it; the others still work.

import { type FSWatcher, readdirSync, watch } from 'node:fs';
import { basename, join } from 'node:path';
import { builtInDialects } from '../../../shared/dialects/built-in.ts';
import type { Dialect } from '../../../shared/dialects/dialect-schema.ts';
import { describeProblem, parseDialect } from '../../../shared/dialects/parse-dialect.ts';
import { fileProblem, readForeignText } from '../../foreign-files/foreign-file.ts';
import { makeFolders } from '../../foreign-files/make-folders.ts';
import { replaceFile } from '../saved/shared-file.ts';

interface OwnDialect {
  file: string;
  dialect: Dialect;
}

export interface LoadedDialects {
  /** Built-in ones, then the user's. */
  all: readonly Dialect[];
  own: readonly OwnDialect[];
  /** Problems of skipped files, one sentence each. */
  problems: readonly string[];
}

/** Editors write in several steps; the folder is read after it has been quiet this long. */
const quietMs = 120;
const largestDialect = 10_000_000;

export function loadDialects(folder: string | null): LoadedDialects {
  const own: OwnDialect[] = [];
  const problems: string[] = [];
  for (const file of folder === null ? [] : listFiles(folder)) {
    const read = readDialect(folder as string, file);
    if ('problems' in read) problems.push(...read.problems);
    else if (isBuiltIn(read.dialect)) problems.push(builtInProblem(file, read.dialect));
    else if (own.some(({ dialect }) => dialect.id === read.dialect.id))
      problems.push(`${file}: id: Another file already has the id "${read.dialect.id}".`);
    else own.push({ file, dialect: read.dialect });
  }
  const all = own.length === 0 ? builtInDialects : [...builtInDialects, ...own.map(({ dialect }) => dialect)];
  return { all, own, problems };
}

export class DialectFolder {
  readonly path: string | null;
  readonly #onChange: () => void;
  #loaded: LoadedDialects;
  #watcher: FSWatcher | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(path: string | null, onChange: () => void) {
    this.path = path;
    this.#onChange = onChange;
    try {
      if (path !== null) makeFolders(path);
    } catch {
      // Then there is nothing to read; adding a file will report why.
    }
    this.#loaded = loadDialects(path);
    this.#watch();
  }

  get loaded(): LoadedDialects {
    return this.#loaded;
  }

  /** Saves a valid file; returns '' or what is wrong with it. */
  add(fileName: string, text: string): string {
    const file = safeName(fileName);
    const parsed = parseDialect(file, text);
    if (!parsed.ok) return parsed.problems.map(describeProblem).join('\n');
    if (isBuiltIn(parsed.dialect)) return builtInProblem(file, parsed.dialect);
    const clash = this.#loaded.own.find((known) => known.dialect.id === parsed.dialect.id && known.file !== file);
    if (clash) return `${file}: id: ${clash.file} already has the id "${parsed.dialect.id}".`;
    if (this.path === null) return 'There is no data folder to keep it in.';
    try {
      replaceFile(join(this.path, file), text);
    } catch (error) {
      return `${file} could not be written to ${this.path}: ${(error as Error).message}.`;
    }
    this.reload();
    return '';
  }

  reload(): void {
    const before = JSON.stringify([this.#loaded.own, this.#loaded.problems]);
    const loaded = loadDialects(this.path);
    if (JSON.stringify([loaded.own, loaded.problems]) === before) return;
    this.#loaded = loaded;
    this.#onChange();
  }

  close(): void {
    this.#watcher?.close();
    if (this.#timer) clearTimeout(this.#timer);
  }

  #watch(): void {
    if (this.path === null) return;
    try {
      this.#watcher = watch(this.path, { persistent: false }, () => {
        if (this.#timer) clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.reload(), quietMs).unref();
      });
      this.#watcher.on('error', () => this.#watcher?.close());
    } catch {
      // Some file systems cannot be watched: files are then read at the next start, or when added in the app.
    }
  }
}

/** A card could not distinguish two dialects with the same id. */
function isBuiltIn({ id }: Dialect): boolean {
  return builtInDialects.some((known) => known.id === id);
}

function builtInProblem(file: string, { id }: Dialect): string {
  return `${file}: id: "${id}" is the id of a built-in dialect. Choose another.`;
}

function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .sort();
  } catch {
    return [];
  }
}

function readDialect(folder: string, file: string): { dialect: Dialect } | { problems: string[] } {
  let text: string;
  try {
    text = readForeignText(join(folder, file), { maxBytes: largestDialect });
  } catch (error) {
    return { problems: [`${file}: It cannot be read: ${fileProblem(error)}.`] };
  }
  const parsed = parseDialect(file, text);
  return parsed.ok ? { dialect: parsed.dialect } : { problems: parsed.problems.map(describeProblem) };
}

/** Only the file name counts; folders in the input are dropped. */
function safeName(fileName: string): string {
  const name =
    basename(fileName.replaceAll('\\', '/'))
      .replace(/[^\w.-]+/g, '-')
      .replace(/^\.+/, '') || 'dialect';
  return name.endsWith('.json') ? name : `${name}.json`;
}
