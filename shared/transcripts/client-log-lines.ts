// A client's log as events: a call whose messages or failure the log has is an event of the lane `seen`, every other line one of `log`.

import { nameOfClient } from '../clients/clients.ts';
import { guardedStep } from '../json/guarded-step.ts';
import type { SeenEvent } from '../wire.ts';
import { isCall, type LogLine, type LogReader } from './parts/log-reader.ts';
import type { SeenCall } from './parts/seen-call.ts';
import { bounded, seenText } from './seen-text.ts';
import type { LineReader, TranscriptProblem, UnknownLines } from './transcript-lines.ts';

const mostProblems = 20;

export class ClientLogLines implements LineReader {
  readonly kind = 'log';
  readonly #reader: LogReader;
  /** The first line was added by the code that opened the file. */
  #hasHeader: boolean;
  readonly #problems: TranscriptProblem[] = [];
  #line = 0;
  calls = 0;

  constructor(reader: LogReader, hasHeader: boolean) {
    this.#reader = reader;
    this.#hasHeader = hasHeader;
  }

  get clientName(): string {
    return nameOfClient(this.#reader.client);
  }

  get lines(): number {
    return this.#line;
  }

  read(line: string): SeenEvent[] {
    if (this.#hasHeader) {
      this.#hasHeader = false;
      return [];
    }
    this.#line += 1;
    return this.#eventsOf(this.#guard([], () => this.#reader.read(line, this.#line)));
  }

  pause(): SeenEvent[] {
    return [];
  }

  finish(): SeenEvent[] {
    return this.#eventsOf(this.#guard([], () => this.#reader.finish()));
  }

  #eventsOf(read: readonly (SeenCall | LogLine)[]): SeenEvent[] {
    return read.flatMap((one) => this.#guard<SeenEvent[]>([], () => [this.#event(one)]));
  }

  #guard<T>(otherwise: T, step: () => T): T {
    return guardedStep(step, otherwise, (message) => {
      if (this.#problems.length < mostProblems) this.#problems.push({ line: this.#line, message });
    });
  }

  /** Any line is a line of a log, unless reading it fails. */
  problems(): TranscriptProblem[] {
    return [...this.#problems];
  }

  unknownLines(): UnknownLines[] {
    return [];
  }

  #event(one: SeenCall | LogLine): SeenEvent {
    const isSeen = isCall(one);
    if (isSeen) this.calls += 1;
    return {
      at: isSeen ? one.ended : one.at,
      server: one.server.slice(0, 200),
      epoch: 0,
      lane: isSeen ? 'seen' : 'log',
      actor: 'client',
      client: this.clientName,
      text: isSeen ? seenText(bounded(one)) : one.text,
    };
  }
}
