// An HTTP answer in which messages may be held: JSON as a whole, a stream event by event. What the client gets is recorded.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { longestHeld } from '../../../../shared/features/hold/channel.ts';
import { messageLines } from '../../../../shared/features/hold/held.ts';
import { type ExchangeCopy, unpacked } from '../../watch/programs/proxy/proxy-copy.ts';
import { headWithoutLength, messagesIn } from '../../watch/programs/proxy/spoiled-answer.ts';
import { HeldStream, type HoldOf, WaitingMessages } from './held-stream.ts';

export class HeldAnswer {
  readonly #answer: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #copy: ExchangeCopy;
  readonly #waiting: WaitingMessages;

  constructor(holdOf: HoldOf, answer: IncomingMessage, response: ServerResponse, copy: ExchangeCopy) {
    this.#answer = answer;
    this.#response = response;
    this.#copy = copy;
    this.#waiting = new WaitingMessages(holdOf, response, copy);
  }

  run(): void {
    const { headers } = this.#answer;
    const encoding = (headers['content-encoding'] ?? '').trim().toLowerCase();
    const isStream = (headers['content-type'] ?? '').startsWith('text/event-stream');
    this.#copy.answered(this.#answer);
    this.#answer.on('error', () => this.#breakOff());
    if (isStream && encoding === '') this.#runStream();
    else this.#runWhole(encoding);
  }

  #runWhole(encoding: string): void {
    const parts: Buffer[] = [];
    let length = 0;
    this.#answer.on('data', (chunk: Buffer) => {
      parts.push(chunk);
      length += chunk.length;
      if (length > longestHeld) this.#write(Buffer.concat(parts.splice(0)), this.#answer.rawHeaders);
    });
    this.#answer.on('end', () => {
      const bytes = Buffer.concat(parts);
      const text = length > longestHeld ? null : unpacked(bytes, encoding);
      const messages = text === null ? [] : messagesIn(text);
      const [only] = messages.length === 1 ? messages : [];
      const own = this.#answer.rawHeaders;
      if (text === null || !only) this.#write(bytes, own);
      // Unchanged, it is as long and packed as it was.
      else
        this.#waiting.take(
          only,
          (given) => (given === null ? bytes : Buffer.from(messageLines(given).join('\n'))),
          (sent) => this.#write(sent, sent === bytes ? own : undefined),
        );
      this.#finish();
    });
  }

  #runStream(): void {
    this.#head();
    const stream = new HeldStream(this.#waiting, (bytes) => this.#write(bytes));
    this.#answer.on('data', (chunk: Buffer) => stream.push(chunk));
    this.#answer.on('end', () => void stream.end().then(() => this.#finish()));
  }

  #head(rawHeaders: readonly string[] = headWithoutLength(this.#answer.rawHeaders)): void {
    const { statusCode = 200, statusMessage = '' } = this.#answer;
    if (this.#response.headersSent || this.#response.destroyed) return;
    this.#response.writeHead(statusCode, statusMessage, [...rawHeaders]);
    this.#response.flushHeaders();
  }

  #write(bytes: Buffer, rawHeaders?: readonly string[]): void {
    if (this.#response.destroyed) return;
    this.#head(rawHeaders);
    this.#response.write(bytes);
    this.#copy.received(bytes);
  }

  #finish(): void {
    void this.#waiting.settled().then(() => {
      this.#copy.receivedAll();
      // After a dropped answer the client waits until its own limit.
      if (this.#response.destroyed || this.#waiting.isDropped) return;
      this.#head();
      this.#response.end();
    });
  }

  /** What it said before goes first. */
  #breakOff(): void {
    void this.#waiting.settled().then(() => {
      this.#copy.failed('ECONNRESET: The server broke off the answer.');
      setImmediate(() => this.#response.destroy());
    });
  }
}
