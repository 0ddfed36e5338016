// Tool calls in the transcripts of clients: what the model asked for and what it got. Each becomes a request and its answer. Reads
// Claude Code, Cline and Anthropic messages, Codex, Gemini CLI, Copilot, opencode and chat completions.

import { isObject, type Json, type JsonObject, member, parseJson } from '../json/json.ts';
import type { WireEvent } from '../wire.ts';
import { unnamed } from './pasted.ts';

interface Call {
  id: string;
  server: string;
  tool: string;
  args: Json;
  at: number;
}

/** A JSON-RPC result or error, as members of the answer. */
type Answer = { result: JsonObject } | { error: JsonObject };

export function isTranscriptRecord(record: Json): boolean {
  if (!isObject(record)) return false;
  const { type, role } = record;
  if (blocksOf(record).some((block) => ['tool_use', 'tool_result'].includes(text(member(block, 'type'))))) return true;
  if (Array.isArray(member(record, 'toolCalls')) || Array.isArray(member(record, 'tool_calls'))) return true;
  if (role === 'tool' && member(record, 'tool_call_id') !== undefined) return true;
  if (type === 'response_item' || type === 'event_msg') return true;
  if (type === 'tool' && isObject(member(record, 'state'))) return true;
  return /^tool\.execution_(?:start|complete)$/.test(text(type));
}

export function readTranscript(records: readonly Json[]): WireEvent[] {
  const reader = new Reader();
  for (const record of records) if (isObject(record)) reader.take(record);
  return reader.events();
}

class Reader {
  readonly #calls = new Map<string, Call>();
  readonly #answers = new Map<string, { answer: Answer; at: number; isServers: boolean }>();
  #clock = 0;

  take(record: JsonObject): void {
    this.#clock = Math.max(this.#clock + 1, timeOf(record));
    for (const block of blocksOf(record)) this.#takeBlock(block);
    this.#takeCodex(record);
    this.#takeGemini(record);
    this.#takeCopilot(record);
    this.#takeChat(record);
    this.#takeOpencode(record);
  }

