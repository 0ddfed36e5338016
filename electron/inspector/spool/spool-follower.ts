// Follows the spool: imports the traffic of watched clients and servers into the log as it happens. Background traffic is imported at the
// next start, oldest first. Owns the order. run-recorder.ts decides what is recorded, spool-room.ts how much is kept.

import { existsSync, type FSWatcher, statSync, watch } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { readSpoolName, type SpoolFile as SpoolFileName, spoolFolder } from '../../../shared/capture/spool.ts';
import type { WireEvent } from '../../../shared/wire.ts';
import { makeFolders } from '../../foreign-files/make-folders.ts';
import { processIsAlive } from '../../transports/process-groups.ts';
import { findEmptyFiles, removeEmptyFile } from './empty-files.ts';
import { RunRecorder, type RunRecorderOptions } from './run-recorder.ts';
import { OpenSpoolFile } from './spool-file.ts';
import { SpoolPlaces } from './spool-places.ts';
import { SpoolRoom } from './spool-room.ts';
import { readWatchedRun } from './watched-servers.ts';

interface SpoolFollowerOptions extends Omit<RunRecorderOptions, 'places' | 'lastFile' | 'wasOver'> {
  dataDir: string;
  /** Writes the rows of what was recorded. */
  flush: () => void;
  /** Called when `notice` changes. */
  onNotice: () => void;
}

/** The system reports changes; if it does not, this is the polling interval. */
const lookEveryMs = 150;
const portionBytes = 1024 * 1024;
const portionEvents = 500;
const checkEveryMs = 2000;

interface Followed {
  file: OpenSpoolFile;
  name: SpoolFileName;
  /** Read, but not in the log yet: an older event may come from another file. */
  waiting: WireEvent[];
  more: boolean;
}

export class SpoolFollower {
  readonly #onNotice: () => void;
  readonly #flush: () => void;
  readonly #folder: string;
  readonly #places: SpoolPlaces;
  readonly #runs: RunRecorder;
  /** How much of it is kept. */
  readonly room: SpoolRoom;
  /** Why watched traffic is currently not stored; '' if it is. */
  notice = '';
  readonly #followed = new Map<string, Followed>();
  #watcher: FSWatcher | null = null;
  #timer: NodeJS.Timeout | null = null;
  #looking: Promise<void> | null = null;
  #again = false;
  #checkedAt = 0;
  #closed = false;

