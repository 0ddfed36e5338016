// What the client gets to read: the server's messages, each response once, and errors in place of those that never came. Owns which
// messages pass and how made answers are recorded. When a response can no longer come is bridge.ts's.

import { memberPlace } from '../../../../../shared/exchange/span.ts';
import { now } from '../../../../transports/clock.ts';
import type { TransportEvent } from '../../../../transports/transport.ts';
import {
  describeExchange,
  errorLine,
  lineErrorCodes,
  oneLine,
  type ReadMessage,
  readLine,
} from '../lines/message-lines.ts';
import { type BridgedCall, BridgedCalls, type Post } from './open-calls.ts';

interface RepliesParts {
  /** One message a line. */
  write: (line: string) => void;
  record: (event: TransportEvent) => void;
  /** The server's own response to a call. */
  onResponse: (call: BridgedCall, response: ReadMessage) => void;
}

export class Replies {
  readonly open = new BridgedCalls();
  readonly #parts: RepliesParts;

  constructor(parts: RepliesParts) {
    this.#parts = parts;
  }

  /** What came on the exchange of this post, or on a stream of its own. */
  pass(text: string, post: Post | undefined, cut?: number): void {
    const note = (words: string) => {
      if (post && post.note === '') post.note = words;
    };
    const read = readLine(text);
    if (!read.ok || cut !== undefined) {
      note(
        cut === undefined
          ? `It sent text that is not JSON: ${text.slice(0, 200)}`
          : `It sent a message that is too long. ${bodyTooLong(cut)}`,
      );
      return;
    }
    const passed = read.messages.map((message) => this.#admit(message, post, note)).filter((line) => line !== null);
    // Who sends batches reads them (2025-03-26); for all others a line is one message.
    if (read.isBatch && post?.isBatch && passed.length > 1) this.#parts.write(oneLine(`[${passed.join(',')}]`));
    else for (const line of passed) this.#parts.write(oneLine(line));
  }

  /** The text for the client; null for what answers nothing, which is only recorded. */
  #admit(message: ReadMessage, post: Post | undefined, note: (words: string) => void): string | null {
    const { kind, text, idText } = message;
    if (kind === 'request' || kind === 'notification') return text;
    if (kind === 'invalid') {
      note(`It sent JSON that is not a JSON-RPC message: ${text.slice(0, 300)}`);
      return null;
    }
    const exact = this.open.find(message.key, post);
    const call = exact ?? this.open.findOtherType(message);
    if (!call) {
      note(`It sent a response with id ${idText.slice(0, 60)}, which answers no open request: ${text.slice(0, 300)}`);
      return null;
    }
    this.open.close(call);
    this.#parts.onResponse(call, message);
    return exact ? text : this.#withOwnId(call, text);
  }

  /** The id as the client wrote it: a strict client would wait forever for its own. */
  #withOwnId({ message, post }: BridgedCall, text: string): string {
    const place = memberPlace(text, 'id');
    const line = place ? text.slice(0, place.start) + message.idText + text.slice(place.end) : text;
    this.#recordMade(line, post);
    return line;
  }

  /** Answers in the server's place. Without `why`: the reason that the HTTP exchange gives. */
  fail(call: BridgedCall, why?: string): void {
    if (!this.open.close(call)) return;
    const { post, message, isCanceled } = call;
    // MCP, "Cancellation": a canceled request gets no response, and the client ignores one.
    if (isCanceled) return;
    const words = why ?? describeExchange(post.http, post.note);
    this.#say(errorLine(message.idText, lineErrorCodes.server, words, post.http ?? undefined), post);
  }

  /** JSON-RPC 2.0 section 5.1: an id that cannot be read is answered as null. */
  refuse(idText: string, code: number, why: string): void {
    this.#say(errorLine(idText, code, why));
  }

  #say(line: string, post?: Post): void {
    this.#parts.write(line);
    this.#recordMade(line, post);
  }

  #recordMade(text: string, post?: Post): void {
    const via = post?.via === undefined ? {} : { via: post.via };
    this.#parts.record({ lane: 'in', at: now(), text, madeBy: 'bridge', ...via });
  }
}

export const bodyTooLong = (bytes: number): string => `It has ${bytes} bytes, which is over the limit of Misfire.`;
