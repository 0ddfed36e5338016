// A rehearsal between a client and a server that speak in lines: wrap and bridge. Owns which line is touched and what is recorded of
// it: what the client got, marked. Lines that no step touches pass as they are.

import type { Generated } from '../../../../shared/features/rehearse/generate.ts';
import { spoiled } from '../../../../shared/features/rehearse/spoil.ts';
import type { JsonObject } from '../../../../shared/json/json.ts';
import { now } from '../../../transports/clock.ts';
import { canceledBy, oneMessage, type ReadMessage } from '../../watch/programs/lines/message-lines.ts';
import type { Rehearsal, Touch } from './rehearsal.ts';

export interface LineEnds {
  toServer(bytes: Buffer): void;
  toClient(bytes: Buffer): void;
  /** A line that nothing touched. */
  copy(lane: 'in' | 'out', bytes: Buffer): void;
  /** A line that was touched, at this time. `isInPlace`: it does not reach the server. `original`: what a person has changed. */
  record(
    lane: 'in' | 'out',
    text: string,
    injected: string,
    at: number,
    isInPlace: boolean,
    original?: string | undefined,
  ): void;
  end(what: 'process' | 'stream', injected: string): void;
  /** The answer to this request may be touched. It is either copied or recorded. */
  expectAnswer?(key: string): void;
}

/** What reads the lines of both sides while failures are injected, or messages held. */
export interface LineIntervention {
  fromClient(bytes: Buffer): void;
  fromServer(bytes: Buffer): void;
  /** Nothing of it is on its way. */
  readonly isIdle: boolean;
  /** Nothing follows from one side: what waits goes now. */
  end?(): void;
}

/** What an answer is waited for. */
interface Awaited {
  request: JsonObject;
  touch: Touch | null;
}

/** Who speaks with whom through a program. */
export interface Parties {
  readonly server: string;
  /** null: not known yet. */
  client: string | null;
}

/** What reads the lines between a client and a server, while it is on. */
export interface RehearsedLineReader {
  readonly isOn: boolean;
  lines(ends: LineEnds): LineIntervention;
}

export const rehearsedLines = (rehearsal: Rehearsal): RehearsedLineReader => ({
  get isOn() {
    return rehearsal.isOn;
  },
  lines: (ends) => new RehearsedLines(rehearsal, ends),
});

class RehearsedLines implements LineIntervention {
  readonly #rehearsal: Rehearsal;
  readonly #ends: LineEnds;
  readonly #awaited = new Map<string, Awaited>();
  /** Answers that are withheld, by the id of their request. */
  readonly #held = new Map<string, () => void>();

  constructor(rehearsal: Rehearsal, ends: LineEnds) {
    this.#rehearsal = rehearsal;
    this.#ends = ends;
  }

  /** No touched call waits for its answer. */
  get isIdle(): boolean {
    return this.#held.size === 0 && ![...this.#awaited.values()].some(({ touch }) => touch !== null);
  }

  fromClient(bytes: Buffer): void {
    const message = this.#mayMatter(bytes) ? lineMessage(bytes) : null;
    const touch = message?.kind === 'request' ? this.#rehearsal.decide(message, true) : null;
    if (message?.method === 'notifications/cancelled') this.#dropHeld(message);
    if (message?.kind === 'request' && !touch?.isInPlace && (touch || this.#rehearsal.learnsFrom(message)))
      this.#awaited.set(message.key, { request: message.value, touch });
    if (!message || !touch) {
      this.#pass('out', bytes);
      return;
    }
    this.#ends.record('out', message.text, touch.injected, now(), touch.isInPlace);
    if (touch.isInPlace) this.#answer(message, touch);
    else this.#ends.toServer(bytes);
  }

  fromServer(bytes: Buffer): void {
    const message = this.#awaited.size === 0 ? null : lineMessage(bytes);
    const awaited = message?.kind === 'response' ? this.#awaited.get(message.key) : undefined;
    if (!message || !awaited) {
      this.#pass('in', bytes);
      return;
    }
    this.#awaited.delete(message.key);
    this.#rehearsal.learn(awaited.request, message.value);
    if (awaited.touch) this.#spoil(message, awaited.touch);
    else this.#pass('in', bytes);
  }

  /** A look at the bytes, so that most lines need not be parsed. */
  #mayMatter(bytes: Buffer): boolean {
    if (this.#held.size > 0 && bytes.includes('cancelled')) return true;
    return this.#rehearsal.mayMatter(bytes);
  }

  #pass(lane: 'in' | 'out', bytes: Buffer): void {
    if (lane === 'out') this.#ends.toServer(bytes);
    else this.#ends.toClient(bytes);
    this.#ends.copy(lane, bytes);
  }

  #answer({ idText }: ReadMessage, touch: Touch): void {
    this.#send(answerLine(idText, this.#rehearsal.answer(touch, false)), touch.injected);
  }

  #send(text: string, injected: string): void {
    // The time before it is sent: a client must not seem early because recording was late.
    const at = now();
    this.#ends.toClient(Buffer.from(`${text}\n`));
    this.#ends.record('in', text, injected, at, false);
  }

  #spoil({ text, value, key }: ReadMessage, touch: Touch): void {
    const { injection, injected, outputSchema } = touch;
    const send = () => this.#send(text, injected);
    if ('end' in injection) this.#end(text, injection.end === 'stream' ? 'stream' : 'process', injected);
    else if (!('spoil' in injection)) send();
    else if (injection.spoil === 'delay') this.#later(key, injection.ms ?? 0, send);
    // Nothing is lost: withheld answers arrive later.
    else if (injection.spoil === 'no-answer') this.#later(key, this.#rehearsal.withheldMs, send);
    else for (const line of spoiled(injection.spoil, text, value, outputSchema)) this.#send(line, injected);
  }

  #end(text: string, what: 'process' | 'stream', injected: string): void {
    if (what === 'stream') {
      const half = text.slice(0, Math.ceil(text.length / 2));
      this.#ends.toClient(Buffer.from(half));
      this.#ends.record('in', half, injected, now(), false);
    }
    this.#ends.end(what, injected);
  }

  #later(key: string, ms: number, send: () => void): void {
    this.#held.set(key, send);
    void this.#rehearsal.wait(ms).then(() => {
      if (this.#held.delete(key)) send();
    });
  }

  /** MCP, "Cancellation": a canceled request gets no response. */
  #dropHeld(message: ReadMessage): void {
    this.#held.delete(canceledBy(message));
  }
}

/** A batch is one line for several calls: it passes. */
export const lineMessage = (bytes: Buffer): ReadMessage | null =>
  oneMessage(bytes.toString('utf8').replace(/\r?\n$/, ''));

export function answerLine(idText: string, made: Generated): string {
  const body = 'result' in made ? { result: made.result } : 'error' in made ? { error: made.error } : {};
  return `{"jsonrpc":"2.0","id":${idText},${JSON.stringify(body).slice(1)}`;
}
