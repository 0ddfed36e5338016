// The copy of what passes in one direction: lines, or the bytes as they came where the two do not speak in lines.
// Owns when a direction turns opaque. It stays so, as nothing in it marks where lines would begin again.

import type { Opaque } from '../../../../../shared/wire.ts';
import type { SpoolWriter } from '../../../../spool/spool-writer.ts';
import { now } from '../../../../transports/clock.ts';
import { type FramedText, LineFramer } from '../../../../transports/line-framer.ts';
import type { ByteCopy } from '../../../../transports/pass-bytes.ts';
import { isBinary, isSettingsFrame, readFirstBytes } from './opaque-bytes.ts';

/** What the first bytes of the client say about the whole conversation. */
export class Conversation {
  kind: Opaque | 'lines' | 'undecided' = 'undecided';
}

/** In bytes: copying them takes a few milliseconds. */
const mostHeldUp = 256 * 1024;

export class LaneCopy implements ByteCopy {
  readonly #lane: 'in' | 'out' | 'err';
  readonly #spool: SpoolWriter;
  readonly #conversation: Conversation;
  readonly #framer = new LineFramer();
  #opaque: Opaque | null = null;
  #isFirst = true;
  /** The first bytes, until they say what they begin. */
  #head: Buffer | null = null;

  constructor(lane: 'in' | 'out' | 'err', spool: SpoolWriter, conversation: Conversation) {
    this.#lane = lane;
    this.#spool = spool;
    this.#conversation = conversation;
  }

  /** Answers are stored before the client can act on them, except long ones, whose copy would hold them up. */
  isFirst(chunk: Buffer): boolean {
    return this.#lane === 'in' && this.#framer.held + chunk.length <= mostHeldUp;
  }

  take(chunk: Buffer): void {
    const at = now();
    if (this.#lane === 'out' && this.#conversation.kind === 'undecided') this.#takeFirst(chunk, at);
    else this.#keep(chunk, at);
    this.#isFirst = false;
  }

  /** What is left when the direction has ended. */
  end(): void {
    if (this.#head) this.#keep(this.#head, now());
    this.#keepRest(now());
  }

  #takeFirst(chunk: Buffer, at: number): void {
    const head = this.#head ? Buffer.concat([this.#head, chunk]) : chunk;
    const kind = readFirstBytes(head);
    this.#conversation.kind = kind;
    this.#head = kind === 'undecided' ? head : null;
    if (kind !== 'undecided') this.#keep(head, at);
  }

  #keep(chunk: Buffer, at: number): void {
    this.#opaque ??= this.#turnsOpaque(chunk);
    if (this.#opaque !== null) {
      this.#keepRest(at);
      this.#spool.opaque(this.#lane, chunk, this.#opaque, at);
      return;
    }
    // A line that began in an earlier chunk ends first, the complete ones go as they are, and the last may have just begun.
    const start = this.#framer.held === 0 ? 0 : chunk.indexOf('\n') + 1 || chunk.length;
    const end = Math.max(start, chunk.lastIndexOf('\n') + 1);
    this.#keepTexts(this.#framer.push(chunk.subarray(0, start)), at);
    const lines = chunk.subarray(start, end);
    if (end > start && !this.#spool.whole(this.#lane, lines, at)) this.#keepTexts(this.#framer.push(lines), at);
    this.#framer.push(chunk.subarray(end));
  }

  #keepTexts(texts: readonly FramedText[], at: number): void {
    if (texts.length > 0) this.#spool.texts(this.#lane, texts, at);
  }

  /** What was held as the beginning of a line. */
  #keepRest(at: number): void {
    const rest = this.#framer.end();
    const [held] = rest;
    if (!held) return;
    const bytes = Buffer.from(held.bytes ?? held.text);
    const opaque = this.#opaque ?? this.#turnsOpaque(bytes);
    if (opaque !== null && isBinary(bytes)) this.#spool.opaque(this.#lane, bytes, opaque, at);
    else this.#keepTexts(rest, at);
  }

  #turnsOpaque(chunk: Buffer): Opaque | null {
    const { kind } = this.#conversation;
    if (this.#lane === 'err') return null;
    if (kind === 'lines' || kind === 'undecided')
      return this.#lane === 'in' && this.#isFirst && isSettingsFrame(chunk) ? 'http2' : null;
    // A server may print a banner first, or answer in lines that it did not understand.
    return this.#lane === 'out' || isBinary(chunk) ? kind : null;
  }
}