  events(): WireEvent[] {
    return [...this.#calls.values()].flatMap(({ id, server, tool, args, at }): WireEvent[] => {
      const params = { name: tool, arguments: args };
      const base = { server, epoch: 1 };
      const asked = JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params });
      const call: WireEvent = { ...base, at, lane: 'out', text: asked };
      const told = this.#answers.get(id);
      if (!told) return [];
      const said = JSON.stringify({ jsonrpc: '2.0', id, ...told.answer });
      return [call, { ...base, at: Math.max(at, told.at), lane: 'in', text: said }];
    });
  }

  #call(id: Json | undefined, name: string, args: Json | undefined, server?: string): void {
    if (typeof id !== 'string' || this.#calls.has(id)) return;
    const [, ofServer, tool] = /^mcp__(.+?)__(.+)$/.exec(name) ?? [];
    this.#calls.set(id, {
      id,
      server: server || ofServer || unnamed,
      tool: tool ?? name,
      args: valueIn(args) ?? {},
      at: this.#clock,
    });
  }

  /** What the server said goes before what the model got. */
  #answer(id: Json | undefined, answer: Answer, isServers = false): void {
    if (typeof id !== 'string' || (this.#answers.get(id)?.isServers && !isServers)) return;
    this.#answers.set(id, { answer, at: this.#clock, isServers });
  }

  #takeBlock(block: JsonObject): void {
    if (block.type === 'tool_use') this.#call(block.id, text(block.name), block.input);
    if (block.type !== 'tool_result') return;
    this.#answer(block.tool_use_id, resultOf(block.content, block.is_error === true));
  }

  #takeCodex(record: JsonObject): void {
    const payload = member(record, 'payload');
    if (!isObject(payload)) return;
    const { type, call_id: id } = payload;
    const item = member(payload, 'item');
    const asked = member(payload, 'invocation');
    const ended = member(payload, 'result');
    if (type === 'function_call')
      this.#call(id, text(payload.name), payload.arguments, text(payload.namespace).replace(/^mcp__/, ''));
    if (type === 'function_call_output') this.#answer(id, resultOf(payload.output, false));
    if (type === 'item_completed' && isObject(item) && item.type === 'McpToolCall') {
      this.#call(item.id, text(item.tool), item.arguments, text(item.server));
      this.#answer(item.id, codexAnswer(item.result, member(item.error, 'message')), true);
    }
    if (type === 'mcp_tool_call_end') {
      this.#call(id, text(member(asked, 'tool')), member(asked, 'arguments'), text(member(asked, 'server')));
      this.#answer(id, codexAnswer(member(ended, 'Ok'), member(ended, 'Err')), true);
    }
  }

  #takeGemini(record: JsonObject): void {
    const calls = member(record, 'toolCalls');
    for (const call of Array.isArray(calls) ? calls : []) {
      const [, tool, server] = /^(.+) \((.+) MCP Server\)$/.exec(text(member(call, 'displayName'))) ?? [];
      const id = member(call, 'id');
      this.#call(id, tool ?? text(member(call, 'name')), member(call, 'args'), server);
      const [first] = [member(call, 'result')].flat();
      const response = member(member(first, 'functionResponse'), 'response');
      const error = member(response, 'error');
      this.#answer(id, resultOf(error ?? member(response, 'output'), error !== undefined));
    }
  }

  #takeCopilot(record: JsonObject): void {
    const data = member(record, 'data');
    if (record.type === 'tool.execution_start')
      this.#call(
        member(data, 'toolCallId'),
        text(member(data, 'mcpToolName')) || text(member(data, 'toolName')),
        member(data, 'arguments'),
        text(member(data, 'mcpServerName')),
      );
    if (record.type !== 'tool.execution_complete') return;
    const error = member(member(data, 'error'), 'message');
    const isError = member(data, 'success') === false;
    this.#answer(member(data, 'toolCallId'), resultOf(error ?? member(member(data, 'result'), 'content'), isError));
  }

  #takeChat(record: JsonObject): void {
    const calls = member(record, 'tool_calls');
    for (const call of Array.isArray(calls) ? calls : []) {
      const asked = member(call, 'function');
      this.#call(member(call, 'id'), text(member(asked, 'name')), member(asked, 'arguments'));
    }
    if (record.role === 'tool') this.#answer(record.tool_call_id, resultOf(record.content, false));
  }

  #takeOpencode(record: JsonObject): void {
    const state = member(record, 'state');
    if (record.type !== 'tool' || !isObject(state)) return;
    this.#call(record.callID, text(record.tool), state.input);
    const isError = state.status === 'error';
    this.#answer(record.callID, resultOf(isError ? state.error : state.output, isError));
  }
}

/** Content blocks of a message, wherever the client keeps it. */
function blocksOf(record: JsonObject): JsonObject[] {
  const message = member(record, 'message') ?? record;
  const content = member(message, 'content');
  return Array.isArray(content) ? content.filter(isObject) : [];
}

/** What a model got, as a result: its texts as they are, and a whole result where the client passes that on as JSON. */
function resultOf(content: Json | undefined, isError: boolean): Answer {
  const blocks = Array.isArray(content) ? content.filter(isObject) : [];
  const told = blocks.length > 0 ? blocks.map((block) => text(block.text)).join('\n') : text(content);
  const whole = parseJson(told);
  if (whole.ok && isObject(whole.value) && Array.isArray(member(whole.value, 'content')))
    return { result: whole.value };
  return { result: { content: [{ type: 'text', text: told }], ...(isError ? { isError: true } : {}) } };
}

function codexAnswer(result: Json | undefined, error: Json | undefined): Answer {
  if (isObject(result)) return { result };
  const said = text(error);
  const [, code, message] = /Mcp error: (-?\d{1,6}): ([\s\S]*)$/.exec(said) ?? [];
  return code === undefined ? resultOf(said, true) : { error: { code: Number(code), message: message ?? '' } };
}

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

/** Arguments stand there as an object or as its text. */
function valueIn(value: Json | undefined): Json | undefined {
  if (typeof value !== 'string') return value;
  const parsed = parseJson(value);
  return parsed.ok ? parsed.value : value;
}

function timeOf(record: JsonObject): number {
  const at = typeof record.timestamp === 'string' ? Date.parse(record.timestamp) : Number.NaN;
  return Number.isFinite(at) ? at : 0;
}
