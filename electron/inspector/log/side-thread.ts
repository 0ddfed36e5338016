// What takes the log file tens of milliseconds, on a thread of its own so that nothing else waits: looking up a common word,
// however small the part that is asked for, and moving what was written from the write-ahead log into the file.

import { Worker } from 'node:worker_threads';

interface Wish {
  resolve: (ords: Uint32Array | null) => void;
}

export class SideThread {
  readonly #path: string;
  readonly #wishes = new Map<number, Wish>();
  #worker: Worker | null = null;
  #next = 1;
  #closed = false;

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

  /** Moves what can be moved without making anyone wait. */
  checkpoint(): void {
    if (!this.#closed) this.#start().postMessage({ id: 0 });
  }

  close(): void {
    this.#closed = true;
    this.#end();
  }

  #start(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(thread, { eval: true, workerData: { path: this.#path } });
    worker.unref();
    worker.on('message', ({ id, ords }: { id: number; ords: Uint32Array | null }) => {
      this.#wishes.get(id)?.resolve(ords);
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
    for (const { resolve } of this.#wishes.values()) resolve(null);
    this.#wishes.clear();
    void worker?.terminate();
  }
}

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
let writer = null;
parentPort.on('message', ({ id, match, base, below, limit }) => {
  try {
    if (id === 0) {
      writer ??= new DatabaseSync(workerData.path, { timeout: 0 });
      writer.exec('PRAGMA wal_checkpoint(PASSIVE)');
      return;
    }
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
