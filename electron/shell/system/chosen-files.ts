// Files that the user chose: native dialogs, writing saved files, and reading opened ones. The page knows a file only by a
// number; it can neither name a path nor reach a file that was not chosen. A saved file is written next to its path and moved
// there when it is complete and on the disk.

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import type { DesktopFile } from '../../../shared/api/desktop.ts';
import { type Answer, done, refused } from '../../../shared/contract/api.ts';
import { ForeignFileError, withForeignFile } from '../../foreign-files/foreign-file.ts';

/** The limit of one answer to the page. */
const readSize = 4 * 1024 * 1024;

/** The dialogs, supplied by the caller. */
interface FileDialogs {
  save(wish: { defaultPath: string; extension: string }): Promise<string | null>;
  open(wish: { defaultPath: string; extensions: string[] }): Promise<string | null>;
}

interface ChosenFilesOptions {
  dialogs: FileDialogs;
  /** Where the last file was saved or opened. */
  lastFolder(): string;
  /** A file was saved or opened here. */
  onUsed(path: string, how: 'saved' | 'opened'): void;
}

interface Saving {
  path: string;
  draft: string;
  handle: FileHandle;
}

/** Some systems keep a name as typed, and their open dialogs then hide the file. */
function withExtension(path: string, extension: string): string {
  // The dialog did not ask about this existing file.
  return extname(path) === '' && !existsSync(path + extension) ? path + extension : path;
}

export class ChosenFiles {
  readonly #options: ChosenFilesOptions;
  readonly #saving = new Map<number, Saving>();
  readonly #saved = new Map<number, string>();
  readonly #opened = new Map<number, string>();
  #next = 0;

  constructor(options: ChosenFilesOptions) {
    this.#options = options;
  }

  async chooseSave({ name }: { name: string }): Promise<Answer<{ file: number } | null>> {
    const proposed = safeName(name);
    const chosen = await this.#options.dialogs.save({
      defaultPath: join(this.#options.lastFolder(), proposed),
      extension: extname(proposed).slice(1),
    });
    if (chosen === null) return done(null);
    const path = withExtension(chosen, extname(proposed));
    const draft = join(dirname(path), `.${shortHash(path)}.${basename(path).slice(0, 100)}.part`);
    try {
      const handle = await open(draft, 'w');
      return done({ file: this.#keep(this.#saving, { path, draft, handle }) });
    } catch (problem) {
      return refused('refused', describe(problem, path));
    }
  }

  async savePart({ file, bytes }: { file: number; bytes: Uint8Array }): Promise<Answer<null>> {
    const saving = this.#saving.get(file);
    if (!saving) return refused('not_found', 'That file is not being saved any more.');
    try {
      await saving.handle.writeFile(bytes);
      return done(null);
    } catch (problem) {
      await this.#drop(file, saving);
      return refused('refused', describe(problem, saving.path));
    }
  }

  async endSave({ file, keep }: { file: number; keep: boolean }): Promise<Answer<{ path: string }>> {
    const saving = this.#saving.get(file);
    if (!saving) return refused('not_found', 'That file is not being saved any more.');
    if (!keep) {
      await this.#drop(file, saving);
      return refused('refused', 'Canceled.');
    }
    try {
      await saving.handle.sync();
      await saving.handle.close();
      await rename(saving.draft, saving.path);
    } catch (problem) {
      await this.#drop(file, saving);
      return refused('refused', describe(problem, saving.path));
    }
    this.#saving.delete(file);
    this.#saved.set(file, saving.path);
    this.#options.onUsed(saving.path, 'saved');
    return done({ path: saving.path });
  }

  /** The path of a saved file; undefined for any other. */
  savedPath(file: number): string | undefined {
    return this.#saved.get(file);
  }

  async chooseOpen({ accept }: { accept: string[] }): Promise<Answer<DesktopFile | null>> {
    const path = await this.#options.dialogs.open({
      defaultPath: this.#options.lastFolder(),
      extensions: accept.map((ending) => ending.slice(1)),
    });
    return path === null ? done(null) : this.give(path);
  }

  /** Lets the page read a file that was chosen outside it: an argument, a double click. */
  async give(path: string): Promise<Answer<DesktopFile>> {
    try {
      const size = withForeignFile(path, {}, (found) => found.size);
      const file = this.#keep(this.#opened, path);
      this.#options.onUsed(path, 'opened');
      return done({ file, name: basename(path), size });
    } catch (problem) {
      return refused('refused', describe(problem, path));
    }
  }

  async readPart({ file, from }: { file: number; from: number }): Promise<Answer<{ bytes: Uint8Array }>> {
    const path = this.#opened.get(file);
    if (path === undefined) return refused('not_found', 'That file is not open.');
    try {
      return done({ bytes: withForeignFile(path, {}, (opened) => opened.readAt(from, readSize)) });
    } catch (problem) {
      return refused('refused', describe(problem, path));
    }
  }

  /** Leaves no partial file. */
  async close(): Promise<void> {
    for (const [file, saving] of this.#saving) await this.#drop(file, saving);
  }

  #keep<T>(files: Map<number, T>, value: T): number {
    this.#next += 1;
    files.set(this.#next, value);
    return this.#next;
  }

  async #drop(file: number, { handle, draft }: Saving): Promise<void> {
    this.#saving.delete(file);
    await handle.close().catch(() => undefined);
    await rm(draft, { force: true }).catch(() => undefined);
  }
}

/** A proposed name from names of servers and users: no folders, no characters that systems forbid. */
function safeName(name: string): string {
  const bare = name.replace(/[<>:"/\\|?*]|\p{C}/gu, '-').replace(/^\.+|[. ]{1,20}$/g, '');
  return bare || 'misfire';
}

const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8);

function describe(problem: unknown, path: string): string {
  const { code } = problem as NodeJS.ErrnoException;
  const where = basename(path);
  if (code === 'ENOSPC') return `There is no room left on the disk for ${where}.`;
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return `The system does not allow it in ${dirname(path)}.`;
  if (code === 'ENOENT') return `${where} is not there any more.`;
  if (problem instanceof ForeignFileError) return `${where} cannot be read: ${problem.reason}.`;
  return (problem as Error).message;
}
