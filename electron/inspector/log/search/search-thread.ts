// The recorder's side of search: starts the thread on first use, queries it, and closes it before the log closes. It does not know what
// words are. If the thread cannot run, it answers null and the caller scans the rows.

import { Worker } from 'node:worker_threads';
import type { FoundRows, WordSearch } from '../store/store.ts';
import { searchPath, sizeOfFiles } from './search-path.ts';
import { type FromSearch, gate, type SearchStart, type ToSearch } from './search-protocol.ts';

/** How often a thread that exited on its own is restarted. */
const mostStarts = 3;
/** Closing waits for the thread to finish its current step, usually a few milliseconds. */
const closeMs = 5000;
/** Starting it costs more than the whole opening of the log. Who searches or records much does not wait for this. */
const startMs = 3000;

export class SearchThread implements WordSearch {
  readonly #log: string;
  readonly #mayWrite: boolean;
  readonly #waiting = new Map<number, (found: FoundRows | null) => void>();
  readonly #entered = new Map<number, number>();
  #worker: Worker | null = null;
  #state = new Int32Array(new SharedArrayBuffer(4));
  #starts = 0;
  #next = 1;
  #isClosed = false;
  /** Messages to send once it starts. */
  readonly #untold: ToSearch[] = [];
  #startTimer: NodeJS.Timeout | null = null;
  notice = '';
  onNotice = (): void => {};
  onMoved: WordSearch['onMoved'] = () => {};

  constructor(log: string, mayWrite: boolean) {
    this.#log = log;
    this.#mayWrite = mayWrite;
  }

  open(recording: number, rows: number, rev: number): void {
    this.#tellSoon({ do: 'open', recording, rows, rev });
  }

  noteWrite(recording: number): void {
    if (this.#worker) this.#tell({ do: 'written', recording });
  }

  move(): void {
    if (this.#mayWrite) this.#tell({ do: 'move', id: null });
  }

  async moved(): Promise<void> {
    await this.#ask((id) => ({ do: 'move', id }));
  }

  find(recording: number, words: string, from: number, below: number, most: number): Promise<FoundRows | null> {
    return this.#ask((id) => ({ do: 'find', id, recording, words, from, below, most }));
  }

  async forget(recording: number): Promise<void> {
    this.#entered.delete(recording);
    await this.#ask((id) => ({ do: 'forget', id, recording }));
  }

  async finish(): Promise<void> {
    await this.#ask((id) => ({ do: 'finish', id }));
  }

  async clearLog(): Promise<void> {
    await this.#ask((id) => ({ do: 'clear-log', id }));
  }

  entered(recording: number): number {
    return this.#entered.get(recording) ?? 0;
  }

  get bytes(): number {
    return sizeOfFiles(searchPath(this.#log));
  }

  /** When this returns the thread has no file open, so closing the log removes its write-ahead log. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (this.#startTimer) clearTimeout(this.#startTimer);
    const worker = this.#worker;
    if (worker && Atomics.compareExchange(this.#state, 0, gate.idle, gate.closed) === gate.open) {
      worker.postMessage({ do: 'close' } satisfies ToSearch);
      try {
        Atomics.wait(this.#state, 0, gate.open, closeMs);
      } catch {} // If the event loop must not wait, the next start cleans up.
    }
    this.#end();
  }

  #ask(question: (id: number) => ToSearch): Promise<FoundRows | null> {
    const id = this.#next;
    this.#next += 1;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      if (!this.#tell(question(id))) this.#answer(id, null);
    });
  }

  #answer(id: number, found: FoundRows | null): void {
    this.#waiting.get(id)?.(found);
    this.#waiting.delete(id);
  }

  /** A short-lived process such as a command needs no thread. */
  #tellSoon(message: ToSearch): void {
    if (this.#worker) return void this.#tell(message);
    this.#untold.push(message);
    if (this.#startTimer || !this.#mayWrite) return;
    this.#startTimer = setTimeout(() => this.#start(), startMs);
    this.#startTimer.unref();
  }

  #tell(message: ToSearch): boolean {
    const worker = this.#worker ?? this.#start();
    worker?.postMessage(message);
    return worker !== null;
  }

  #start(): Worker | null {
    if (this.#startTimer) clearTimeout(this.#startTimer);
    this.#startTimer = null;
    if (this.#worker || this.#isClosed || this.#starts >= mostStarts) return this.#worker;
    this.#starts += 1;
    this.#state = new Int32Array(new SharedArrayBuffer(4));
    const start: SearchStart = {
      log: this.#log,
      file: searchPath(this.#log),
      mayWrite: this.#mayWrite,
      gate: this.#state.buffer as SharedArrayBuffer,
    };
    const worker = new Worker(workerFile(import.meta.url), {
      workerData: start,
      // Its output is not for the terminal. Piped to ours, it would block writes to the terminal.
      stdout: true,
      stderr: true,
    });
    worker.unref();
    worker.on('message', (message: FromSearch) => this.#take(message));
    worker.on('error', (error) => this.#fail(worker, error));
    worker.on('exit', () => this.#fail(worker, null));
    this.#worker = worker;
    for (const message of this.#untold.splice(0)) worker.postMessage(message);
    return worker;
  }

  #take(message: FromSearch): void {
    if (message.did === 'find') this.#answer(message.id, message.found);
    else if (message.did === 'done') this.#answer(message.id, null);
    else if (message.did === 'move') this.onMoved(message.pages, message.left, message.ms);
    else if (message.did === 'enter') this.#entered.set(message.recording, message.rev);
    else this.#note(message.text);
  }

  #note(text: string): void {
    this.notice = text;
    this.onNotice();
  }

  #fail(worker: Worker, error: unknown): void {
    if (worker !== this.#worker) return;
    if (error && this.#starts >= mostStarts)
      this.#note(
        `Searching for words is slower than usual: its thread could not run (${(error as Error).message}). Everything is still found.`,
      );
    this.#end();
  }

  #end(): void {
    const worker = this.#worker;
    this.#worker = null;
    for (const id of [...this.#waiting.keys()]) this.#answer(id, null);
    void worker?.terminate();
  }
}

/** Next to this file in a checkout. In a build it is next to the program, because this file may be part of a chunk. */
function workerFile(here: string): URL {
  if (here.endsWith('.ts')) return new URL('search-worker.ts', here);
  return new URL(here.includes('/chunks/') ? '../search-worker.js' : 'search-worker.js', here);
}
