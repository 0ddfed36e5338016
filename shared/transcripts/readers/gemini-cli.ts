// Gemini CLI: `~/.gemini/tmp/<project>/chats/session-*.jsonl`. A message is written again when it grows, so a call is taken when it
// first has a result.

import { isObject, type Json, member } from '../../json/json.ts';
import type { ServerAnswer } from '../../seen/parts/seen.ts';
import { responseIn, responseInSentence } from '../../seen/rules/gemini-cli.ts';
import { pathAfter, splitName, type TranscriptReader, textAt, timeOf } from '../parts/reader.ts';
import { type SeenCall, seenCall } from '../parts/seen-call.ts';

const others = new Set(['user', 'info', 'error', 'warning', 'gemini']);
const mostTaken = 50_000;

export const isGemini = (line: Json): boolean =>
  typeof member(line, 'sessionId') === 'string' && typeof member(line, 'projectHash') === 'string';

export const isGeminiLine = (line: Json): boolean => Array.isArray(member(line, 'toolCalls'));

export class GeminiReader implements TranscriptReader {
  readonly client = 'gemini-cli';
  readonly #taken = new Set<string>();
  readonly #servers = new Set<string>();
  /** Calls that have no result yet, as their message last had them. */
  readonly #open = new Map<string, SeenCall>();
  #session = '';

  read(line: Json, number: number): SeenCall[] | { unknown: string } {
    if (isGemini(line)) {
      this.#session = textAt(line, 'sessionId');
      const messages = member(line, 'messages');
      return Array.isArray(messages) ? messages.flatMap((each) => this.#takeMessage(each, number)) : [];
    }
    const set = member(line, '$set');
    if (isObject(set)) {
      const messages = member(set, 'messages');
      return Array.isArray(messages) ? messages.flatMap((each) => this.#takeMessage(each, number)) : [];
    }
    if (member(line, '$rewindTo') !== undefined) return [];
    const type = textAt(line, 'type');
    return others.has(type) ? this.#takeMessage(line, number) : { unknown: type };
  }

  finish(): SeenCall[] {
    const calls = [...this.#open.values()];
    this.#open.clear();
    return calls;
  }

  #takeMessage(message: Json, number: number): SeenCall[] {
    const calls = member(message, 'toolCalls');
    if (!Array.isArray(calls)) return [];
    const model = textAt(message, 'model');
    return calls.flatMap((each) => this.#takeCall(each, model, number));
  }

  #takeCall(value: Json, model: string, number: number): SeenCall[] {
    const callId = textAt(value, 'id');
    const name = textAt(value, 'name');
    const parts = this.#partsOf(textAt(value, 'displayName'), name);
    if (callId === '' || parts === null || this.#taken.has(callId)) return [];
    const ended = timeOf(member(value, 'timestamp'));
    const call = seenCall({
      client: this.client,
      session: this.#session,
      callId,
      name,
      ...parts,
      args: member(value, 'args'),
      at: startIn(callId) ?? ended,
      ended,
      model,
      lines: [number],
    });
    const response = responseIn(member(value, 'result'));
    if (response === undefined) {
      if (this.#open.size < 1000) this.#open.set(callId, call);
      return [];
    }
    this.#open.delete(callId);
    if (this.#taken.size < mostTaken) this.#taken.add(callId);
    const error = member(response, 'error');
    const isFailed = typeof error === 'string';
    call.got = isFailed ? error : textAt(response, 'output');
    call.flagged = isFailed;
    if (isFailed) {
      call.failed = true;
      const said = saidIn(error);
      if (said !== null) call.said = said;
    }
    const path = call.got.startsWith('Output too large. ') ? pathAfter('For full output see: ', call.got) : undefined;
    if (path !== undefined) call.putAside = path;
    return [call];
  }

  /** The name that is shown tells server and tool apart; a tool that is not there has none. */
  #partsOf(displayName: string, name: string): { server: string; tool: string } | null {
    const suffix = ' MCP Server)';
    const at = displayName.endsWith(suffix) ? displayName.lastIndexOf(' (') : -1;
    if (at > 0) {
      const server = displayName.slice(at + 2, -suffix.length);
      if (this.#servers.size < 1000) this.#servers.add(server);
      return { server, tool: displayName.slice(0, at) };
    }
    return name.startsWith('mcp_') ? splitName(name.slice(4), '_', this.#servers) : null;
  }
}

/** The id ends with when the call began, in milliseconds. */
function startIn(id: string): number | null {
  const [, ms] = /_(\d{13})_\d+$/.exec(id) ?? [];
  return ms === undefined ? null : Number(ms);
}

function saidIn(sentence: string): ServerAnswer | null {
  const result = responseInSentence(sentence);
  return result && member(result, 'content') !== undefined ? { result } : null;
}
