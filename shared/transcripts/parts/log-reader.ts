// What every reader of a client's log offers, and what they share: calls whose messages the log has.

import { isObject, type Json, type JsonObject, member, parseJson } from '../../json/json.ts';
import type { ServerAnswer } from '../../seen/parts/seen.ts';
import { type SeenCall, seenCall } from './seen-call.ts';

/** A line about a server, without a call that can be told from it. */
export interface LogLine {
  at: number;
  server: string;
  text: string;
}

export interface LogReader {
  /** Its id. */
  readonly client: string;
  read(line: string, number: number): (SeenCall | LogLine)[];
  /** There is no more: calls without a response. */
  finish(): SeenCall[];
}

export const isCall = (one: SeenCall | LogLine): one is SeenCall => 'tool' in one;

/** Calls that wait for a response. */
const mostOpen = 1000;

/** Pairs the requests and responses that a client wrote to its log. Only tool calls are taken. */
export class LoggedCalls {
  readonly #client: string;
  readonly #open = new Map<string, SeenCall>();

  constructor(client: string) {
    this.#client = client;
  }

  /** null: the message is not part of a tool call, so its line is a separate row. */
  take(message: JsonObject, server: string, at: number, number: number): SeenCall[] | null {
    const id = member(message, 'id');
    if (typeof id !== 'number' && typeof id !== 'string') return null;
    const key = `${server}\n${JSON.stringify(id)}`;
    if (member(message, 'method') === 'tools/call') {
      const before = this.#open.get(key);
      this.#begin(key, member(message, 'params'), server, at, number);
      // A new process of the server counts from the start again.
      return before === undefined ? [] : [before];
    }
    const call = this.#open.get(key);
    const answer = answerIn(message);
    if (call === undefined || answer === null) return null;
    this.#open.delete(key);
    call.ended = Math.max(at, call.started ?? at);
    call.lines.push(number);
    call.said = answer;
    if ('error' in answer || member(answer.result as Json, 'isError') === true) call.failed = true;
    return [call];
  }

  finish(): SeenCall[] {
    const calls = [...this.#open.values()];
    this.#open.clear();
    return calls;
  }

  #begin(key: string, params: Json | undefined, server: string, at: number, number: number): void {
    const tool = member(params, 'name');
    if (typeof tool !== 'string' || tool === '') return;
    const args = member(params, 'arguments');
    this.#open.set(key, seenCall({ client: this.#client, server, tool, args, at, lines: [number] }));
    if (this.#open.size <= mostOpen) return;
    const [oldest] = this.#open.keys();
    if (oldest !== undefined) this.#open.delete(oldest);
  }
}

function answerIn(message: JsonObject): ServerAnswer | null {
  const result = member(message, 'result');
  if (isObject(result)) return { result };
  const error = member(message, 'error');
  const [code, words] = [member(error, 'code'), member(error, 'message')];
  if (typeof code !== 'number' || typeof words !== 'string') return null;
  const data = member(error, 'data');
  return { error: { code, message: words, ...(data === undefined ? {} : { data }) } };
}

/** The JSON-RPC message at the end of a line, which may continue after it; null: there is none. */
export function messageIn(text: string): JsonObject | null {
  const from = text.indexOf('{');
  if (from < 0 || !text.includes('"jsonrpc"')) return null;
  // Claude Desktop adds `{ metadata: undefined }`.
  const tail = / \{ metadata: [^{}]{0,200}\}\s*$/.exec(text);
  const parsed = parseJson(text.slice(from, tail?.index ?? text.length));
  return parsed.ok && isObject(parsed.value) ? parsed.value : null;
}

/** Longer lines are cut. */
export const longestLog = 10_000;
