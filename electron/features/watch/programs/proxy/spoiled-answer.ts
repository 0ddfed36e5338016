// An answer of an HTTP server that a rehearsal spoils: JSON as a whole, a stream event by event, so that what comes before the
// response still arrives. What the client gets is what is recorded.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { spoiled } from '../../../../../shared/features/rehearse/spoil.ts';
import type { Rehearsal, Touch } from '../../../rehearse/running/rehearsal.ts';
import { type ReadMessage, readLine } from '../lines/message-lines.ts';
import { type ExchangeCopy, unpacked } from './proxy-copy.ts';

interface SpoiledCall {
  rehearsal: Rehearsal;
  touch: Touch;
  message: ReadMessage;
}

export class SpoiledAnswer {
  readonly #call: SpoiledCall;
  readonly #answer: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #copy: ExchangeCopy;
  readonly #isStream: boolean;
  /** Of a stream: what has no blank line after it yet. */
  #text = '';
  /** Sending waits for this. */
  #before: Promise<void> = Promise.resolve();
  #isOver = false;

  constructor(call: SpoiledCall, answer: IncomingMessage, response: ServerResponse, copy: ExchangeCopy) {
    this.#call = call;
    this.#answer = answer;
    this.#response = response;
    this.#copy = copy;
    this.#isStream = (answer.headers['content-type'] ?? '').startsWith('text/event-stream');
  }

  run(): void {
    const answer = this.#answer;
    this.#copy.answered(answer);
    const encoding = (answer.headers['content-encoding'] ?? '').trim().toLowerCase();
    if (this.#isStream && encoding === '') this.#runStream();
    else this.#runWhole(encoding);
    answer.on('error', () => this.#breakOff());
  }

  #runWhole(encoding: string): void {
    const parts: Buffer[] = [];
    this.#answer.on('data', (chunk: Buffer) => parts.push(chunk));
    this.#answer.on('end', () => {
      const text = unpacked(Buffer.concat(parts), encoding);
      const own = text === null ? undefined : messagesIn(text).find(({ key }) => key === this.#call.message.key);
      if (own) this.#spoil(own, (texts) => (texts.length > 1 ? `${texts.join('\n')}\n` : (texts[0] ?? '')));
      else this.#send(text ?? '');
      this.#finish();
    });
  }

  #runStream(): void {
    this.#answer.setEncoding('utf8');
    this.#answer.on('data', (chunk: string) => {
      this.#text += chunk;
      const { blocks, rest } = blocksIn(this.#text);
      this.#text = rest;
      for (const block of blocks) this.#takeBlock(block);
    });
    this.#answer.on('end', () => {
      this.#send(this.#text);
      this.#finish();
    });
  }

  #takeBlock(block: string): void {
    const own = messagesIn(block).find(({ key }) => key === this.#call.message.key);
    if (own) this.#spoil(own, (texts) => texts.map((text) => `event: message\ndata: ${text}\n\n`).join(''));
    else this.#send(block);
  }

  #spoil(own: ReadMessage, framed: (texts: string[]) => string): void {
    const { touch, rehearsal } = this.#call;
    const { injection, outputSchema } = touch;
    if ('end' in injection) {
      this.#send(half(framed([own.text])));
      this.#breakOff();
    } else if ('spoil' in injection && (injection.spoil === 'delay' || injection.spoil === 'no-answer')) {
      const ms = injection.spoil === 'delay' ? (injection.ms ?? 0) : rehearsal.withheldMs;
      this.#before = this.#before.then(() => rehearsal.wait(ms));
      this.#send(framed([own.text]));
    } else if ('spoil' in injection && injection.spoil === 'cut') {
      this.#send(half(framed([own.text])));
    } else if ('spoil' in injection) {
      this.#send(framed(spoiled(injection.spoil as 'noise', own.text, own.value, outputSchema)));
    }
  }

  #send(text: string): void {
    if (text !== '') this.#next(() => this.#write(Buffer.from(text)));
  }

  #write(bytes: Buffer): void {
    if (!this.#response.headersSent) this.#writeHead();
    this.#response.write(bytes);
    this.#copy.received(bytes);
  }

  /** The length and the encoding are others now. */
  #writeHead(): void {
    const { statusCode = 200, statusMessage = '', rawHeaders } = this.#answer;
    this.#response.writeHead(statusCode, statusMessage, headWithoutLength(rawHeaders));
  }

  #finish(): void {
    this.#next(() => {
      if (!this.#response.headersSent) this.#writeHead();
      this.#response.end();
      this.#copy.receivedAll();
    });
  }

  #breakOff(): void {
    this.#next(() => {
      this.#isOver = true;
      // What was written leaves first, so that the client sees an answer that breaks off.
      setImmediate(() => this.#response.destroy());
      this.#copy.failed('ECONNRESET: The rehearsal broke off the answer.');
    });
  }

  #next(act: () => void): void {
    this.#before = this.#before.then(() => {
      if (!this.#isOver && !this.#response.destroyed) act();
    });
  }
}

/** The headers of an answer whose body is another one. */
export function headWithoutLength(rawHeaders: readonly string[]): string[] {
  const kept: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (!/^(?:content-length|content-encoding|transfer-encoding)$/i.test(rawHeaders[index] ?? ''))
      kept.push(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '');
  return kept;
}

/** Events of a stream, with the blank line that ends them. */
function blocksIn(text: string): { blocks: string[]; rest: string } {
  const blocks: string[] = [];
  let rest = text;
  for (let end = /\r\n\r\n|\n\n|\r\r/.exec(rest); end; end = /\r\n\r\n|\n\n|\r\r/.exec(rest)) {
    const length = end.index + end[0].length;
    blocks.push(rest.slice(0, length));
    rest = rest.slice(length);
  }
  return { blocks, rest };
}

const half = (text: string): string => text.slice(0, Math.ceil(text.length / 2));

/** Messages of a JSON body, or of the events of a stream. */
export function messagesIn(text: string): ReadMessage[] {
  const whole = readLine(text);
  if (whole.ok) return whole.messages;
  return text.split(/\r\n\r\n|\n\n|\r\r/).flatMap((block) => {
    const data = block
      .split(/\r\n|\n|\r/)
      .filter((line) => line.startsWith('data:'))
      .map((line) => line.slice(5).replace(/^ /, ''))
      .join('\n');
    const read = data === '' ? null : readLine(data);
    return read?.ok ? read.messages : [];
  });
}
