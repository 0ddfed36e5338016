// Posts batches to a collector, one at a time, without blocking the caller: items that do not fit are dropped and counted. Owns when to
// post, what to retry (OTLP: 429, 502, 503 and 504, after the time that the collector names), and the report of dropped items.

import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { retryAfterMs } from '../../shared/decode/extract/durations.ts';

interface OutboxOptions {
  url: URL;
  headers: Readonly<Record<string, string>>;
  timeoutMs: number;
  /** The limit of waiting items; the newest are dropped. */
  most?: number;
  /** The request for these items. */
  write: (items: readonly unknown[]) => object;
}

const batchSize = 512;
const gatherMs = 1_000;
const attempts = 4;
const longestWaitMs = 30_000;
const again: readonly number[] = [429, 502, 503, 504];

export class Outbox {
  readonly #options: OutboxOptions;
  #items: unknown[] = [];
  #timer: NodeJS.Timeout | null = null;
  #posting: Promise<void> | null = null;
  #isClosing = false;
  #stop = new AbortController();
  /** What did not arrive, and the last reason. */
  dropped = 0;
  reason = '';

  constructor(options: OutboxOptions) {
    this.#options = options;
  }

  add(item: unknown): void {
    if (this.#items.length >= (this.#options.most ?? 4 * batchSize)) {
      this.#drop(1, this.reason || 'the collector is slow');
      return;
    }
    this.#items.push(item);
    if (this.#items.length >= batchSize) this.#post();
    else this.#timer ??= setTimeout(() => this.#post(), gatherMs).unref();
  }

  /** Posts the waiting items, within a time limit. */
  async close(waitMs: number): Promise<void> {
    this.#isClosing = true;
    const limit = setTimeout(() => this.#stop.abort(), waitMs);
    while (this.#items.length > 0 || this.#posting) {
      this.#post();
      await this.#posting;
    }
    clearTimeout(limit);
  }

  #post(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#posting || this.#items.length === 0) return;
    const batch = this.#items.slice(0, batchSize);
    this.#items = this.#items.slice(batchSize);
    this.#posting = this.#deliver(batch).finally(() => {
      this.#posting = null;
      if (this.#items.length > 0 && !this.#isClosing) this.#timer ??= setTimeout(() => this.#post(), gatherMs).unref();
    });
  }

  async #deliver(batch: readonly unknown[]): Promise<void> {
    const body = JSON.stringify(this.#options.write(batch));
    for (let attempt = 1; ; attempt += 1) {
      const { status, retryAfter, problem } = await this.#send(body);
      if (status >= 200 && status < 300) return;
      const mayTry = again.includes(status) && attempt < attempts && !this.#isClosing;
      if (!mayTry) return this.#drop(batch.length, problem || `it answered with HTTP ${status}`);
      const wait = Math.min(longestWaitMs, retryAfter ?? 1_000 * 2 ** (attempt - 1));
      await pause(wait, undefined, { ref: false, signal: this.#stop.signal }).catch(() => {});
    }
  }

  #send(body: string): Promise<{ status: number; retryAfter: number | null; problem: string }> {
    const { url, headers, timeoutMs } = this.#options;
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    return new Promise((resolve) => {
      const fail = (error: Error) => resolve({ status: 0, retryAfter: null, problem: error.message });
      const signal = AbortSignal.any([this.#stop.signal, AbortSignal.timeout(timeoutMs)]);
      const posted = send(
        url,
        {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
          signal,
        },
        (answer) => {
          answer.resume();
          answer.on('error', fail);
          answer.on('end', () =>
            resolve({
              status: answer.statusCode ?? 0,
              retryAfter: retryAfterMs(answer.headers['retry-after'] ?? '', Date.now()),
              problem: '',
            }),
          );
        },
      );
      // A collector that hangs must not keep a command from exiting.
      posted.on('socket', (socket) => socket.unref());
      posted.on('error', fail);
      posted.end(body);
    });
  }

  #drop(count: number, reason: string): void {
    this.dropped += count;
    this.reason = reason;
  }
}
