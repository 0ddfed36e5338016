// The thread that indexes words when idle, searches them, and checkpoints the log's write-ahead log. The recorder never waits for it.
// Decides when to do which; word-index.ts defines an entry. search-thread.ts starts it, from the source or from dist/.

import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { Database, Statement } from '../store/log-schema.ts';
import { openWithoutTrace, walPages } from '../store/sqlite-file.ts';
import { openSearchFile, setAside } from './search-file.ts';
import { type FromSearch, gate, type SearchStart, type ToSearch } from './search-protocol.ts';
import { DamagedWords } from './sql.ts';
import { WordIndex } from './word-index.ts';

/** Indexing waits a little after new rows, because their responses often follow soon. */
const soonMs = 200;
/** While rows keep arriving, half of the time is left to other work. */
const busyMs = 300;
/** A disk that rejects writes is retried after this. */
const laterMs = 5000;
const idleMs = 1000;
const mostPasses = 5;

const start = workerData as SearchStart;
const state = new Int32Array(start.gate);
/** If this thread has opened no file yet, closing the log need not wait for it. */
const mayOpen = Atomics.compareExchange(state, 0, gate.idle, gate.open) === gate.idle;

const say = (message: FromSearch): void => parentPort?.postMessage(message);

class Searching {
  readonly #log: Database;
  readonly #move: Statement | null;
  #words: Database | null;
  #index: WordIndex;
  /** Recordings with rows to index. */
  readonly #due = new Set<number>();
  readonly #finishing: number[] = [];
  #isToMove = false;
  #hasUnmoved = false;
  #isToGiveBack = true;
  #isRebuilding = false;
  #writtenAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | null = null;
  #wakesAt = 0;

  constructor() {
    const open = (readOnly: boolean) => new DatabaseSync(start.log, { readOnly }) as unknown as Database;
    this.#log = openWithoutTrace(start.log, open);
    // `query_only` still allows checkpoints. Without a busy timeout they never wait.
    this.#log.exec('PRAGMA trusted_schema = OFF; PRAGMA query_only = ON; PRAGMA busy_timeout = 0');
    this.#move = start.mayWrite ? this.#log.prepare('PRAGMA wal_checkpoint(PASSIVE)') : null;
    this.#words = this.#openWords();
    this.#index = new WordIndex(this.#log, this.#words, start.mayWrite);
  }

  take(message: ToSearch): void {
    switch (message.do) {
      case 'open':
        this.#guarded(() => this.#index.check(message.recording, message.rows, message.rev));
        this.#due.add(message.recording);
        this.#wake(soonMs);
        break;
      case 'written':
        this.#writtenAt = performance.now();
        this.#hasUnmoved = true;
        this.#due.add(message.recording);
        this.#wake(soonMs);
        break;
      case 'move':
        if (message.id === null) {
          this.#isToMove = true;
          this.#wake(0);
        } else {
          this.#moveToFile();
          say({ did: 'done', id: message.id });
        }
        break;
      case 'find': {
        const find = () => this.#guarded(() => this.#index.find(message));
        // Retried once if the file turns out to be damaged, then without it.
        say({ did: 'find', id: message.id, found: find() ?? find() ?? null });
        break;
      }
      case 'forget':
        this.#due.delete(message.recording);
        this.#guarded(() => this.#index.forget(message.recording));
        this.#isToGiveBack = true;
        this.#finishing.push(message.id);
        this.#wake(0);
        break;
      case 'finish':
        this.#finishing.push(message.id);
        this.#wake(0);
        break;
      case 'clear-log':
        clearLog(start.log);
        say({ did: 'done', id: message.id });
        break;
      case 'close':
        this.close();
    }
  }

  close(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#commit();
    for (const database of [this.#words, this.#log]) {
      try {
        database?.close();
      } catch {}
    }
    Atomics.store(state, 0, gate.closed);
    Atomics.notify(state, 0);
    parentPort?.close();
  }

  #openWords(): Database | null {
    const opened = openSearchFile(start.file, start.mayWrite);
    if (opened.notice !== '') {
      this.#isRebuilding = true;
      say({ did: 'notice', text: opened.notice });
    }
    return opened.database;
  }

