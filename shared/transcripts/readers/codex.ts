// Codex: `~/.codex/sessions/…/rollout-*.jsonl`. It alone keeps both columns: the server's result in an item of its own, and what the
// model got in the output of the call.

import { isObject, type Json, member, parseJson } from '../../json/json.ts';
import { gotText } from '../../seen/parts/blocks.ts';
import type { Got, ServerAnswer } from '../../seen/parts/seen.ts';
import { numberOf, OpenCalls, type TranscriptReader, textAt, timeOf } from '../parts/reader.ts';
import { type SeenCall, seenCall } from '../parts/seen-call.ts';

const others = new Set([
  'compacted',
  'ghost_snapshot',
  'inter_agent_communication',
  'token_usage_record',
  'world_state',
]);

export const isCodex = (line: Json): boolean =>
  member(line, 'type') === 'session_meta' && isObject(member(line, 'payload'));

export const isCodexLine = (line: Json): boolean => ['response_item', 'event_msg'].includes(textAt(line, 'type'));

export class CodexReader implements TranscriptReader {
  readonly client = 'codex';
  readonly #open = new OpenCalls();
  #version = '';
  #session = '';
  #model = '';

  read(line: Json, number: number): SeenCall[] | { unknown: string } {
    const type = textAt(line, 'type');
    const payload = member(line, 'payload');
    const at = timeOf(member(line, 'timestamp'));
    switch (type) {
      case 'session_meta':
        this.#version = textAt(payload, 'cli_version');
        this.#session = textAt(payload, 'session_id') || textAt(payload, 'id');
        return [];
      case 'turn_context':
        this.#model = textAt(payload, 'model') || this.#model;
        return [];
      case 'response_item':
        return this.#takeItem(payload, at, number);
      case 'event_msg':
        this.#takeEvent(payload, at, number);
        return [];
      default:
        return others.has(type) ? [] : { unknown: type };
    }
  }

  finish(): SeenCall[] {
    return this.#open.takeAll();
  }

  #takeItem(payload: Json | undefined, at: number, number: number): SeenCall[] {
    const type = member(payload, 'type');
    const callId = textAt(payload, 'call_id');
    if (type === 'function_call') {
      const found = nameOf(payload);
      if (found !== null && callId !== '') {
        const args = parseJson(textAt(payload, 'arguments') || '{}');
        this.#begin(callId, { ...found, args: args.ok ? args.value : {} }, at, number);
      }
      return [];
    }
    if (type !== 'function_call_output') return [];
    const call = this.#open.take(callId);
    if (call === undefined) return [];
    const output = member(payload, 'output');
    call.got = gotOf(output);
    call.flagged = isCallError(call.got);
    if (call.flagged || isRefused(call.got)) call.failed = true;
    call.ended = Math.max(call.ended, at);
    call.lines.push(number);
    return [call];
  }

  #begin(
    callId: string,
    found: Pick<SeenCall, 'name' | 'server' | 'tool' | 'args'>,
    at: number,
    number: number,
  ): SeenCall {
    const call = seenCall({
      client: this.client,
      version: this.#version,
      session: this.#session,
      callId,
      ...found,
      at,
      model: this.#model,
      lines: [number],
    });
    this.#open.add(call);
    return call;
  }

  /** What the server said: an item of the paginated history, or the event of the legacy one. */
  #takeEvent(payload: Json | undefined, at: number, number: number): void {
    const item = member(payload, 'item');
    const isItem = member(payload, 'type') === 'item_completed' && member(item, 'type') === 'McpToolCall';
    const isEnd = member(payload, 'type') === 'mcp_tool_call_end';
    if (!isItem && !isEnd) return;
    const source = isItem ? item : member(payload, 'invocation');
    const callId = textAt(isItem ? item : payload, isItem ? 'id' : 'call_id');
    const server = textAt(source, 'server');
    const tool = textAt(source, 'tool');
    if (callId === '' || tool === '') return;
    const args = member(source, 'arguments') ?? {};
    const found = { name: `mcp__${server}__${tool}`, server, tool, args };
    const call = this.#open.get(callId) ?? this.#begin(callId, found, at, number);
    Object.assign(call, { server, tool, args });
    if (!call.lines.includes(number)) call.lines.push(number);
    call.started = numberOf(member(payload, 'started_at_ms')) ?? call.started;
    call.ended = numberOf(member(payload, 'completed_at_ms')) ?? at;
    const result = isItem ? member(item, 'result') : member(member(payload, 'result'), 'Ok');
    const failed = isItem ? member(member(item, 'error'), 'message') : member(member(payload, 'result'), 'Err');
    if (isObject(result)) {
      if (isWrapped(result)) call.isSaidCut = true;
      else call.said = { result };
      if (member(result, 'isError') === true) call.failed = true;
    } else if (typeof failed === 'string') {
      call.failed = true;
      const error = errorIn(failed);
      if (error !== null) call.said = error;
    }
    if (member(item, 'status') === 'failed') call.failed = true;
  }
}

function nameOf(payload: Json | undefined): Pick<SeenCall, 'name' | 'server' | 'tool'> | null {
  const namespace = textAt(payload, 'namespace');
  const tool = textAt(payload, 'name');
  if (namespace.startsWith('mcp__')) return { name: `${namespace}__${tool}`, server: namespace.slice(5), tool };
  const [, server, rest] = /^mcp__(.+?)__(.+)$/.exec(tool) ?? [];
  return server === undefined || rest === undefined ? null : { name: tool, server, tool: rest };
}

function gotOf(output: Json | undefined): Got {
  if (typeof output === 'string') return output;
  if (Array.isArray(output)) return output.filter(isObject);
  const content = member(output, 'content');
  return typeof content === 'string' ? content : '';
}

/** Codex's own words for a failure, which its model reads. */
export const isCallError = (got: Got): boolean => /(?:^|\n)tool call error: /.test(gotText(got).slice(0, 400));
const isRefused = (got: Got): boolean => gotText(got).startsWith('unsupported call: ');

/** Beyond 64 KiB the result becomes one text that holds a cut JSON text of the whole: not the server's shape. */
function isWrapped(result: Json): boolean {
  const content = member(result, 'content');
  if (!Array.isArray(content) || content.length !== 1) return false;
  const only = textAt(content[0], 'text');
  return only.length > 60_000 && /^\{"(?:content|_meta|structuredContent|isError)":/.test(only);
}

/** `tool call error: … Caused by: Mcp error: CODE: MESSAGE(DATA)`; null: the client's own words, not the server's. */
function errorIn(said: string): ServerAnswer | null {
  const bare = said.split('\n\nStack backtrace:')[0] ?? '';
  const [, code, rest] = /Mcp error: (-?\d+): ([\s\S]*)$/.exec(bare) ?? [];
  if (code === undefined || rest === undefined) return null;
  const whole = rest.replaceAll('\n    ', '\n');
  for (let at = whole.indexOf('('), tries = 0; at >= 0 && tries < 20; at = whole.indexOf('(', at + 1), tries += 1) {
    if (!whole.endsWith(')')) break;
    const data = parseJson(whole.slice(at + 1, -1));
    if (data.ok) return { error: { code: Number(code), message: whole.slice(0, at), data: data.value } };
  }
  return { error: { code: Number(code), message: whole } };
}
