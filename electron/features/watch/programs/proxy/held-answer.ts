// An HTTP answer in which messages may be held: JSON as a whole, a stream event by event. What the client gets is recorded.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { holdMarks } from '../../../../../shared/features/hold/held.ts';
import { type HoldFacts, ruleThatHolds } from '../../../../../shared/features/hold/rules.ts';
import { now } from '../../../../transports/clock.ts';
import { isFailed, toolOf } from '../../../hold/running/held-lines.ts';
import type { HoldDecision, HoldLink } from '../../../hold/running/hold-link.ts';
import type { ReadMessage } from '../lines/message-lines.ts';
import type { AwaitedCall, OpenHold } from './awaited-calls.ts';
import { type ExchangeCopy, unpacked } from './proxy-copy.ts';
import { blocksIn, headWithoutLength, messagesIn } from './spoiled-answer.ts';

export interface HeldStream {
  link: HoldLink;
  /** The call that a message answers; null: none whose answer may be held. */
  callOf: (answer: ReadMessage) => AwaitedCall | null;
}

export class HeldAnswer {
  readonly #stream: HeldStream;
  readonly #answer: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #copy: ExchangeCopy;
  /** Of a stream: what has no blank line after it yet. */
  #rest = '';
  /** The answer ends after these. What no rule holds goes past them. */
  readonly #held = new Map<OpenHold, Promise<void>>();
  #isDropped = false;

  constructor(stream: HeldStream, answer: IncomingMessage, response: ServerResponse, copy: ExchangeCopy) {
    this.#stream = stream;
    this.#answer = answer;
    this.#response = response;
    this.#copy = copy;
  }

  run(): void {
    const { headers } = this.#answer;
    const encoding = (headers['content-encoding'] ?? '').trim().toLowerCase();
    const isStream = (headers['content-type'] ?? '').startsWith('text/event-stream');
    this.#copy.answered(this.#answer);
    this.#response.once('close', () => {
      for (const hold of this.#held.keys()) {
        hold.streams -= 1;
        if (hold.streams === 0) this.#stream.link.giveUp(hold.held);
      }
    });
    this.#answer.on('error', () => this.#breakOff());
    if (isStream && encoding === '') this.#runStream();
    else this.#runWhole(encoding);
  }

  #runWhole(encoding: string): void {
    const parts: Buffer[] = [];
    this.#answer.on('data', (chunk: Buffer) => parts.push(chunk));
    this.#answer.on('end', () => {
      const bytes = Buffer.concat(parts);
      const text = unpacked(bytes, encoding);
      const messages = text === null ? [] : messagesIn(text);
      const [only] = messages.length === 1 ? messages : [];
      if (text === null || !only) this.#write(bytes, this.#answer.rawHeaders);
      else this.#take(only, (given) => given ?? text);
      this.#finish();
    });
  }

  #runStream(): void {
    this.#head();
    this.#answer.setEncoding('utf8');
    this.#answer.on('data', (chunk: string) => {
      const { blocks, rest } = blocksIn(this.#rest + chunk);
      this.#rest = rest;
      for (const block of blocks) this.#takeBlock(block);
    });
    this.#answer.on('end', () => {
      if (this.#rest !== '') this.#write(Buffer.from(this.#rest));
      this.#finish();
    });
  }

  #takeBlock(block: string): void {
    const messages = messagesIn(block);
    const [only] = messages.length === 1 ? messages : [];
    if (only) this.#take(only, (given) => (given === null ? block : eventWith(block, given)));
    else this.#write(Buffer.from(block));
  }

  /** `framed` makes bytes of what takes the message's place; null: of the message itself. */
  #take(message: ReadMessage, framed: (given: string | null) => string): void {
    const hold = this.#holdOf(message);
    if (hold === null) {
      this.#write(Buffer.from(framed(null)));
      return;
    }
    hold.streams += 1;
    const sent = hold.decision.then((decided) => {
      this.#held.delete(hold);
      this.#send(message, framed, decided);
    });
    this.#held.set(hold, sent);
  }

  /** null: no rule holds it. */
  #holdOf(message: ReadMessage): OpenHold | null {
    const { link, callOf } = this.#stream;
    const call = message.kind === 'response' ? callOf(message) : null;
    if (call?.hold) return call.hold;
    const facts = factsOf(message, call);
    const rule = facts && ruleThatHolds(link.rules, facts);
    if (!facts || !rule) return null;
    const calledAt = call?.calledAt ?? now();
    const wanted = { ...facts, rule: rule.id, from: 'server' as const, text: message.text, calledAt };
    const hold = { ...link.hold(wanted), streams: 0 };
    if (call) call.hold = hold;
    return hold;
  }

  #send(message: ReadMessage, framed: (given: string | null) => string, { action, text, lost }: HoldDecision): void {
    const given = text === undefined || text === message.text ? null : text;
    if (!lost) this.#copy.markNext(holdMarks[action], given === null ? undefined : message.text);
    if (action === 'drop') {
      this.#isDropped = true;
      this.#copy.received(Buffer.from(framed(null)));
    } else this.#write(Buffer.from(framed(given)));
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
    void Promise.all(this.#held.values()).then(() => {
      this.#copy.receivedAll();
      // After a dropped answer the client waits until its own limit.
      if (this.#response.destroyed || this.#isDropped) return;
      this.#head();
      this.#response.end();
    });
  }

  #breakOff(): void {
    this.#copy.failed('ECONNRESET: The server broke off the answer.');
    setImmediate(() => this.#response.destroy());
  }
}

function factsOf(message: ReadMessage, call: AwaitedCall | null): HoldFacts | null {
  if (message.kind === 'invalid') return null;
  if (message.kind !== 'response')
    return { direction: message.kind, method: message.method ?? '', tool: null, isFailure: false };
  if (call === null) return null;
  const { method = '' } = call.request;
  return { direction: 'response', method, tool: toolOf(call.request), isFailure: isFailed(message.value) };
}

/** The event with another message. Its id stays: a client resumes after it. */
function eventWith(block: string, text: string): string {
  const others = block.split(/\r\n|\r|\n/).filter((line) => line !== '' && !/^data(?::|$)/.test(line));
  return `${[...others, `data: ${text.replace(/[\r\n]+/g, ' ')}`].join('\n')}\n\n`;
}