  #wake(ms: number): void {
    const at = performance.now() + ms;
    if (this.#timer && at >= this.#wakesAt) return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#wakesAt = at;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      const next = this.#work();
      if (next !== null) this.#wake(next);
    }, ms);
  }

  /** One unit of work, the most urgent first. Queries run before the next unit, which is due after this many milliseconds. */
  #work(): number | null {
    if (this.#isToMove) this.#moveToFile();
    const [recording] = this.#due;
    if (recording !== undefined) return this.#enter(recording);
    if (this.#isRebuilding) {
      this.#isRebuilding = false;
      say({ did: 'notice', text: '' });
    }
    if (this.#isToGiveBack) {
      this.#isToGiveBack = this.#guarded(() => this.#index.giveBack()) ?? false;
      if (!this.#isToGiveBack) this.#guarded(() => this.#words?.exec('PRAGMA wal_checkpoint(TRUNCATE)'));
      return 0;
    }
    for (const id of this.#finishing.splice(0)) say({ did: 'done', id });
    if (!this.#hasUnmoved) return null;
    if (performance.now() - this.#writtenAt < idleMs) return idleMs;
    // All of it, since nothing writes now: the write-ahead log then restarts from the beginning.
    this.#hasUnmoved = false;
    this.#moveToFile();
    return null;
  }

  /** Indexes a little of one recording, then moves on to the next. */
  #enter(recording: number): number {
    const started = performance.now();
    const isMore = this.#guarded(() => this.#index.step(recording));
    const isWell = isMore && !this.#index.isToCommit ? true : this.#commit() && isMore !== undefined;
    this.#due.delete(recording);
    if (isWell && !isMore) return 0;
    this.#due.add(recording);
    if (!isWell) return laterMs;
    const isBusy = started - this.#writtenAt < busyMs && this.#finishing.length === 0;
    return isBusy ? performance.now() - started : 0;
  }

  #commit(): boolean {
    const reached = this.#guarded(() => this.#index.commit());
    for (const [recording, rev] of reached ?? []) say({ did: 'enter', recording, rev });
    return reached !== undefined;
  }

  /** A constant writer adds pages meanwhile, so a large log is checkpointed again at once. Each pass leaves less. */
  #moveToFile(): void {
    this.#isToMove = false;
    try {
      for (let pass = 1; ; pass += 1) {
        const started = performance.now();
        const { log, checkpointed } = this.#move?.get() ?? {};
        const pages = Number(log ?? 0);
        const left = pages - Number(checkpointed ?? 0);
        if (pass < mostPasses && pages >= walPages.many && left > walPages.few) continue;
        say({ did: 'move', pages, left, ms: performance.now() - started });
        return;
      }
    } catch {} // The recorder does this itself before the log grows too large.
  }

  /** Rebuilds a damaged file. Returns undefined on failure, such as a full disk. */
  #guarded<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      if (error instanceof DamagedWords) this.#rebuild();
      return undefined;
    }
  }

  #rebuild(): void {
    try {
      this.#words?.close();
    } catch {}
    this.#words = null;
    if (start.mayWrite) {
      say({ did: 'notice', text: setAside(start.file) });
      this.#isRebuilding = true;
      this.#words = this.#openWords();
    }
    this.#index = new WordIndex(this.#log, this.#words, start.mayWrite);
  }
}

/** Logs of earlier versions have the words inside. */
function clearLog(path: string): void {
  const log = new DatabaseSync(path);
  try {
    log.exec('PRAGMA busy_timeout = 2000; DROP TABLE IF EXISTS texts');
  } catch {
    // A runtime without support for such tables: the table stays and does no harm.
  } finally {
    log.close();
  }
}

if (mayOpen) {
  try {
    const searching = new Searching();
    parentPort?.on('message', (message: ToSearch) => searching.take(message));
  } catch (error) {
    Atomics.store(state, 0, gate.closed);
    Atomics.notify(state, 0);
    throw error;
  }
}
