// Reads server-sent events from bytes (WHATWG HTML section 9.2.6), including what clients drop. That is comments, events without data,
// lines that are not fields, a truncated event, and bytes that are not UTF-8. Owns framing and its limit. Does not interpret events or
// reconnect.

import { ByteHolder, type FramedText } from './line-framer.ts';
import { messageLimit } from './transport.ts';

export type SseItem =
  | { kind: 'message'; data: FramedText; event?: string; id?: string; retry?: number }
  /** Content without data; neighbors within one chunk are one item, so that a flood of them stays cheap. */
  | { kind: 'remark'; text: string };

/** Longer ids and event names are truncated: they are labels, and an id has to fit into a request header. */
const labelLimit = 4096;
const lineOverhead = 64;
const lf = 0x0a;
const cr = 0x0d;

interface Block {
  data: FramedText[];
  /** Bytes of data, including newlines between its lines; `kept` of them are in `data`. */
  size: number;
  kept: number;
  /** What counts against the limit: bytes and the overhead of lines, so that endless empty lines are limited too. */
  cost: number;
  event?: string;
  id?: string;
  retry?: number;
  /** The block has a line, so its end is reported. */
  begun: boolean;
}

export class SseReader {
  readonly #limit: number;
  readonly #line: ByteHolder;
  #block = emptyBlock();
  #items: SseItem[] = [];
  #afterCr = false;
  #firstLine = true;
  /** The last id of the server; '' if there is none or it cannot be sent back. */
  lastEventId = '';
  /** The wait before a reconnect that the server requested. */
  retryMs: number | null = null;

  constructor(limit: number = messageLimit) {
    this.#limit = limit;
    this.#line = new ByteHolder(limit);
  }

  push(chunk: Buffer): SseItem[] {
    let start = this.#afterCr && chunk[0] === lf ? 1 : 0;
    if (chunk.length > 0) this.#afterCr = false;
    let nextCr = chunk.indexOf(cr, start);
    let nextLf = chunk.indexOf(lf, start);
    while (nextCr !== -1 || nextLf !== -1) {
      const end = nextCr === -1 ? nextLf : nextLf === -1 ? nextCr : Math.min(nextCr, nextLf);
      this.#line.add(chunk.subarray(start, end));
      this.#readLine(this.#line.take());
      start = end + 1;
      if (end === nextCr) {
        if (start === chunk.length) this.#afterCr = true;
        else if (chunk[start] === lf) start += 1;
      }
      if (nextCr !== -1 && nextCr < start) nextCr = chunk.indexOf(cr, start);
      if (nextLf !== -1 && nextLf < start) nextLf = chunk.indexOf(lf, start);
    }
    if (start < chunk.length) this.#line.add(chunk.subarray(start));
    return this.#takeItems();
  }

  /** The stream has ended. An event without its blank line does not count, but is shown. */
  end(): SseItem[] {
    if (this.#line.length > 0) this.#readLine(this.#line.take());
    if (this.#block.data.length > 0) this.#dispatch(true);
    return this.#takeItems();
  }

  #takeItems(): SseItem[] {
    const items = this.#items;
    this.#items = [];
    return items;
  }

  #readLine(line: FramedText): void {
    let { text } = line;
    if (this.#firstLine) {
      this.#firstLine = false;
      text = text.replace(/^\ufeff/, '');
    }
    if (text === '') this.#dispatch(false);
    else if (text.startsWith(':')) this.#remark(text.slice(1).replace(/^ /, ''));
    else this.#readField(line, text);
  }

  #readField(line: FramedText, text: string): void {
    const colon = text.indexOf(':');
    const field = colon === -1 ? text : text.slice(0, colon);
    const skip = colon === -1 ? text.length : colon + (text[colon + 1] === ' ' ? 2 : 1);
    const block = this.#block;
    switch (field) {
      case 'data':
        this.#addData(line, skip, text);
        break;
      case 'event':
        block.event = text.slice(skip, skip + labelLimit);
        break;
      case 'id':
        if (!text.includes('\0')) block.id = text.slice(skip, skip + labelLimit);
        break;
      case 'retry':
        if (/^\d+$/.test(text.slice(skip))) block.retry = Number(text.slice(skip, skip + 15));
        break;
      default:
        this.#remark(`This line is not an event-stream field: ${text}`);
        return;
    }
    block.begun = true;
  }

  /** `skip` counts characters before the value; they are ASCII, so it counts bytes too. */
  #addData(line: FramedText, skip: number, text: string): void {
    const block = this.#block;
    const held = line.bytes?.length ?? Buffer.byteLength(text);
    const separator = block.data.length > 0 ? 1 : 0;
    block.size += (line.cut ?? held) - skip + separator;
    const cost = held - skip + (separator === 0 ? 0 : lineOverhead);
    if (block.cost + cost > this.#limit) return;
    block.cost += cost;
    block.kept += held - skip + separator;
    const bytes = line.bytes?.subarray(skip);
    block.data.push({ text: text.slice(skip), ...(bytes ? { bytes } : {}) });
  }

  #dispatch(partial: boolean): void {
    const { data, size, kept, event, id, retry, begun } = this.#block;
    this.#block = emptyBlock();
    if (retry !== undefined) this.retryMs = retry;
    if (id !== undefined && !partial) this.lastEventId = id.length < labelLimit ? id : '';
    const labels = {
      ...(event === undefined ? {} : { event }),
      ...(id === undefined ? {} : { id }),
      ...(retry === undefined ? {} : { retry }),
    };
    if (size > 0 || (data.length > 0 && begun && Object.keys(labels).length === 0)) {
      const framed = joinLines(data);
      if (size > kept) framed.cut = size;
      if (partial) framed.partial = true;
      this.#items.push({ kind: 'message', data: framed, ...labels });
    } else if (begun) {
      // Since 2025-11-25 servers open streams with an id and empty data, to make them resumable: not a message, but recorded.
      const fields = Object.entries(labels).map(([name, value]) => `${name}: ${value}`);
      this.#remark(['Event without data', ...fields].join(', '));
    }
  }

  #remark(text: string): void {
    const last = this.#items.at(-1);
    if (last?.kind === 'remark') last.text += `\n${text}`;
    else this.#items.push({ kind: 'remark', text });
  }
}

function emptyBlock(): Block {
  return { data: [], size: 0, kept: 0, cost: 0, begun: false };
}

function joinLines(lines: FramedText[]): FramedText {
  const text = lines.map((line) => line.text).join('\n');
  if (!lines.some((line) => line.bytes)) return { text };
  const parts = lines.flatMap((line, index) => [
    Buffer.from(index > 0 ? '\n' : ''),
    line.bytes ?? Buffer.from(line.text),
  ]);
  return { text, bytes: Uint8Array.from(Buffer.concat(parts)) };
}
