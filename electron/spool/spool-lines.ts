// How what passed is written down: the lines of a spool's file, in capture format, with who asked in each and no token that a
// server gave out. Owns the text; putting it on the disk is the spool writer's business.

import { isUtf8 } from 'node:buffer';
import { relative, writeEvent } from '../../shared/formats/write-capture.ts';
import { hideGivenTokens, mayHoldToken } from '../../shared/mask/given-tokens.ts';
import type { HttpExchange, LifeEvent, Opaque, WireEvent } from '../../shared/wire.ts';
import { now } from '../transports/clock.ts';

export interface SpoolHeader {
  server: string;
  client?: string;
  /** An agent's own calls rather than a watched client's: its lines keep what they say of who asked. */
  by?: 'agent';
  pid: number;
  command: string[];
  cwd: string;
  /** Of a server that is reached by an address. */
  url?: string;
  /** HTTP+SSE, where it is that. */
  transport?: 'sse';
}

/** What is said of a line besides its text. */
export interface SpoolText {
  text: string;
  bytes?: Uint8Array;
  partial?: true;
  cut?: number;
  /** Over HTTP: the exchange, and the fields of an event of a stream. */
  via?: number;
  sse?: object;
  opaque?: Opaque;
  /** Of what a rehearsal touched. */
  rehearsed?: true;
  injected?: string;
  /** Of what a person has changed while it was held: the message before. */
  original?: string;
}

/** Lines as text and, on request, as events. */
export interface Written {
  text: string;
  /** Default: UTF-8. */
  encoding?: 'latin1';
  messages: number;
  events: () => WireEvent[];
}

/** What is left out of the copy. A wrapped process has neither sessions nor addresses, so tokens are all there is to hide. */
export interface SpoolHider {
  /** Whether bytes of a server certainly have nothing to hide. */
  isClean?(bytes: Buffer): boolean;
  /** What a server says. */
  text(text: string): string;
  exchange(http: HttpExchange): HttpExchange;
}

const tokensOnly: SpoolHider = {
  isClean: (bytes) => !mayHoldToken(bytes),
  text: hideGivenTokens,
  exchange(http) {
    if (http.body === undefined) return http;
    const body = hideGivenTokens(http.body);
    if (body === http.body) return http;
    const { bodyBytes: _bytes, ...rest } = http;
    return { ...rest, body };
  },
};

let lastStart = 0;

/** Names the files of this process: two that begin in one millisecond must not share them. */
function uniqueStart(): number {
  lastStart = Math.max(Math.floor(now()), lastStart + 1);
  return lastStart;
}

export class SpoolLines {
  readonly header: SpoolHeader;
  /** Whole, for a date's text has no fractions. */
  readonly startedAt = uniqueStart();
  readonly #actor: string;
  readonly #base: { server: string; epoch: number; actor: 'client'; client?: string };

  readonly #hider: SpoolHider;

  constructor(header: SpoolHeader, hider = tokensOnly) {
    this.#hider = hider;
    const named = header.client === undefined ? {} : { client: header.client };
    this.header = header;
    this.#base = { server: header.server, epoch: 1, actor: 'client', ...named };
    const client = header.client === undefined ? '' : `,"client":${JSON.stringify(header.client)}`;
    this.#actor = `"server":${JSON.stringify(header.server)},"by":"${header.by ?? 'client'}"${client}`;
  }

  /** The first line of a part, but for its end. */
  head(part: number): string {
    const { server, client, by, pid, command, cwd, url, transport } = this.header;
    const started = new Date(this.startedAt).toISOString();
    return JSON.stringify({ misfire: 1, started, server, client, by, pid, command, cwd, url, transport, part }).slice(
      0,
      -1,
    );
  }