  constructor(options: SpoolFollowerOptions) {
    this.#onNotice = options.onNotice;
    this.#flush = options.flush;
    this.#folder = join(options.dataDir, spoolFolder);
    this.#places = new SpoolPlaces(this.#folder);
    this.room = new SpoolRoom(this.#folder);
    const lastFile = (run: string) => {
      const last = [...this.#followed.values()].filter(({ name }) => name.run === run).at(-1);
      return last && join(this.#folder, last.name.name);
    };
    const wasOver = (run: string, at: number) => this.#wasOver(run, at, lastFile(run));
    this.#runs = new RunRecorder({ ...options, places: this.#places, lastFile, wasOver });
  }

  start(): void {
    try {
      makeFolders(this.#folder);
      this.#watcher = watch(this.#folder, () => this.#look());
      this.#watcher.on('error', () => {});
    } catch {
      // Then only polling finds changes.
    }
    this.#runs.resume();
    this.#timer = setInterval(() => this.#look(), lookEveryMs);
    this.#timer.unref();
    this.#look();
  }

  /** Resolves once everything in the spool at the time of the call is in the log. */
  async caughtUp(): Promise<void> {
    // A process that may not write the log leaves the spool to others.
    if (this.#timer === null) return;
    this.#look();
    while (this.#looking) await this.#looking;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#watcher?.close();
    if (this.#timer) clearInterval(this.#timer);
    await this.#looking;
  }

  #look(): void {
    if (this.#closed) return;
    if (this.#looking) {
      this.#again = true;
      return;
    }
    this.#again = false;
    this.#looking = this.#lookOnce()
      .catch(() => {})
      // Also if the folder itself cannot be read.
      .then(() => this.#check())
      .catch(() => {})
      .finally(() => {
        this.#looking = null;
        if (this.#again) this.#look();
      });
  }

  async #lookOnce(): Promise<void> {
    if (!existsSync(this.#folder)) return;
    await this.#findFiles();
    for (;;) {
      for (const followed of this.#followed.values()) await this.#read(followed);
      const busy = [...this.#followed.values()].some(({ more, waiting }) => more || waiting.length > 0);
      this.#record();
      if (!busy || this.#closed) break;
      // Lets windows and the user's own servers run.
      await new Promise((resolve) => setImmediate(resolve));
    }
    this.#endDeadRuns();
    await this.room.tidyIfDue();
  }

  async #findFiles(): Promise<void> {
    const names = (await readdir(this.#folder)).flatMap((name) => readSpoolName(name) ?? []);
    names.sort((one, other) => one.startedAt - other.startedAt || one.part - other.part);
    for (const name of names) {
      const place = this.#places.files.get(name.name) ?? 0;
      const known = this.#followed.get(name.name);
      const size = await sizeOf(join(this.#folder, name.name));
      // An active run is checked again even without new data: its process may be gone by now.
      const isOpen = this.#places.runs.get(name.run)?.ended === false;
      if (known) known.more = size > known.file.seen;
      else if (size > place || (isOpen && size > 0))
        this.#followed.set(name.name, {
          file: new OpenSpoolFile(join(this.#folder, name.name), place),
          name,
          waiting: [],
          more: true,
        });
    }
    const there = new Set(names.map(({ name }) => name));
    for (const name of this.#followed.keys()) if (!there.has(name)) this.#followed.delete(name);
    for (const [run, place] of this.#places.runs)
      if (!place.ended && !names.some((name) => name.run === run)) this.#runs.end(run, place);
    const runs = new Set(names.map(({ run }) => run));
    this.#runs.retain(runs);
    this.#places.retain(there, runs);
  }

  async #read(followed: Followed): Promise<void> {
    if (!followed.more || followed.waiting.length > portionEvents) return;
    try {
      const { events, more } = await followed.file.read(portionBytes);
      for (const event of events) followed.waiting.push(event);
      followed.more = more;
    } catch {
      followed.more = false; // It was removed.
    }
  }

  /** Everything up to the oldest unread event, in time order. */
  #record(): void {
    const all = [...this.#followed.values()];
    const behind = all.filter(({ more }) => more).map(({ waiting }) => waiting.at(-1)?.at ?? 0);
    const horizon = behind.length === 0 ? Number.POSITIVE_INFINITY : Math.min(...behind);
    const due = all.flatMap((followed) => {
      const count = followed.waiting.findIndex(({ at }) => at > horizon);
      const taken = followed.waiting.splice(0, count < 0 ? followed.waiting.length : count);
      return taken.map((event) => ({ followed, event }));
    });
    if (due.length === 0) return;
    due.sort((one, other) => one.event.at - other.event.at);
    let from = 0;
    for (let index = 1; index <= due.length; index += 1) {
      const first = due[from];
      if (first && due[index]?.followed === first.followed && due[index]?.event.epoch === first.event.epoch) continue;
      if (first)
        this.#runs.record(
          first.followed.name,
          first.followed.file.header,
          due.slice(from, index).map(({ event }) => event),
        );
      from = index;
    }
    for (const { name, file, waiting } of all) if (waiting.length === 0) this.#places.files.set(name.name, file.place);
    // Commands read the log once the places say that it has all of the spool.
    if (due.length > 0) this.#flush();
    this.#places.save();
  }

  /** Its process is gone and wrote nothing since: a new start is not a second concurrent process. */
  #wasOver(run: string, at: number, path: string | undefined): boolean {
    if (path === undefined) return true;
    const name = readSpoolName(basename(path));
    if (!name || processIsAlive({ pid: name.pid, startedAt: name.startedAt })) return false;
    return (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) < at && run === name.run;
  }

  /** Ends runs whose watching process was killed and wrote no last line. */
  #endDeadRuns(): void {
    for (const { file, name, waiting, more } of this.#followed.values()) {
      const run = this.#places.runs.get(name.run);
      if (!run || run.ended || more || waiting.length > 0) continue;
      const { pid } = readWatchedRun(file.header);
      if (pid !== null && processIsAlive({ pid, startedAt: name.startedAt })) continue;
      // It wrote its last lines after the read and before its end. They come with the next look.
      if (file.hasGrown) {
        this.#again = true;
        continue;
      }
      this.#runs.end(name.run, run);
      this.#flush();
      this.#places.save();
    }
  }

  /** Checked occasionally: whether the folder can be used, and what could not be stored at all. */
  async #check(): Promise<void> {
    if (Date.now() - this.#checkedAt < checkEveryMs) return;
    this.#checkedAt = Date.now();
    const problem = await this.room.problem();
    if (problem !== this.notice) {
      this.notice = problem;
      this.#onNotice();
    }
    for (const empty of await findEmptyFiles(this.#folder)) {
      // After it is recorded: a kill in between reports it twice rather than never.
      this.#runs.recordEmpty(empty);
      await removeEmptyFile(empty);
    }
  }
}

/** 0 for anything but a regular file: a link leads elsewhere, and a pipe would block forever. */
async function sizeOf(path: string): Promise<number> {
  const found = await lstat(path).catch(() => null);
  return found?.isFile() ? found.size : 0;
}
