// What every reader of a transcript offers, and what all of them need: calls that wait for their results, times, and names that
// hold a server and a tool.

import { type Json, member } from '../../json/json.ts';
import type { SeenCall } from './seen-call.ts';

export interface TranscriptReader {
  /** Its id. */
  readonly client: string;
  /** One line, parsed. Gives the calls that are complete by now, or what kind of line it is when the reader does not know it. */
  read(line: Json, number: number): SeenCall[] | { unknown: string };
  /** There is no more for now: calls that are complete and were held back for lines that may follow. */
  pause?(): SeenCall[];
  /** There is no more: calls without a result. */
  finish(): SeenCall[];
}

/** Calls that wait for a result. A transcript may be damaged, so there is a limit. */
const mostOpen = 1000;

export class OpenCalls {
  readonly #calls = new Map<string, SeenCall>();

  get(id: string): SeenCall | undefined {
    return this.#calls.get(id);
  }

  add(call: SeenCall): void {
    this.#calls.set(call.callId, call);
    if (this.#calls.size <= mostOpen) return;
    const [oldest] = this.#calls.keys();
    if (oldest !== undefined) this.#calls.delete(oldest);
  }

  take(id: string): SeenCall | undefined {
    const call = this.#calls.get(id);
    this.#calls.delete(id);
    return call;
  }

  takeAll(): SeenCall[] {
    const calls = [...this.#calls.values()];
    this.#calls.clear();
    return calls;
  }
}

/** Milliseconds since 1970 of an ISO time; 0 where it is none. */
export function timeOf(value: Json | undefined): number {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isFinite(time) ? time : 0;
}

export const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

export const textAt = (holder: Json | undefined, name: string): string => text(member(holder, name));

export const numberOf = (value: Json | undefined): number | null =>
  typeof value === 'number' && Math.abs(value) <= 8.64e15 ? value : null;

/** `server` and `tool` of a name that joins them. A server that is known by name is found even if it holds the separator. */
export function splitName(
  name: string,
  separator: string,
  servers: Iterable<string>,
): { server: string; tool: string } | null {
  let known = '';
  for (const server of servers)
    if (name.startsWith(`${server}${separator}`) && server.length > known.length) known = server;
  const at = known === '' ? name.indexOf(separator) : known.length;
  if (at <= 0) return null;
  const tool = name.slice(at + separator.length);
  return tool === '' ? null : { server: name.slice(0, at), tool };
}

/** The path in a sentence such as "Output has been saved to PATH." */
export function pathAfter(words: string, said: string): string | undefined {
  const at = said.indexOf(words);
  if (at < 0) return undefined;
  const from = at + words.length;
  const end = said.indexOf('\n', from);
  const path = said.slice(from, end < 0 ? from + 1000 : end).trim();
  return path.replace(/\.$/, '') || undefined;
}