  /** All lines that one chunk completed. */
  texts(lane: 'in' | 'out' | 'err', passed: readonly SpoolText[], at: number): Written {
    // What a client sends stays as it is: it is what a person may want to send again.
    const lines = lane === 'out' ? passed : passed.map((line) => this.#withoutSecrets(line));
    const begin = `{"t":${this.#time(at)},${this.#actor},"lane":"${lane}",`;
    const written = lines.map(({ text, bytes, ...more }) => {
      const members = { text, bytes: bytes && Buffer.from(bytes).toString('base64'), ...more };
      return `${begin}${JSON.stringify(members).slice(1)}\n`;
    });
    const events = () => lines.map((line) => ({ ...line, ...this.#base, lane, at }));
    return { text: written.join(''), messages: lines.length, events };
  }

  /**
   * Complete lines, quoted and written as Latin-1: that keeps the bytes of UTF-8 without decoding them. null: they must be read one by
   * one.
   */
  whole(lane: 'in' | 'out' | 'err', bytes: Buffer, at: number): Written | null {
    if (!isUtf8(bytes) || (lane !== 'out' && !this.#hider.isClean?.(bytes))) return null;
    const begin = Buffer.from(`{"t":${this.#time(at)},${this.#actor},"lane":"${lane}","text":`).toString('latin1');
    const lines = bytes.toString('latin1', 0, bytes.length - 1).split('\n');
    let text = '';
    for (const line of lines) text += `${begin}${JSON.stringify(line)}}\n`;
    const events = () => {
      const texts = bytes.toString().split('\n').slice(0, -1);
      return texts.map((one) => ({ text: one, ...this.#base, lane, at }));
    };
    return { text, encoding: 'latin1', messages: lines.length, events };
  }

  /** As bytes alone, for what they mean as text is chance. A token in plain view is hidden as anywhere, and the bytes go. */
  opaque(lane: 'in' | 'out' | 'err', chunk: Buffer, kind: Opaque, at: number): Written {
    const read = chunk.toString('utf8');
    const text = this.#hider.text(read);
    const line: SpoolText = text === read ? { text: '', bytes: chunk, opaque: kind } : { text, opaque: kind };
    return this.texts(lane, [line], at);
  }

  life(event: string, given: { message?: string } = {}, at = now()): Written {
    const more = given.message === undefined ? given : { ...given, message: this.#hider.text(given.message) };
    const members = JSON.stringify(more).slice(1, -1);
    const text = `{"t":${this.#time(at)},${this.#actor},"lane":"life","event":"${event}"${members && `,${members}`}}\n`;
    return {
      text,
      messages: 1,
      events: () => [{ ...more, ...this.#base, lane: 'life', event: event as LifeEvent['event'], at }],
    };
  }

  /** Anything else, as captures write it. */
  event(event: WireEvent): Written {
    const { client, by } = this.header;
    // What a client reports may be about several servers.
    const server = event.lane === 'seen' ? event.server : this.header.server;
    const actor = by === 'agent' ? (event.actor ?? by) : ('client' as const);
    const named = { ...this.#eventWithoutSecrets(event), server, actor, ...(client === undefined ? {} : { client }) };
    return { text: `${writeEvent(named, this.startedAt)}\n`, messages: 1, events: () => [named] };
  }

  /** A token of a server's does not reach the disk; bytes that are no text are kept only where nothing was hidden. */
  #withoutSecrets<T extends SpoolText>(line: T): T {
    const text = this.#hider.text(line.text);
    const original = line.original === undefined ? undefined : this.#hider.text(line.original);
    if (text === line.text && original === line.original) return line;
    const { bytes: _bytes, ...rest } = line;
    return { ...rest, text, ...(original === undefined ? {} : { original }) } as T;
  }

  #eventWithoutSecrets(event: WireEvent): WireEvent {
    if (event.lane === 'in' || event.lane === 'err' || event.lane === 'seen') return this.#withoutSecrets(event);
    if (event.lane === 'http') return { ...event, http: this.#hider.exchange(event.http) };
    if (event.lane !== 'life' || event.message === undefined) return event;
    return { ...event, message: this.#hider.text(event.message) };
  }

  #time(at: number): number {
    return relative(at, this.startedAt);
  }
}
