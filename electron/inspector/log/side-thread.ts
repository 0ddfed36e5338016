// What takes the log file tens of milliseconds, on a thread of its own so that nothing else waits: looking up a common word,
// however small the part that is asked for, and moving what was written from the write-ahead log into the file.

import { Worker } from 'node:worker_threads';

interface Wish {
  resolve: (ords: Uint32Array | null) => void;
}

interface Answer {
  id: number;
  ords?: Uint32Array | null;
  pages?: number;
  left?: number;
}

export class SideThread {
  readonly #path: string;
  readonly #wishes = new Map<number, Wish>();
  #worker: Worker | null = null;
  #next = 1;
  #closed = false;
  #moving = false;
  #then: (pages: number, left: number) => void = () => {};

  constructor(path: string) {
    this.#path = path;
  }

  /** Places, counted from `base`, of entries below `below` that match, newest first; null when that cannot be told. */
  find(match: string, base: number, below: number, limit: number): Promise<Uint32Array | null> {
    if (this.#closed) return Promise.resolve(null);
    const worker = this.#start();
    const id = this.#next;
    this.#next += 1;
    return new Promise((resolve) => {
      this.#wishes.set(id, { resolve });
      worker.postMessage({ id, match, base, below, limit });
    });
  }

  /** The write-ahead log is being emptied: whoever can wait with writing lets it come to its end. */
  get isMoving(): boolean {
    return this.#moving;
  }

  /** Moves what was written into the file without making anyone wait; `then` hears how many pages it was and are left. */
  checkpoint(then: (pages: number, left: number) => void = () => {}): void {
    if (this.#closed || this.#moving) return;
    this.#moving = true;
    this.#then = then;
    this.#start().postMessage({ id: moved });
  }

  close(): void {
    this.#closed = true;
    this.#end();
  }

  #start(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(thread, { eval: true, workerData: { path: this.#path } });
    worker.unref();
    worker.on('message', ({ id, ords, pages, left }: Answer) => {
      if (id === moved) {
        this.#moving = false;
        this.#then(pages ?? 0, left ?? 0);
      }
      this.#wishes.get(id)?.resolve(ords ?? null);
      this.#wishes.delete(id);
    });
    worker.on('error', () => this.#end());
    worker.on('exit', () => this.#end());
    this.#worker = worker;
    return worker;
  }

  #end(): void {
    const worker = this.#worker;
    this.#worker = null;
    this.#moving = false;
    for (const { resolve } of this.#wishes.values()) resolve(null);
    this.#wishes.clear();
    void worker?.terminate();
  }
}

/** In place of a question's number. */
const moved = 0;

/** A text rather than a file, so that it is found wherever the program was built to. */
const thread = `
const { parentPort, workerData } = require('node:worker_threads');
const { DatabaseSync } = require('node:sqlite');
const database = new DatabaseSync(workerData.path, { readOnly: true });
const find = database.prepare(
  'SELECT json_group_array(rowid - ?) AS ords FROM (SELECT rowid FROM texts WHERE texts MATCH ? AND rowid >= ? AND rowid < ? ORDER BY rowid DESC LIMIT ?)'
);
// Pieces of bursts stand below zero.
const findPieces = database.prepare(
  'SELECT json_group_array(ord - ?) AS ords FROM (SELECT DISTINCT ord FROM pieces WHERE piece IN (SELECT -rowid FROM texts WHERE texts MATCH ? AND rowid < 0) AND ord >= ? AND ord < ? ORDER BY ord DESC LIMIT ?)'
);
let moving = null;
// The log begins from its start again only once all of it is in the file, so what came meanwhile is moved too; questions are
// answered in between. Someone who writes without a pause is always ahead: then it is left for the next time.
function move(again) {
  try {
    moving ??= new DatabaseSync(workerData.path, { timeout: 0 }).prepare('PRAGMA wal_checkpoint(PASSIVE)');
    const { busy, log, checkpointed } = moving.get();
    if (again > 0 && busy === 0 && checkpointed < log) return setImmediate(move, again - 1);
    parentPort.postMessage({ id: ${moved}, pages: log, left: log - checkpointed });
  } catch {
    parentPort.postMessage({ id: ${moved} });
  }
}
parentPort.on('message', ({ id, match, base, below, limit }) => {
  if (id === ${moved}) return move(9);
  try {
    const ask = (by) => JSON.parse(by.get(base, match, base, base + below, limit).ords);
    const found = ask(find);
    const pieces = ask(findPieces);
    // Each list has its newest, so the newest of both are the newest of all.
    const both = pieces.length === 0 ? found : [...new Set([...found, ...pieces])].sort((a, b) => b - a).slice(0, limit);
    const ords = Uint32Array.from(both);
    parentPort.postMessage({ id, ords }, [ords.buffer]);
  } catch {
    parentPort.postMessage({ id, ords: null });
  }
});
`;
