// A stream of events in which messages may be held. What no rule holds goes past what is held; unchanged events keep their bytes.

import type { ServerResponse } from 'node:http';
import { longestHeld } from '../../../../shared/features/hold/channel.ts';
import { holdMarks, messageLines } from '../../../../shared/features/hold/held.ts';
import type { ReadMessage } from '../../watch/programs/lines/message-lines.ts';
import type { StreamReader } from '../../watch/programs/proxy/live-streams.ts';
import type { ExchangeCopy } from '../../watch/programs/proxy/proxy-copy.ts';
import { messagesIn } from '../../watch/programs/proxy/spoiled-answer.ts';
import type { OpenHold } from './awaited-calls.ts';
import type { HoldDecision } from './hold-link.ts';

/** null: no rule holds the message. */
export type HoldOf = (message: ReadMessage) => OpenHold | null;

/** What waits, and how it is written where its client is gone. */
interface Waiting {
  sent: Promise<void>;
  record: () => void;
}

/** The messages of one answer that wait. */
export class WaitingMessages {
  readonly #holdOf: HoldOf;
  readonly #response: ServerResponse;
  readonly #copy: ExchangeCopy;
  readonly #waiting = new Map<OpenHold, Waiting>();
  isDropped = false;

  constructor(holdOf: HoldOf, response: ServerResponse, copy: ExchangeCopy) {
    this.#holdOf = holdOf;
    this.#response = response;
    this.#copy = copy;
  }

  get size(): number {
    return this.#waiting.size;
  }

  /** `framed` makes bytes of what takes the message's place; null: of the message itself. `write` also records them. */
  take(message: ReadMessage, framed: (given: string | null) => Buffer, write: (bytes: Buffer) => void): void {
    const hold = this.#holdOf(message);
    if (hold === null) {
      write(framed(null));
      return;
    }
    hold.streams += 1;
    const sent = hold.decision.then((decided) => {
      if (!this.#waiting.delete(hold)) return;
      if (this.size === 0) this.#response.off('close', this.#leave);
      this.#send(message, decided, framed, write);
    });
    const record = () => {
      this.#copy.mark(holdMarks.pass);
      this.#copy.received(framed(null));
    };
    // First: what the server said is kept before the end of its exchange is.
    if (this.size === 0) this.#response.prependOnceListener('close', this.#leave);
    this.#waiting.set(hold, { sent, record });
  }

  async settled(): Promise<void> {
    while (this.#waiting.size > 0) await Promise.all([...this.#waiting.values()].map(({ sent }) => sent));
  }

  #send(
    message: ReadMessage,
    { action, text, isFree }: HoldDecision,
    framed: (given: string | null) => Buffer,
    write: (bytes: Buffer) => void,
  ): void {
    const given = text === undefined || text === message.text ? null : text;
    if (!isFree) this.#copy.markNext(holdMarks[action], given === null ? undefined : message.text);
    if (action === 'drop') {
      this.isDropped = true;
      this.#copy.received(framed(null));
    } else write(framed(given));
  }

  readonly #leave = (): void => {
    for (const [hold, { record }] of this.#waiting) {
      record();
      hold.streams -= 1;
      if (hold.streams === 0) hold.leave();
    }
    this.#waiting.clear();
  };
}

export class HeldStream implements StreamReader {
  readonly #waiting: WaitingMessages;
  readonly #write: (bytes: Buffer) => void;
  /** What has no blank line after it yet, a character for each byte. */
  #rest = '';
  /** The end of an event that is too long to be read. */
  #isLong = false;

  constructor(waiting: WaitingMessages, write: (bytes: Buffer) => void) {
    this.#waiting = waiting;
    this.#write = write;
  }

  get isIdle(): boolean {
    return this.#rest === '' && !this.#isLong && this.#waiting.size === 0;
  }

  push(chunk: Buffer): void {
    const seen = this.#rest.length;
    this.#rest += chunk.toString('latin1');
    const ends = /\r\n\r\n|\n\n|\r\r/g;
    ends.lastIndex = Math.max(0, seen - 3);
    let from = 0;
    for (let end = ends.exec(this.#rest); end; end = ends.exec(this.#rest)) {
      this.#takeBlock(Buffer.from(this.#rest.slice(from, ends.lastIndex), 'latin1'));
      from = ends.lastIndex;
    }
    this.#rest = this.#rest.slice(from);
    if (this.#rest.length <= longestHeld) return;
    this.#isLong = true;
    this.#write(Buffer.from(this.#rest, 'latin1'));
    this.#rest = '';
  }

  async end(): Promise<void> {
    if (this.#rest !== '') this.#write(Buffer.from(this.#rest, 'latin1'));
    this.#rest = '';
    await this.#waiting.settled();
  }

  #takeBlock(bytes: Buffer): void {
    const block = bytes.toString('utf8');
    const messages = this.#isLong ? [] : messagesIn(block);
    const [only] = messages.length === 1 ? messages : [];
    this.#isLong = false;
    if (only) this.#waiting.take(only, (given) => (given === null ? bytes : eventsWith(block, given)), this.#write);
    else this.#write(bytes);
  }
}

/** The event with another message. Its id stays: a client resumes after it. */
function eventsWith(block: string, text: string): Buffer {
  const others = block.split(/\r\n|\r|\n/).filter((line) => line !== '' && !/^data(?::|$)/.test(line));
  return Buffer.from(
    messageLines(text)
      .map((line) => `${[...others, `data: ${line}`].join('\n')}\n\n`)
      .join(''),
  );
}
