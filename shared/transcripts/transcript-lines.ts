// A transcript as events: lines in, one event of the lane `seen` per MCP call out. Lines that the reader does not know are counted by
// kind, with the shape of the first one, and broken ones by number. Neither ends the reading, and no value of theirs is kept.

import { nameOfClient } from '../clients/clients.ts';
import { guardedStep } from '../json/guarded-step.ts';
import { isObject, type Json, parseJson } from '../json/json.ts';
import type { SeenEvent } from '../wire.ts';
import { kindName, shapeOf } from './parts/line-shape.ts';
import type { TranscriptReader } from './parts/reader.ts';
import type { SeenCall } from './parts/seen-call.ts';
import { bounded, seenText } from './seen-text.ts';

export interface TranscriptProblem {
  line: number;
  message: string;
}

/** Lines of one kind that Misfire does not understand. */
export interface UnknownLines {
  kind: string;
  count: number;
  /** The number of the first one, from 1. */
  first: number;
  /** Names and kinds of the members of the first one; '' if it is not JSON. */
  shape: string;
}

/** Lines of a transcript or a log in, events out. */
export interface LineReader {
  readonly kind: 'transcript' | 'log';
  readonly clientName: string;
  /** The lines that were read so far. */
  readonly lines: number;
  /** Calls that were found. */
  readonly calls: number;
  read(line: string): SeenEvent[];
  /** No more for now: calls that are complete unless the next line says otherwise. */
  pause(): SeenEvent[];
  finish(): SeenEvent[];
  /** What could not be read. */
  problems(): TranscriptProblem[];
  /** The same as data, the most frequent kind first. */
  unknownLines(): UnknownLines[];
}

const mostKinds = 20;
const mostBroken = 20;

export class TranscriptLines implements LineReader {
  readonly kind = 'transcript';
  readonly #reader: TranscriptReader;
  readonly #unknown = new Map<string, UnknownLines>();
  readonly #broken: TranscriptProblem[] = [];
  #moreBroken = 0;
  #line = 0;
  calls = 0;

  constructor(reader: TranscriptReader) {
    this.#reader = reader;
  }

  get clientName(): string {
    return nameOfClient(this.#reader.client);
  }

  get lines(): number {
    return this.#line;
  }

  read(line: string): SeenEvent[] {
    this.#line += 1;
    if (line.trim() === '') return [];
    const parsed = parseJson(line.charCodeAt(0) === 0xfeff ? line.slice(1) : line);
    if (!parsed.ok) {
      this.#skip('It is not JSON and was skipped.');
      return [];
    }
    return this.#guard([], () => this.#take(parsed.value));
  }

  pause(): SeenEvent[] {
    return this.#eventsOf(this.#guard([], () => this.#reader.pause?.() ?? []));
  }

  finish(): SeenEvent[] {
    return this.#eventsOf(this.#guard([], () => this.#reader.finish()));
  }

  #eventsOf(calls: readonly SeenCall[]): SeenEvent[] {
    return calls.flatMap((call) => this.#guard<SeenEvent[]>([], () => [this.#event(call)]));
  }

  #guard<T>(otherwise: T, step: () => T): T {
    return guardedStep(step, otherwise, (reason) => this.#skip(reason));
  }

  #skip(message: string): void {
    if (this.#broken.length < mostBroken) this.#broken.push({ line: this.#line, message });
    else this.#moreBroken += 1;
  }

  problems(): TranscriptProblem[] {
    const unknown = [...this.#unknown.values()].map(({ kind, first, count, shape }) => ({
      line: first,
      message: `Misfire does not know lines of the kind "${kind}". ${count === 1 ? 'It was' : `${count} lines were`} skipped. Shape: ${shape}`,
    }));
    const more =
      this.#moreBroken === 0
        ? []
        : [{ line: 0, message: `${this.#moreBroken} more lines could not be read and were skipped.` }];
    return [...this.#broken, ...more, ...unknown];
  }

  unknownLines(): UnknownLines[] {
    const [broken] = this.#broken;
    const count = this.#broken.length + this.#moreBroken;
    const notJson = broken === undefined ? [] : [{ kind: 'not JSON', count, first: broken.line, shape: '' }];
    return [...this.#unknown.values(), ...notJson]
      .map((lines) => ({ ...lines }))
      .sort((one, other) => other.count - one.count);
  }

  #take(value: Json): SeenEvent[] {
    const read = isObject(value) ? this.#reader.read(value, this.#line) : { unknown: 'not an object' };
    if (Array.isArray(read)) return this.#eventsOf(read);
    // Beyond the limit they count together.
    const own = isObject(value) ? kindName(read.unknown) : read.unknown;
    const kind = this.#unknown.has(own) || this.#unknown.size < mostKinds ? own : '…';
    const known = this.#unknown.get(kind);
    if (known) known.count += 1;
    else this.#unknown.set(kind, { kind, count: 1, first: this.#line, shape: shapeOf(value) });
    return [];
  }

  #event(call: SeenCall): SeenEvent {
    const text = seenText(bounded(call));
    this.calls += 1;
    return {
      at: call.ended,
      server: call.server.slice(0, 200),
      epoch: 0,
      lane: 'seen',
      actor: 'client',
      client: nameOfClient(call.client),
      text,
    };
  }
}
